"""A mistake in somebody's game is refused with a sentence when the game is loaded, or when it is compiled."""

import re
from functools import partial
from pathlib import Path

import pytest

from ludotheque.bots import guided_tree, learned_tree, tree
from ludotheque.bots.trials import try_move
from ludotheque.core.errors import BrokenGame
from ludotheque.core.game import Game
from ludotheque.engine import batches, contract, kernels
from ludotheque.engine.errors import BrokenContract
from ludotheque.engine.memories import remember
from ludotheque.engine.worlds import imagine_worlds
from ludotheque.training.self_play import play_on
from tests import tiny_game
from tests.tiny_game import IMPORT, INIT, RULES, Load, changed


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    return partial(tiny_game.load, tmp_path, monkeypatch)


def test_the_game_that_the_others_are_made_of_is_sound(load: Load) -> None:
    definition = load()
    definition.check()
    state = Game(definition, definition.first_game()).new(seed=1)
    state.play("go")
    assert state.winners == [0]


MISTAKES: dict[str, tuple[dict[str, str | None], str]] = {
    "no rules": ({"rules": None}, "there is no rules.py in "),
    "no notation": ({"notation": None}, "there is no notation.py in "),
    "no parse_move": (
        {"notation": "def format_move(code): return str(code)"},
        "notation.py has no function parse_move",
    ),
    "a function is missing": (
        {"rules": changed(RULES, "def winners", "def winner")},
        "rules.py has no function winners",
    ),
    "a constant is missing": ({"rules": changed(RULES, "OUTCOME = 0", "")}, "rules.py has no OUTCOME"),
    "a constant of another kind": (
        {"rules": changed(RULES, "OUTCOME = 0", "OUTCOME = None")},
        "OUTCOME is not a number",
    ),
    "chance without a shuffle": (
        {"rules": changed(RULES, "OUTCOME = 0", "OUTCOME = 4")},
        "rules.py has no function shuffle (it has chance: OUTCOME is 4)",
    ),
    "other parameters": (
        {"rules": changed(RULES, "def play(states, i, move)", "def play(states, move)")},
        "rules.py: play takes (states, move), not (states, i, move)",
    ),
    "not compiled": (
        {"rules": changed(RULES, "@compiled\ndef winners", "def winners")},
        "rules.py: winners must be a function with @compiled above it",
    ),
    "a layout with gaps": (
        {"rules": changed(RULES, '("plies", np.int8)', '("plies", np.int64)')},
        "this layout has gaps; order the fields from the widest type to the narrowest",
    ),
    "a plain dtype": (
        {"rules": changed(RULES, "= layout(", "= np.dtype(")},
        "rules.py: make STATE by ludotheque.engine.compiled.layout",
    ),
    "no number of players": (
        {"rules": changed(RULES, '("players", np.int8)', '("seats", np.int8)')},
        'STATE needs a field "players", or the game a view.py',
    ),
    "a name of the search's": (
        {"rules": RULES + "\n@compiled\ndef expand(states, i):\n    return 0\n"},
        "rules.py: expand is a name that generic code keeps for itself; give yours another name",
    ),
    "such a name in the heuristic": (
        {"heuristic": "def simulate():\n    return 0\n"},
        "heuristic.py: simulate is a name that generic code keeps for itself",
    ),
    "a heuristic of another shape": (
        {"heuristic": f"{IMPORT}\n@compiled\ndef weigh(states, i):\n    pass\n"},
        "heuristic.py: weigh takes (states, i), not (states, i, moves, count, weights)",
    ),
    "a syntax error": ({"rules": RULES + "\ndef ("}, "rules.py, line "),
    "a name error": ({"rules": RULES + "\nMAX = ROWS"}, "NameError: name 'ROWS' is not defined (line "),
    "no option players": (
        {"init": changed(INIT, '"players"', '"seats"')},
        "the first of its options must be players",
    ),
    "a board of no field": (
        {"init": changed(INIT, "options=", 'board=Board("squares"), options=')},
        "its board speaks of squares, which is not a field of STATE",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_when_the_game_is_loaded(load: Load, mistake: str) -> None:
    changes, words = MISTAKES[mistake]
    with pytest.raises(BrokenGame) as refused:
        load(**changes).check()
    sentence = str(refused.value)
    assert sentence.startswith("the game tiny (tiny_")
    assert words in sentence
    assert "\n" not in sentence


FEATURES = f"""{IMPORT}
FEATURES, MOVE_FEATURES = 1, 1
@compiled
def describe(states, i, seat, out):
    out[0] = states[i].plies
@compiled
def describe_move(states, i, move, out):
    out[0] = move
"""
FEATURE_MISTAKES = {
    "a number is missing": (", MOVE_FEATURES = 1, 1", " = 1", "features.py has no MOVE_FEATURES"),
    "a function is missing": ("def describe_move", "def tell_move", "features.py has no describe_move"),
    "other parameters": (
        "describe(states, i, seat, out)",
        "describe(states, i, out)",
        "features.py: describe takes (states, i, out), not (states, i, seat, out)",
    ),
    "a name of the search's": ("@compiled", "def taste(): pass\n@compiled", "features.py: taste is a name"),
}


@pytest.mark.parametrize("mistake", FEATURE_MISTAKES)
def test_a_mistake_in_features_is_refused(load: Load, mistake: str) -> None:
    old, new, words = FEATURE_MISTAKES[mistake]
    assert load(features=FEATURES).features is not None
    with pytest.raises(BrokenContract, match=re.escape(words)):
        _ = load(features=FEATURES.replace(old, new, 1)).features


UNCOMPILABLE = {
    "an unknown field": ("states[i].plies += 1", "states[i].ply += 1", "play", "there is no field 'ply'"),
    "text and numbers": ("return 1\n", 'return 1 + "x"\n', "winners", "nothing fits add("),
    "an unknown name": ("return 1\n", "return WINNER\n", "winners", "name 'WINNER' is not defined"),
    "a call that does not fit": ("return 1\n", "return turn(states)\n", "winners", "required argument: 'i'"),
    "what numba cannot do": (
        "return 1\n",
        'with open("x"):\n        return 1\n',
        "winners",
        "Unsupported context manager",
    ),
}


@pytest.mark.parametrize("mistake", UNCOMPILABLE)
def test_what_cannot_be_compiled_is_told_with_its_place(load: Load, mistake: str) -> None:
    old, new, function, words = UNCOMPILABLE[mistake]
    rules = changed(RULES, old, new)
    definition = load(rules=rules)
    definition.check()
    with pytest.raises(BrokenContract) as refused:
        Game(definition, definition.first_game()).playouts(1, seed=1)
    sentence = str(refused.value)
    assert sentence.startswith(f"{definition.package}.rules: {function} (line ")
    assert "of rules.py) cannot be compiled: " in sentence
    assert words in sentence
    assert "\n" not in sentence


def test_the_names_of_all_generic_functions_are_reserved() -> None:
    replaceable = {function.__name__ for function in (*contract.OPTIONAL, *contract.HEURISTIC)}
    functions = (
        *kernels.FUNCTIONS,
        *kernels.BRIEF,
        *tree.FUNCTIONS,
        *guided_tree.OWN_FUNCTIONS,
        *learned_tree.OWN_FUNCTIONS,
        *batches.FUNCTIONS,
        try_move,
        play_on,
        remember,
        imagine_worlds,
    )
    generic = {function.__name__ for function in functions}
    assert generic - replaceable == contract.RESERVED
