"""The rules of 2003 counted a second time, from a plain position and by ways of its own.

Nothing here knows the engine: places, players, cards and tiles are names, and every answer is a set of names and
numbers. ``board`` reads the map, ``position`` says what lies on the table, the other modules recount one chapter each.

Where the rules leave a reading open, the recount reads them so:

- 2.3b, 3.1d, 5.7b: a legion that stands on a building of a province at war counts for titles and pays nothing; the
  province pays its owner. A marker is not exchanged while its province is at war.
- 1.4h, K10: in the revised edition Greece may set up units in every province that it has marked, Macedonia included.
- 4.6a: legions of neutrals have no player and hinder no builder; they stand only in neutral provinces.
- 5.8d: an occupation takes at least one building. It may be decided again as it was.
- 6.2b: Cleopatra helps a player who owns her when it is judged, as far as the bank then holds the card.
- 7.3c: in the revised edition any battle that legions start in a province of Helen's owner lets her answer.
- 0.7: each kind of card is served by itself, so the order of the kinds changes nothing.
"""
