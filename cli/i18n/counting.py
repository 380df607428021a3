"""Numbers of things in the language in use: ``1 legion``, ``3 fortresses``, ``2 grain``."""

from __future__ import annotations

from cli.i18n.texts import ENGLISH, language, marked_plural, plural, tr

COUNTED = {
    "bot": marked_plural("{number} bot", "{number} bots"),
    "caravan": marked_plural("{number} caravan", "{number} caravans"),
    "capital": marked_plural("{number} capital", "{number} capitals"),
    "city": marked_plural("{number} city", "{number} cities"),
    "commodity": marked_plural("{number} commodity", "{number} commodities"),
    "control marker": marked_plural("{number} control marker", "{number} control markers"),
    "entry": marked_plural("{number} entry", "{number} entries"),
    "fortress": marked_plural("{number} fortress", "{number} fortresses"),
    "game": marked_plural("{number} game", "{number} games"),
    "legendary city": marked_plural("{number} legendary city", "{number} legendary cities"),
    "legion": marked_plural("{number} legion", "{number} legions"),
    "marker": marked_plural("{number} marker", "{number} markers"),
    "market": marked_plural("{number} market", "{number} markets"),
    "minute": marked_plural("{number} minute", "{number} minutes"),
    "more set": marked_plural("{number} more set", "{number} more sets"),
    "player": marked_plural("{number} player", "{number} players"),
    "point": marked_plural("{number} point", "{number} points"),
    "process": marked_plural("{number} process", "{number} processes"),
    "resource": marked_plural("{number} resource", "{number} resources"),
    "round": marked_plural("{number} round", "{number} rounds"),
    "second": marked_plural("{number} second", "{number} seconds"),
    "seat": marked_plural("{number} seat", "{number} seats"),
    "step": marked_plural("{number} step", "{number} steps"),
    "temple": marked_plural("{number} temple", "{number} temples"),
    "trireme": marked_plural("{number} trireme", "{number} triremes"),
    "whole answer": marked_plural("{number} whole answer", "{number} whole answers"),
}
"""What is counted, by its name in the singular."""

_SEVERAL = ("spices", "gladiators", "slaves", "gems")
"""The resources whose English names are of more than one."""


def count(number: int, thing: str) -> str:
    """Return ``1 legion``, ``2 legions``, ``3 fortresses``."""
    return plural(*COUNTED[thing], number)


def goods(number: int, name: str) -> str:
    """Return so many resources of a kind, whose name is in the language in use, as that language counts."""
    return tr("{number} {good}", number=number, good=good(number, name))


def good(number: int, name: str) -> str:
    """Return the name of a kind of resources behind its number, in the language in use: ``spice``, ``gladiators``."""
    return name.removesuffix("s") if abs(number) == 1 and language() == ENGLISH and name in _SEVERAL else name
