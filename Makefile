# These targets install everything the project needs: Python packages into .venv, the client's packages next to it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Bytecode is compiled when a module is first used; most modules never are.
INSTALL = $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check
STAMPS := .stamps
CLIENT := src/stockade/web/client
NPM = $(BIN)/python scripts/node.py npm --prefix $(CLIENT) --no-audit --no-fund --loglevel=error
DIST := src/stockade/web/dist/index.html
CLIENT_SOURCES := $(shell find $(CLIENT) -type f -not -path '*/node_modules/*' 2>/dev/null)
LIBRARIES := src/stockade/libraries
PORT ?= 8000

# Tests start many processes, and without bytecode each of them would compile every source again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test warm test-deep gallery check audit types languages format coverage bench bench-load bench-strength client wheel clean help

help:
	@echo "make play         set everything up and open the games in the browser"
	@echo "make test         set everything up and run every check"
	@echo "make test-deep    the checks that take longer"
	@echo "make gallery      pictures of everything the client shows, on one page"
	@echo "make check        style, types and the client's own checks alone"
	@echo "make audit        look for known holes in the packages that are used; needs the internet"
	@echo "make coverage     which lines no test reaches"
	@echo "make format       put every source into the house style"
	@echo "make types        write the client's types after a change of the web API"
	@echo "make languages    collect the texts that people read, after a change of any"
	@echo "make bench        speed and memory"
	@echo "make bench-load   how many moves a second a server carries"
	@echo "make wheel        build the package with the client and the compiled games in it"

play: $(STAMPS)/play $(DIST)
	$(BIN)/stockade serve --open --port $(PORT)

# Checks and compiling share the cores. The tests use one process more than cores, because some wait for a browser.
test: $(STAMPS)/test $(STAMPS)/client-tools $(DIST)
	$(MAKE) -j2 check warm
	$(BIN)/python -m pytest -m "not deep" -n 3 --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS)

# Compile every game as it is played, and again with bounds checks.
warm: $(STAMPS)/test
	$(BIN)/stockade compile
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 $(BIN)/stockade compile

test-deep: $(STAMPS)/test $(STAMPS)/train $(STAMPS)/client-tools $(DIST)
	$(BIN)/python -m pytest $(PYTEST_ARGS)

gallery: $(STAMPS)/test $(DIST)
	$(BIN)/python tests/browser/gallery.py $(GALLERY_ARGS)

coverage: $(STAMPS)/test $(DIST)
	$(BIN)/python -m pytest -m "not deep and not browser" -n 3 --dist loadfile --cov=stockade $(PYTEST_ARGS)

check: $(STAMPS)/test $(STAMPS)/client-tools $(DIST)
	$(BIN)/ruff check src tests bench scripts examples
	$(BIN)/ruff format --check -q src tests bench scripts examples
	$(BIN)/mypy
	$(BIN)/python scripts/api_types.py --check
	$(BIN)/python scripts/catalogues.py --check
	$(NPM) run lint
	$(NPM) run check
	$(NPM) test

# A package that cannot be looked up is an error, so that nothing counts as safe by mistake.
audit: $(STAMPS)/test $(STAMPS)/client-tools
	$(INSTALL) 'pip-audit>=2.9'
	@mkdir -p build
	$(BIN)/python -m pip freeze --quiet --exclude-editable > build/requirements.txt
	$(BIN)/pip-audit --strict --no-deps --disable-pip --progress-spinner off --requirement build/requirements.txt
	$(BIN)/python scripts/node.py npm --prefix $(CLIENT) audit

format: $(STAMPS)/test $(STAMPS)/client-tools
	$(BIN)/ruff check --fix src tests bench scripts examples
	$(BIN)/ruff format src tests bench scripts examples
	$(NPM) run format

types: $(STAMPS)/test $(STAMPS)/client-tools
	$(BIN)/python scripts/api_types.py

languages: $(STAMPS)/test
	$(BIN)/python scripts/catalogues.py

bench: $(STAMPS)/bench wheel
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/vector.py
	$(BIN)/python bench/shelf.py

bench-load: $(STAMPS)/test
	STOCKADE_LIMITS=off $(BIN)/python -m bench.load --matches 1000 --rate 200 --seconds 60
	STOCKADE_LIMITS=off $(BIN)/python -m bench.load --matches 1000 --rate 200 --find

bench-strength: $(STAMPS)/bench
	$(BIN)/python bench/strength.py

client: $(DIST)

# The wheel contains every game, compiled for any x86-64 processor with AVX2, so users never wait for the compiler.
wheel: $(STAMPS)/test $(DIST)
	rm -rf dist
	$(BIN)/python scripts/libraries.py
	$(BIN)/python -m build --wheel
	rm -rf $(LIBRARIES)

clean:
	rm -rf $(VENV) $(STAMPS) $(CLIENT)/node_modules src/stockade/web/dist $(LIBRARIES) dist build

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stockade needs Python 3.11 or newer; say PYTHON=...")'
	$(PYTHON) -m venv $(VENV)

$(STAMPS)/play: pyproject.toml | $(BIN)/python
	$(INSTALL) -e .
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/test: pyproject.toml scripts/apt.sh scripts/browser.sh scripts/services.sh | $(BIN)/python
	$(INSTALL) -e '.[test]'
	bash scripts/browser.sh
	bash scripts/services.sh
	@mkdir -p $(STAMPS) && touch $@ $(STAMPS)/play

$(STAMPS)/bench: pyproject.toml | $(BIN)/python
	$(INSTALL) -e '.[bench]'
	@mkdir -p $(STAMPS) && touch $@

# PyTorch with CUDA takes gigabytes, so `make test` does without. One that is installed already is kept, and
# `make test-deep TORCH=torch==VERSION` chooses another.
$(STAMPS)/train: pyproject.toml | $(STAMPS)/test
	$(INSTALL) $(TORCH) -e '.[train]'
	@mkdir -p $(STAMPS) && touch $@

# The client is rebuilt only when one of its files has changed. Playing needs fewer packages than checking.
$(DIST): $(CLIENT_SOURCES) scripts/node.py | $(STAMPS)/client
	$(NPM) run build
	@touch $@

$(STAMPS)/client: $(CLIENT)/package-lock.json scripts/node.py | $(BIN)/python
	$(NPM) ci --omit=dev
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/client-tools: $(CLIENT)/package-lock.json scripts/node.py | $(BIN)/python
	$(NPM) ci
	@mkdir -p $(STAMPS) && touch $@ $(STAMPS)/client
