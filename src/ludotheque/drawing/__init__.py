"""Drawing: SVG, the palette, and the drawings a game gets for nothing."""
