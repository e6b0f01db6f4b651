# The two commands of the README are `make serve` and `make test`; both need Python 3.11+ and make, nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOST ?= 127.0.0.1
PORT ?= 8000
GAMES ?= 10000
PLAYED ?= 9000
PIP_AUDIT ?= $(BIN)/pip-audit
SBOM ?= build/sbom.json
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: setup serve check prose test test-slow test-all fast compiled compiled-tests wheels fuzz coverage cards-played mutation bench drills bench-games bench-compiled audit sbom lock clean

# A stamp for each lock, so that a second call costs nothing.
$(VENV)/runtime.stamp: requirements/runtime.txt pyproject.toml setup.py $(wildcard compilation/*.py) riftcheck/__init__.py
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "riftcheck needs Python 3.11 or newer; this is " + sys.version)'
	@echo 'Creating the Python environment $(VENV)'
	@$(PYTHON) -m venv $(VENV)
	@echo 'Installing the packages in requirements/runtime.txt'
	@$(PIP) --require-hashes -r requirements/runtime.txt
	@echo 'Installing riftcheck'
	@RIFTCHECK_COMPILE=0 $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/runtime.stamp requirements/dev.txt
	@echo 'Installing the packages in requirements/dev.txt'
	@$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

setup: $(VENV)/dev.stamp

serve: $(VENV)/runtime.stamp
	@$(BIN)/riftcheck serve --host $(HOST) --port $(PORT)

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/riftcheck cards lint
	$(BIN)/python -m prose

# Banned words and long sentences in everything that people read; `npm ci --prefix prose --ignore-scripts` installs it.
prose: setup
	$(BIN)/python -m prose

# Each process has a stretch of the tests, so that what a module sets up is seldom set up twice. `test` runs the quick
# tests, `test-slow` the others and the property tests with more examples: tests/speeds.py. `make test CHANGED=1` runs
# the quick tests that the changes since the last commit affect, `CHANGED=REV` those since another revision.
# CI calls both, so there `test` gives the property tests all examples and `test-slow` leaves them out.
PROFILE := $(if $(filter 1,$(RIFTCHECK_CI)),default,quick)
NOT_QUICK := $(if $(filter 1,$(RIFTCHECK_CI)),slow,slow or hypothesis)
AFFECTED := $(if $(CHANGED),$$($(BIN)/python -m tests.changed $(CHANGED)))
test: setup
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" --hypothesis-profile=$(PROFILE) $(AFFECTED)

test-slow: setup
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "$(NOT_QUICK)"

test-all: test test-slow

# Games at random with every invariant, then the property tests of readers, codes, search and API with two hundred times
# the examples. `make fuzz GAMES=1000` plays fewer; the seeds are printed, and a game that breaks with its command.
fuzz: setup
	RIFTCHECK_FUZZ_GAMES=$(GAMES) $(BIN)/python -m pytest -n auto tests/engine/test_self_play.py
	$(BIN)/python -m pytest -n auto --hypothesis-profile=fuzz tests/carddb tests/decks tests/api

# What each rule of the game has: a scenario, a place in the code, or a reason for neither; what is played of each card.
coverage: setup
	$(BIN)/python -m ledger

# The games at random from which `coverage` tells what each card did; a run that was stopped goes on.
cards-played: setup
	$(BIN)/python -m ledger play --games $(PLAYED)

# A compiled riftcheck in place of the editable one, until `make setup`, `serve` or `test` puts that back.
fast: setup
	RIFTCHECK_COMPILE=1 $(PIP) --no-deps --no-build-isolation --force-reinstall .
	rm $(VENV)/runtime.stamp
	$(BIN)/riftcheck --version

# What is compiled, in a copy of the tree; there the same bytes as from the tree itself, and the tests that
# tests/compiled_tests.yaml lists. `compiled-tests` chooses these by coverage, from the quick tests in these folders.
COMPILED_TESTS := tests/engine tests/scenario tests/scenarios tests/goldfish tests/api/games tests/cli/play_table
compiled: setup
	rm -rf build/compiled && mkdir -p build/compiled
	git ls-files -z | tar --null -T - -cf - | tar -xf - -C build/compiled
	cd build/compiled && RIFTCHECK_COMPILE=1 $(CURDIR)/$(BIN)/python setup.py -q build_ext --inplace
	$(BIN)/python -m tests.compilation.same_bytes . build/compiled
	cd build/compiled && PYTHONPATH=. $(CURDIR)/$(BIN)/python -m pytest -n auto --dist worksteal -m compiled $(COMPILED_TESTS)

# A process for each folder; what coverage.py cannot see, such as the workers of Dask, is no reason to choose a test.
compiled-tests: setup
	rm -rf build/compiled-tests
	@for folder in $(COMPILED_TESTS); do $(BIN)/python -m tests.compiled_choice measure $$(echo $$folder | tr / -) -m "not slow and not interpreted_only" $$folder || exit; done
	$(BIN)/python -m tests.compiled_choice choose

# A compiled wheel in dist/ for each CPython 3.11 or newer on this machine, tried in an environment of its own.
wheels: setup
	$(BIN)/python -m compilation.wheels

# Each mutant of the rules, of costs and of the reader by the test that kills it: docs/mutation.md.
mutation: setup
	$(BIN)/python -m tests.mutation run

bench: setup
	$(BIN)/python -m bench

drills: setup
	$(BIN)/python -m drills

# What games cost, stored for the build that plays them: here, and in the copy of the tree that `make compiled` leaves.
# BENCH_PYTHON names another Python of the same version, which finds the packages of `.venv`: one that is built with its
# optimisations.
GAMES_COST := engine goldfish real_lists curves endurance --store
BENCH_PYTHON ?= $(CURDIR)/$(BIN)/python
PACKAGES = $$($(CURDIR)/$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
bench-games: setup
	PYTHONPATH=".:$(PACKAGES)" $(BENCH_PYTHON) -m bench $(GAMES_COST)

bench-compiled: setup
	cd build/compiled && PYTHONPATH=".:$(PACKAGES)" $(BENCH_PYTHON) -m bench $(GAMES_COST) --results $(CURDIR)/bench/results.json

# Known faults of whatever is locked, for any system and Python; what cannot be audited is a fault. Needs the network.
audit: setup
	$(BIN)/python -m supply.audit --pip-audit $(PIP_AUDIT)

# What the image installs, as CycloneDX: by the lock alone, so it is the same wherever and whenever it is made.
sbom: setup
	mkdir -p $(dir $(SBOM))
	env -u SOURCE_DATE_EPOCH $(BIN)/cyclonedx-py requirements requirements/all.txt --pyproject pyproject.toml --mc-type application --index-url https://pypi.org/simple --output-reproducible --validate --output-format JSON --output-file $(SBOM)

# Needs uv; writes the locks anew from pyproject.toml: the program, the program with its extras for the image, the tests,
# and what compiles it there.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header pyproject.toml requirements/build.in -o requirements/runtime.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --extra dev -c requirements/runtime.txt pyproject.toml requirements/build.in -o requirements/dev.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --extra all -c requirements/dev.txt pyproject.toml requirements/build.in -o requirements/all.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -c requirements/dev.txt requirements/compiler.in -o requirements/compiler.txt

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache
