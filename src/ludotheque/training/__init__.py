"""Learning a game by self-play: `ludotheque train`. Needs the extra ``train`` (PyTorch)."""

RIVAL = "regular"  # whom the network so far plays against, to see how strong it is
SURE = 20_000  # positions, before which a network's values do not count in self-play
