# The same verbs on your machine and in CI.
#   make run     build, and start the portal at http://localhost:8000
#   make build   .venv with the command outwit, and the compiled modules
#   make test    build, check and test everything
#   make thorough  the tests, with ten times as many random games, positions and inputs
#   make fuzz    look for inputs that break a reader; MINUTES=20 for each target, TARGET=records for one
#   make check   formatting, lint, types, import levels
#   make bench   how fast, against hand-written C
#   make train GAME=…  the network of a game, from self-play on; WITH='--games 1000 …' says how
#   make tune GAME=…   the numbers of a game's search, by self-play; WITH='--nodes 100000 …' says how
#   make book GAME=…   the opening book of a game; WITH='--positions 1000 …' says how
#   make docs    draw the class diagram and the README's pictures, and write the report's page anew
#   make lock    write requirements.lock anew: every package of the portal, with its hashes
#   make audit   look for known faults in those packages; needs the network
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd')
# What `make run` installs: the portal and the terminal. `make test` and `make check` add the rest.
EXTRAS := server,terminal
# One more than two processors, because some tests wait. Each needs seven seconds to collect the
# tests, and starts a browser, two portals and a PostgreSQL server of its own.
PARALLEL := -n 3 --dist worksteal
# What has compiled modules, or checks them; everything else is the same code either way.
HOT := core engine games geometry testing
# Of the tests beside the folders, those that look at modules as they are loaded.
LOADED := design errors face headers
# Packages are installed while modules are compiled, and types checked while tests run.
MAKEFLAGS += -j2
# Python keeps what it has compiled, whatever the shell says: every worker of pytest would do it again.
unexport PYTHONDONTWRITEBYTECODE
# A compiler cache, if there is one, knows the modules of every clone.
ifeq ($(origin CC),default)
ifneq ($(shell command -v ccache),)
export CC := ccache cc
export CCACHE_BASEDIR := $(CURDIR)
endif
endif
# An environment knows its own path. In a clone that was moved or copied it is made anew.
ifneq ($(wildcard $(VENV)/.made),)
ifneq ($(shell cat $(VENV)/.made),$(CURDIR))
$(info This folder was moved: $(VENV) is made anew.)
$(shell rm -rf $(VENV))
endif
endif

.PHONY: build developed run test thorough check interpreted fuzz bench train tune book docs lock audit clean

build: $(VENV)/.built

developed: $(VENV)/.built $(VENV)/.developed

$(VENV)/.made:
	@echo 'Making $(VENV)'
	@PYTHON='$(PYTHON)' scripts/environment $(VENV) make
	@pwd -P >$@

$(VENV)/.installed: $(VENV)/.made pyproject.toml setup.py
	@echo 'Installing what the portal and the terminal need'
	@scripts/environment $(VENV) install $(EXTRAS)
	@touch $@

# A stale extension would shadow an edit, so everything below rebuilds first.
$(VENV)/.compiled: $(VENV)/.made setup.py $(SOURCES)
	@echo 'Compiling: about a minute the first time'
	@$(BIN)/python setup.py --quiet build_ext --inplace --parallel 2 >$(VENV)/compile.log 2>&1 \
		|| { cat $(VENV)/compile.log; exit 1; }
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/.built: $(VENV)/.installed $(VENV)/.compiled
	@touch $@

$(VENV)/.developed: $(VENV)/.installed
	@echo 'Installing what the checks and tests need'
	@scripts/environment $(VENV) install dev
	@touch $@

# Tools of some tests. What cannot be installed now is tried again the next time.
$(VENV)/.tools: $(VENV)/.made
	@scripts/test-tools $(VENV)/npm && touch $@ || true

run: build
	@$(BIN)/outwit serve

check: developed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check interpreted $(VENV)/.tools
	$(BIN)/pytest $(PARALLEL)

thorough: developed $(VENV)/.tools
	OUTWIT_TEST_TIMES=10 $(BIN)/pytest $(PARALLEL)

interpreted: developed
	$(BIN)/pytest --interpreted $(PARALLEL) $(HOT:%=tests/%) tests/fuzz $(LOADED:%=tests/test_%.py) $(HOT:%=src/outwit/%) \
		README.md docs/core.md docs/engine.md

# Atheris in a folder of its own: it has no wheels for some machines, and nothing else needs it.
FUZZ := $(VENV)/fuzz
MINUTES ?= 20
fuzz: developed
	@test -d $(FUZZ)/atheris || $(BIN)/python -m pip install --target $(FUZZ) atheris >$(VENV)/fuzz.log 2>&1 \
		|| { echo 'make fuzz: Atheris cannot be installed ($(VENV)/fuzz.log). It needs the network and, where it' \
			'has no wheel, as on aarch64, clang: apt-get install clang'; exit 1; }
	PYTHONPATH=$(FUZZ) $(BIN)/python -m tests.fuzz --minutes $(MINUTES) $(TARGET)

bench: build
	$(BIN)/python bench/perft.py
	$(BIN)/python bench/startup.py

train: developed
	@test -n "$(GAME)" || { echo 'make train needs a game: make train GAME=…; outwit games lists them'; exit 2; }
	$(BIN)/python -m outwit.research.training all $(GAME) $(WITH)

tune: developed
	@test -n "$(GAME)" || { echo 'make tune needs a game: make tune GAME=…; outwit games lists them'; exit 2; }
	$(BIN)/python -m outwit.research.tuning $(GAME) $(WITH)

book: developed
	@test -n "$(GAME)" || { echo 'make book needs a game: make book GAME=…; outwit games lists them'; exit 2; }
	$(BIN)/python -m outwit.research.books $(GAME) $(WITH)

docs: developed
	$(BIN)/python -m docs.uml
	$(BIN)/python -m docs.report
	$(BIN)/python -m docs.pictures
	$(BIN)/python -m docs.portal_pictures

lock: developed
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
