# Everything happens in a .venv of its own; `make help` lists the targets.
PYTHON ?= python3
BIN := .venv/bin
CORES := $(shell getconf _NPROCESSORS_ONLN || echo 2)
KERNELS := $(wildcard src/ludotheque/engine/*.py) \
    $(shell grep -rl --include=*.py 'ludotheque.engine.compiled import' src/ludotheque/bots src/ludotheque/games)
PIP := $(BIN)/python -m pip --disable-pip-version-check install --require-hashes
SOURCES := src tests bench examples docs
EXAMPLES := $(patsubst %/pyproject.toml,%,$(wildcard examples/*/pyproject.toml))

LANGUAGES := fr it de
# Whatever this shell says: without it every process would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help play test tested test-train quick lint style types setup bench docs load faults strength coverage messages pins clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

play: .venv/play  ## set everything up and play in the browser; the games are compiled meanwhile
	@$(BIN)/ludotheque serve || test $$? -eq 130  # Ctrl-C is how one ends it

test: style .venv/warm  ## set everything up, lint, run every test
	@$(BIN)/python -m tests.browser.chromium
	@$(MAKE) --no-print-directory -j 2 types tested

# Twice the cores: half of the time tests wait for servers and clocks. What fails in the crowd, where a browser
# may be late, is tried once more by itself; what fails again has failed.
tested:
	$(BIN)/python -m pytest -n $$((2 * $(CORES))) --dist worksteal --durations=25 \
	    || $(BIN)/python -m pytest --last-failed --last-failed-no-failures none

test-train: .venv/dev .venv/train .venv/warm  ## short runs of `ludotheque train` and of the example that learns; installs PyTorch
	$(BIN)/python -m pytest -q tests/training tests/examples/test_learning.py

quick: .venv/dev .venv/warm  ## the inner loop: ruff and the fast tests
	$(BIN)/ruff check -q $(SOURCES)
	$(BIN)/python -m pytest -q -n $(CORES) -m "not slow"

lint: style types  ## ruff, mypy (strict), import-linter

style: .venv/dev
	$(BIN)/ruff check -q $(SOURCES)
	$(BIN)/ruff format -q --check $(SOURCES)

types: .venv/dev
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

setup: .venv/dev  ## the .venv with everything for development

bench: .venv/dev .venv/bench .venv/warm  ## speed, each beside a peer in the same run
	$(BIN)/python -m bench

docs: .venv/dev  ## the site with all documentation, shown by `ludotheque serve` under /docs; warnings are errors
	$(BIN)/python -m sphinx -q -W --keep-going -b html -d .venv/doctrees docs src/ludotheque/web/site

load: .venv/dev .venv/warm  ## how much a server carries: moves a second, CPU and bytes a move, memory
	$(BIN)/python -m bench.load

faults: .venv/dev .venv/warm  ## kill servers, workers, database and broker while people play: 1,000 kills, an hour
	$(BIN)/python -m tests.faults

strength: .venv/warm  ## how strong the levels are; takes hours, see bench/strength.py
	$(BIN)/python -m bench.strength

coverage: .venv/dev  ## which lines of the rules their tests reach, uncompiled
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -m "not slow" tests/games/*/test_rules.py
	$(BIN)/coverage report --include='*/rules.py' --show-missing

messages: .venv/dev  ## bring the translations up to date with the code (FOLDERS=… for some)
	@for folder in $(or $(FOLDERS),src/ludotheque $(wildcard src/ludotheque/games/*/)); do \
	    locale=$$folder/locale; test $$folder != src/ludotheque || locale=src/ludotheque/i18n/locale; \
	    mkdir -p $$locale; \
	    $(BIN)/pybabel -q extract -F babel.cfg --no-default-keywords -k _ -k plural:1,2 \
	        -k marked_for_translation --no-location --omit-header -o $$locale/messages.pot $$folder; \
	    for language in $(LANGUAGES); do \
	        test -f $$locale/$$language.po \
	            || $(BIN)/pybabel -q init -l $$language -i $$locale/messages.pot -o $$locale/$$language.po; \
	        $(BIN)/pybabel -q update -N --ignore-obsolete --omit-header --no-wrap -l $$language \
	            -i $$locale/messages.pot -o $$locale/$$language.po; \
	    done; rm $$locale/messages.pot; done

pins:  ## choose the newest versions anew (needs uv on the PATH)
	for set in play dev bench; do uv pip compile -q --universal --python-version 3.11 --upgrade \
	    --generate-hashes --no-header --extra $$set \
	    --no-emit-package ludotheque pyproject.toml -o requirements/$$set.txt; done

clean:  ## forget the .venv
	rm -rf .venv

.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo 'Ludothèque needs Python 3.11 or newer; try: make PYTHON=python3.11'; exit 1; }
	@echo '[1/2] making .venv'
	@$(PYTHON) -m venv .venv

.venv/play: requirements/play.txt pyproject.toml | .venv
	@echo '[2/2] installing the libraries (about 60 MB; half a minute on a good line)'
	@$(PIP) -r requirements/play.txt
	@$(PIP:--require-hashes=) -q --no-deps --no-build-isolation --editable .
	@touch $@

.venv/warm: .venv/play $(KERNELS)
	@echo 'compiling the games, once'
	@$(BIN)/ludotheque warm
	@touch $@

.venv/dev .venv/bench: .venv/%: requirements/%.txt $(EXAMPLES:=/pyproject.toml) | .venv/play
	@echo 'installing what $* needs'
	@$(PIP) -r requirements/$*.txt
	@$(PIP:--require-hashes=) -q --no-deps --no-build-isolation $(addprefix --editable ,$(EXAMPLES))
	@touch $@

.venv/train: requirements/train.txt | .venv/play
	@echo 'installing PyTorch (about 200 MB)'
	@$(PIP:--require-hashes=) -q -r requirements/train.txt
	@touch $@
