"""The actions: answers to the questions of the frame, cards, and what players do by hand."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.action import Action
from core.sword.kinds import Card, Cards, Holder, Leader, Location, Marker, Number, Power, Side, Track

# ---------------------------------------------------------------------- the frame


@dataclass(frozen=True, slots=True)
class NamePower(Action):
    """Says which of the tied powers does the thing (4.4)."""

    form, meaning = "name {power}", "to name the power that does it"
    power: Power


@dataclass(frozen=True, slots=True)
class NextPower(Action):
    """Sets which of the tied powers comes next (4.4)."""

    form, meaning = "next {power}", "to say which power comes next"
    power: Power


@dataclass(frozen=True, slots=True)
class NameFirst(Action):
    """Names the first player (5.3)."""

    form, meaning = "first {side}", "to name the first player"
    side: Side


@dataclass(frozen=True, slots=True)
class KeepHand(Action):
    """Discards nothing before cards are drawn (5.2)."""

    form, meaning = "keep", "to keep all cards"


@dataclass(frozen=True, slots=True)
class DropCards(Action):
    """Discards cards before others are drawn (5.2)."""

    form, meaning = "drop {cards}", "to discard cards before drawing"
    cards: Cards


@dataclass(frozen=True, slots=True)
class PlaceControl(Action):
    """Places a marker of control in an enemy location (5.6a)."""

    form, meaning = "place {location}", "to place a marker of control"
    location: Location


@dataclass(frozen=True, slots=True)
class Besiege(Action):
    """Rolls to besiege a walled city (5.6b)."""

    form, meaning = "besiege {location}", "to roll against a walled city"
    location: Location


@dataclass(frozen=True, slots=True)
class Subjugate(Action):
    """Rolls to subjugate a tribe (5.6b)."""

    form, meaning = "subjugate {location}", "to roll against a tribe"
    location: Location


@dataclass(frozen=True, slots=True)
class Finish(Action):
    """Ends what a player does."""

    form, meaning = "done", "to end what you do"


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Leaves a chance to respond unused (5.4b)."""

    form, meaning = "pass", "to let it pass"


@dataclass(frozen=True, slots=True)
class Speak(Action):
    """Takes the floor for a response (5.4b)."""

    form, meaning = "speak", "to take the floor for a response"


# ---------------------------------------------------------------------- cards


@dataclass(frozen=True, slots=True)
class PlayCard(Action):
    """Plays the one card of a round (5.4a)."""

    form, meaning = "play {power} {card}", "to play a card"
    power: Power
    card: Card


@dataclass(frozen=True, slots=True)
class Activate(Action):
    """Plays a Neutral Power Activation card as an event (5.4a)."""

    form, meaning = "activate {power} {card}", "to play a Neutral Power Activation card"
    power: Power
    card: Card


@dataclass(frozen=True, slots=True)
class Respond(Action):
    """Plays a response event (5.4b)."""

    form, meaning = "respond {power} {card}", "to play a response event"
    power: Power
    card: Card


@dataclass(frozen=True, slots=True)
class GiveFloor(Action):
    """Lets another player act by hand, such as in a battle, before one goes on."""

    form, meaning = "floor {side}", "to let another player act"
    side: Side


# ---------------------------------------------------------------------- by hand


@dataclass(frozen=True, slots=True)
class MoveUnits(Action):
    """Moves CU."""

    form, meaning = "move {holder} {number} from {source} to {target}", "to move CU"
    holder: Holder
    number: Number
    source: Location
    target: Location


@dataclass(frozen=True, slots=True)
class AddUnits(Action):
    """Puts CU on the map."""

    form, meaning = "add {holder} {number} to {location}", "to put CU on the map"
    holder: Holder
    number: Number
    location: Location


@dataclass(frozen=True, slots=True)
class RemoveUnits(Action):
    """Takes CU off the map."""

    form, meaning = "remove {holder} {number} from {location}", "to take CU off the map"
    holder: Holder
    number: Number
    location: Location


@dataclass(frozen=True, slots=True)
class PlaceLeader(Action):
    """Places or moves a leader."""

    form, meaning = "leader {leader} to {location}", "to place or move a leader"
    leader: Leader
    location: Location


@dataclass(frozen=True, slots=True)
class RetireLeader(Action):
    """Takes a leader off the map."""

    form, meaning = "retire {leader}", "to take a leader off the map"
    leader: Leader


@dataclass(frozen=True, slots=True)
class SetControl(Action):
    """Replaces the marker of control in a location."""

    form, meaning = "control {location} for {holder}", "to change control"
    location: Location
    holder: Holder


@dataclass(frozen=True, slots=True)
class SetSiege(Action):
    """Sets the siege points at a walled city or a tribe."""

    form, meaning = "siege {location} {number}", "to set siege points"
    location: Location
    number: Number


@dataclass(frozen=True, slots=True)
class FlipTribe(Action):
    """Subjugates a tribe, or frees it again."""

    form, meaning = "flip {location}", "to subjugate or free a tribe"
    location: Location


@dataclass(frozen=True, slots=True)
class PutMarker(Action):
    """Puts a marker in a location."""

    form, meaning = "mark {location} {marker}", "to put a marker"
    location: Location
    marker: Marker


@dataclass(frozen=True, slots=True)
class TakeMarker(Action):
    """Takes a marker away."""

    form, meaning = "unmark {location} {marker}", "to take a marker away"
    location: Location
    marker: Marker


@dataclass(frozen=True, slots=True)
class MakeAlliance(Action):
    """Records an alliance."""

    form, meaning = "ally {power} with {other}", "to make an alliance"
    power: Power
    other: Power


@dataclass(frozen=True, slots=True)
class BreakAlliance(Action):
    """Strikes an alliance out."""

    form, meaning = "part {power} from {other}", "to break an alliance"
    power: Power
    other: Power


@dataclass(frozen=True, slots=True)
class GainPoints(Action):
    """Adds points."""

    form, meaning = "gain {power} {number}", "to gain points"
    power: Power
    number: Number


@dataclass(frozen=True, slots=True)
class LosePoints(Action):
    """Takes points away."""

    form, meaning = "lose {power} {number}", "to lose points"
    power: Power
    number: Number


@dataclass(frozen=True, slots=True)
class SetTrack(Action):
    """Sets a track of the owner's file."""

    form, meaning = "track {track} {number}", "to set a track"
    track: Track
    number: Number


@dataclass(frozen=True, slots=True)
class RollDice(Action):
    """Throws the table's fair dice."""

    form, meaning = "roll {number}", "to throw dice"
    number: Number


@dataclass(frozen=True, slots=True)
class DrawMore(Action):
    """Draws cards beside phase 2."""

    form, meaning = "draw {power} {number}", "to draw cards"
    power: Power
    number: Number


@dataclass(frozen=True, slots=True)
class DiscardCard(Action):
    """Discards a card from the hand."""

    form, meaning = "discard {power} {card}", "to discard a card"
    power: Power
    card: Card


@dataclass(frozen=True, slots=True)
class RecoverCard(Action):
    """Takes a card that lies face up back to the hand."""

    form, meaning = "recover {power} {card}", "to take a card back to the hand"
    power: Power
    card: Card


@dataclass(frozen=True, slots=True)
class BuryCard(Action):
    """Takes a card that lies face up out of the game."""

    form, meaning = "bury {power} {card}", "to take a card out of the game"
    power: Power
    card: Card


@dataclass(frozen=True, slots=True)
class ShuffleDeck(Action):
    """Shuffles the cards that lie face up back into the deck."""

    form, meaning = "shuffle {power}", "to shuffle the discards into the deck"
    power: Power
