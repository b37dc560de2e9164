"""Many games between bots: statistics and ratings."""
