"""The terms of a table: what is played by which options, as everybody in the lobby reads and agrees to them."""

from __future__ import annotations

from typing import Any

from cli.args.declared import empires_of, told_of
from cli.i18n.texts import tr
from core import DataError
from core.engine.edition import RANDOM, Edition
from p2p.lobby_messages import Picture


class Terms:
    """What a table of an edition agrees to on a map."""

    def __init__(self, edition: Edition, game_map: Any) -> None:
        self.edition = edition
        self._map = game_map

    def told(self, picture: Picture) -> str:
        """What a player who is ready agrees to beside the seats."""
        game = [self.edition.title]
        if self._map.digest != self.edition.standard_map().digest:
            game.append(tr("on the map “{title}”", title=self._map.title))
        watch = tr("guests may watch") if picture.watch else tr("nobody may watch")
        return ", ".join([*game, *self._options_told(picture), watch])

    def empires(self, picture: Picture | None) -> tuple[str, ...]:
        """What a player can choose; until the table is seen, every empire of the map."""
        if picture is None:
            return empires_of(self.edition, self._map)
        options = self._options(picture)
        return () if options is None else self.edition.empires(options, self._map)

    def _options_told(self, picture: Picture) -> list[str]:
        options = self._options(picture)
        if options is None:
            return [tr("options that this program cannot play")]
        return [told_of(option, getattr(options, option.name)) for option in self.edition.declared]

    def _options(self, picture: Picture) -> Any:
        """The options of a table; None where this program cannot play them."""
        try:
            options = self.edition.read_options(picture.options, (RANDOM,) * picture.seats)
            self.edition.start(options, self._map)
        except DataError:
            return None
        return options
