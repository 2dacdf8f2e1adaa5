# The same verbs on your machine and in CI.
#   make run     the portal, at http://localhost:8000 (`outwit play` is for the terminal)
#   make test    build, check and test everything
#   make thorough  the tests, with ten times as many random games, positions and inputs
#   make check   formatting, lint, types, import levels
#   make bench   how fast, against hand-written C
#   make train GAME=…  the network of a game, from self-play on; WITH='--games 1000 …' says how
#   make book GAME=…   the opening book of a game; WITH='--positions 1000 …' says how
#   make docs    draw the class diagram and the README's pictures, and write the report's page anew
#   make lock    write requirements.lock anew: every package of the portal, with its hashes
#   make audit   look for known faults in those packages; needs the network
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd')
COMPILED := $(VENV)/.compiled
BUILT := $(VENV)/.built
# Two more than two processors: some tests wait.
PARALLEL := -n 4 --dist worksteal
# What has compiled modules, or checks them; everything else is the same code either way.
HOT := core engine games geometry testing
# Packages are installed while modules are compiled, and types checked while tests run.
MAKEFLAGS += -j2
# Python keeps what it has compiled, whatever the shell says: every worker of pytest would do it again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: build run test thorough check interpreted bench train book docs lock audit clean

build: $(BUILT)

$(VENV)/.made:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet 'pip>=23' 'setuptools>=77' 'Cython>=3.1'
	touch $@

$(VENV)/.installed: $(VENV)/.made pyproject.toml setup.py
	OUTWIT_PURE=1 $(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[dev]'
	touch $@

# A stale extension would shadow an edit, so everything below rebuilds first.
$(COMPILED): $(VENV)/.made setup.py $(SOURCES)
	$(BIN)/python setup.py --quiet build_ext --inplace --parallel 2
	$(BIN)/python -m compileall -q src
	touch $@

$(BUILT): $(VENV)/.installed $(COMPILED)
	touch $@

# What some tests need beside Python. Without it they say so and are skipped.
$(VENV)/.packages: $(VENV)/.made
	for pair in bwrap:bubblewrap tmux:tmux chromium:chromium initdb:postgresql; do \
		command -v $${pair%:*} >/dev/null || ls /usr/lib/postgresql/*/bin/$${pair%:*} >/dev/null 2>&1 \
			|| { [ "$$(id -u)" = 0 ] && DEBIAN_FRONTEND=noninteractive \
				apt-get install -qq -y --no-install-recommends $${pair#*:} >/dev/null; } \
			|| echo "$${pair#*:} is not installed"; \
	done
	{ command -v npm >/dev/null && npm install --silent --no-audit --no-fund --prefix $(VENV)/axe axe-core >/dev/null; } \
		|| echo 'axe-core is not installed'
	touch $@

run: build
	@$(BIN)/outwit serve

check: build
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check interpreted $(VENV)/.packages
	$(BIN)/pytest $(PARALLEL)

thorough: build $(VENV)/.packages
	OUTWIT_TEST_TIMES=10 $(BIN)/pytest $(PARALLEL)

interpreted: build
	$(BIN)/pytest --interpreted $(PARALLEL) $(HOT:%=tests/%) tests/test_*.py $(HOT:%=src/outwit/%) \
		README.md docs/core.md docs/engine.md

bench: build
	$(BIN)/python bench/perft.py
	$(BIN)/python bench/startup.py

train: build
	@test -n "$(GAME)" || { echo 'make train needs a game: make train GAME=…; outwit games lists them'; exit 2; }
	$(BIN)/python -m outwit.research.training all $(GAME) $(WITH)

book: build
	@test -n "$(GAME)" || { echo 'make book needs a game: make book GAME=…; outwit games lists them'; exit 2; }
	$(BIN)/python -m outwit.research.books $(GAME) $(WITH)

docs: build
	$(BIN)/python -m docs.uml
	$(BIN)/python -m docs.report
	$(BIN)/python -m docs.pictures
	$(BIN)/python -m docs.portal_pictures

lock: build
	$(BIN)/python deploy/lock.py

# In an environment of its own: what looks for faults is no part of the portal. Strict, because a package
# that nobody has looked up is not one without faults.
AUDIT := $(VENV)/audit
audit: $(VENV)/.made
	@test -x $(AUDIT)/bin/pip-audit \
		|| { $(PYTHON) -m venv $(AUDIT) && $(AUDIT)/bin/pip install pip-audit; } >$(VENV)/audit.log 2>&1 \
		|| { echo 'make audit: pip-audit cannot be installed without the network'; exit 1; }
	@if $(AUDIT)/bin/pip-audit --requirement requirements.lock --require-hashes --disable-pip --strict \
		--progress-spinner off >$(VENV)/audit.log 2>&1; then cat $(VENV)/audit.log; \
	elif grep -q '^Name ' $(VENV)/audit.log; then cat $(VENV)/audit.log; exit 1; \
	else echo 'make audit: the list of known faults cannot be reached, or does not know every package'; exit 1; fi

clean:
	rm -rf $(VENV) build src/*.egg-info
	find src -name '*.so' -delete
