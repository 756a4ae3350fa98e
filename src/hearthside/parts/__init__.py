"""The parts that board games share: decks, bags, market rows, maps, grids, polyominoes and tracks.

What belongs to a game's state (`Deck`, `Bag`, `Row`, `Track`) is a msgspec Struct: a tree of plain data, packed as it
is. What a game only reads (`Graph`, `Grid`, `Mat`) is built once from content and never changes.
"""
