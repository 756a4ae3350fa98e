"""High Card: two hands of three; each round both play a card, the higher wins it, two rounds win the game."""
