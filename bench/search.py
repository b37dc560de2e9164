"""The search bot beside OpenSpiel's searches: decisions a second inside the playouts, on one thread."""

from collections.abc import Iterator

import ludotheque
from bench import openspiel
from bench.measure import Row, best_rate
from ludotheque.bots.search import SearchBot
from ludotheque.core.game import Game

SIMULATIONS = 4_000


def rows() -> Iterator[Row]:
    """A round of Fou! beside hearts, two players of Feurio! beside havannah."""
    fou = search_rate(ludotheque.game("fou", players=5, rounds=1), sample_size=1)
    hearts = openspiel.information_set_search_rate("hearts")
    yield Row("Fou!, 5 players, a round", fou, "decisions/s", "OpenSpiel ISMCTS on hearts", hearts, "10 ×")
    feurio = search_rate(ludotheque.game("feurio", players=2), sample_size=1)
    havannah = openspiel.search_rate("havannah")
    yield Row("Feurio!, 2 players", feurio, "decisions/s", "OpenSpiel MCTS on havannah", havannah, "4 ×")


def search_rate(game: Game, sample_size: int) -> float:
    """Simulations a second from the start of a game, times the mean length of a random game."""
    length = float(game.playouts(1_000, seed=1).decisions.mean())
    view = game.new(seed=1).view(0)

    def work() -> float:
        SearchBot(game, simulations=SIMULATIONS, sample_size=sample_size, seed=1).consider(view)
        return SIMULATIONS * length

    work()
    return best_rate(work)
