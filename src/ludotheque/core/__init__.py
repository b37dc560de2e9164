"""What all games share: game, state, view, move, chance, record, the catalogue, refusals."""
