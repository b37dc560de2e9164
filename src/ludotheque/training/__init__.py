"""Learning a game by self-play: `ludotheque train`. Needs the extra ``train`` (PyTorch)."""

RIVAL = "regular"  # whom the network so far plays against, to see how strong it is
