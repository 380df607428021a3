"""What happens in a game, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.event import Event
from core.sword.kinds import (
    Card,
    Cards,
    Faces,
    Holder,
    Leader,
    Location,
    Marker,
    Number,
    Power,
    Side,
    Track,
)

# ---------------------------------------------------------------------- the frame


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    template = "Turn {turn} begins."
    turn: Number


@dataclass(frozen=True, slots=True)
class WhoNames(Event):
    template = "The {power} name the first player."
    power: Power


@dataclass(frozen=True, slots=True)
class FirstNamed(Event):
    template = "{side}: first player of this turn."
    side: Side


@dataclass(frozen=True, slots=True)
class OrderSet(Event):
    template = "The {chooser} set the order among the tied: the {power} are next."
    chooser: Power
    power: Power


@dataclass(frozen=True, slots=True)
class CardsDropped(Event):
    template, topics = "The {power} discard cards: {cards}.", ("card",)
    power: Power
    cards: Cards


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    template, topics = "The {power} draw cards: {number}. In hand: {hand}.", ("card",)
    power: Power
    number: Number
    hand: Number


@dataclass(frozen=True, slots=True)
class RoundOfCards(Event):
    template = "Round {number} of five."
    number: Number


@dataclass(frozen=True, slots=True)
class GallicEventRolled(Event):
    template, topics = "Gallic event: the die shows {face}. The first player carries it out by hand.", ("dice",)
    face: Number


@dataclass(frozen=True, slots=True)
class FloorTaken(Event):
    template = "The {side} respond."
    side: Side


@dataclass(frozen=True, slots=True)
class FloorGiven(Event):
    template = "The {side} let the {other} act."
    side: Side
    other: Side


@dataclass(frozen=True, slots=True)
class AttritionRolled(Event):
    template = "Attrition in {location}: the die shows {face}, the {power} lose {losses} CU."
    topics = ("attrition", "dice")
    location: Location
    face: Number
    power: Power
    losses: Number


@dataclass(frozen=True, slots=True)
class ControlPlaced(Event):
    template, topics = "The {power} take control of {location}.", ("control",)
    power: Power
    location: Location


@dataclass(frozen=True, slots=True)
class CityRolled(Event):
    template = "The {power} roll against the walled city {location}: the die shows {face}. The rest is by hand."
    topics = ("siege", "dice")
    power: Power
    location: Location
    face: Number


@dataclass(frozen=True, slots=True)
class TribeRolled(Event):
    template = "The {power} roll against the tribe {location}: the die shows {face}. The rest is by hand."
    topics = ("tribe", "dice")
    power: Power
    location: Location
    face: Number


@dataclass(frozen=True, slots=True)
class Isolated(Event):
    template, topics = "{location} is isolated: the {power} lose control to the independents.", ("isolation", "control")
    location: Location
    power: Power


@dataclass(frozen=True, slots=True)
class VictoryHeld(Event):
    template, topics = "Victory locations of the {power}: worth {number}.", ("points",)
    power: Power
    number: Number


@dataclass(frozen=True, slots=True)
class ReinforcementsDue(Event):
    template, topics = "Reinforcements of the {power}: {number} CU.", ("reinforcements",)
    power: Power
    number: Number


@dataclass(frozen=True, slots=True)
class NumberReached(Event):
    template, topics = "Points of the {power}: {points}. This turn's number is {number}.", ("points",)
    power: Power
    points: Number
    number: Number


@dataclass(frozen=True, slots=True)
class GameWon(Event):
    template, topics = "{side}: victory!", ("victory",)
    side: Side


@dataclass(frozen=True, slots=True)
class GameStopped(Event):
    template, topics = "The agreed number of turns is over; no one has won.", ("victory",)


# ---------------------------------------------------------------------- cards


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    template, topics = "The {power} play card {card}.", ("card",)
    power: Power
    card: Card


@dataclass(frozen=True, slots=True)
class CardActivated(Event):
    template, topics = "The {power} play Neutral Power Activation card {card} as an event.", ("card",)
    power: Power
    card: Card


@dataclass(frozen=True, slots=True)
class CardResponded(Event):
    template, topics = "The {power} respond with card {card}.", ("card",)
    power: Power
    card: Card


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    template, topics = "The {power} discard card {card}.", ("card",)
    power: Power
    card: Card


@dataclass(frozen=True, slots=True)
class CardRecovered(Event):
    template, topics = "The {power} take card {card} back to the hand.", ("card",)
    power: Power
    card: Card


@dataclass(frozen=True, slots=True)
class CardBuried(Event):
    template, topics = "Card {card} of the {power} is out of the game.", ("card",)
    card: Card
    power: Power


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    template, topics = "The {power} shuffle their discards into the deck. In the deck: {number}.", ("card",)
    power: Power
    number: Number


# ---------------------------------------------------------------------- by hand


@dataclass(frozen=True, slots=True)
class UnitsMoved(Event):
    template, topics = "{side}: {number} CU of the {holder} move from {source} to {target}.", ("move",)
    side: Side
    number: Number
    holder: Holder
    source: Location
    target: Location


@dataclass(frozen=True, slots=True)
class UnitsAdded(Event):
    template = "{side}: {number} CU of the {holder} come to {location}."
    side: Side
    number: Number
    holder: Holder
    location: Location


@dataclass(frozen=True, slots=True)
class UnitsRemoved(Event):
    template = "{side}: {number} CU of the {holder} leave the map in {location}."
    side: Side
    number: Number
    holder: Holder
    location: Location


@dataclass(frozen=True, slots=True)
class LeaderPlaced(Event):
    template, topics = "{side}: the leader {leader} stands in {location}.", ("leader",)
    side: Side
    leader: Leader
    location: Location


@dataclass(frozen=True, slots=True)
class LeaderRetired(Event):
    template, topics = "{side}: the leader {leader} leaves the map.", ("leader",)
    side: Side
    leader: Leader


@dataclass(frozen=True, slots=True)
class ControlSet(Event):
    template, topics = "{side}: control of {location} goes to the {holder}.", ("control",)
    side: Side
    location: Location
    holder: Holder


@dataclass(frozen=True, slots=True)
class SiegeSet(Event):
    template, topics = "{side}: siege points at {location}: {number}.", ("siege",)
    side: Side
    location: Location
    number: Number


@dataclass(frozen=True, slots=True)
class TribeSubjugated(Event):
    template, topics = "{side}: the tribe {location} is subjugated.", ("tribe",)
    side: Side
    location: Location


@dataclass(frozen=True, slots=True)
class TribeFreed(Event):
    template, topics = "{side}: the tribe {location} is free again.", ("tribe",)
    side: Side
    location: Location


@dataclass(frozen=True, slots=True)
class MarkerPut(Event):
    template = "{side}: the marker “{marker}” lies in {location}."
    side: Side
    marker: Marker
    location: Location


@dataclass(frozen=True, slots=True)
class MarkerTaken(Event):
    template = "{side}: the marker “{marker}” leaves {location}."
    side: Side
    marker: Marker
    location: Location


@dataclass(frozen=True, slots=True)
class AllianceMade(Event):
    template, topics = "{side}: the {power} and the {other} are allies.", ("alliance",)
    side: Side
    power: Power
    other: Power


@dataclass(frozen=True, slots=True)
class AllianceBroken(Event):
    template, topics = "{side}: the {power} and the {other} are allies no longer.", ("alliance",)
    side: Side
    power: Power
    other: Power


@dataclass(frozen=True, slots=True)
class PointsGained(Event):
    template, topics = "{side}: points of the {power}: +{number}, now {points}.", ("points",)
    side: Side
    power: Power
    number: Number
    points: Number


@dataclass(frozen=True, slots=True)
class PointsLost(Event):
    template, topics = "{side}: points of the {power}: -{number}, now {points}.", ("points",)
    side: Side
    power: Power
    number: Number
    points: Number


@dataclass(frozen=True, slots=True)
class TrackSet(Event):
    template = "{side}: the track “{track}” shows {number}."
    side: Side
    track: Track
    number: Number


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    template, topics = "The {side} throw dice: {faces}.", ("dice",)
    side: Side
    faces: Faces
