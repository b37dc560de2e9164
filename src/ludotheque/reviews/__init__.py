"""What a finished game can teach: decisions judged, the moments that decided it, luck and skill apart."""

from ludotheque.reviews.judging import Judgement, decisions_of, judge, usual_simulations
from ludotheque.reviews.reviewing import Account, Decision, Review, put_together, review

__all__ = [
    "Account",
    "Decision",
    "Judgement",
    "Review",
    "decisions_of",
    "judge",
    "put_together",
    "review",
    "usual_simulations",
]
