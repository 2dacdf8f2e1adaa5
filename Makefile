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
#   make docs    the site, from docs/ and the docstrings, into build/site
#   make pictures  draw the pictures of the pages anew; those of the portal need Chromium
#   make lock    write requirements.lock: every package of the portal, with its hashes; needs uv
#   make audit   look for known faults in those packages; needs the network
#   make release check the version, build and try the files of a release in dist/; publishes nothing
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd')
# What `make run` installs: the portal and the terminal. `make test` and `make check` add the rest.
EXTRAS := server,terminal
# More than two processors need, because some tests wait.
PARALLEL := --workers 3
# What has compiled modules; everything else is the same code either way.
HOT := core engine games geometry
# Of the tests beside the folders, those that look at modules as they are loaded.
LOADED := face headers
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

.PHONY: build developed run test thorough check interpreted fuzz bench train tune book docs pictures lock audit clean

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
	$(BIN)/pytest --interpreted $(PARALLEL) $(HOT:%=tests/%) $(LOADED:%=tests/test_%.py)

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
	$(BIN)/python -m training.networks all $(GAME) $(WITH)

tune: developed
	@test -n "$(GAME)" || { echo 'make tune needs a game: make tune GAME=…; outwit games lists them'; exit 2; }
	$(BIN)/python -m training.tuning $(GAME) $(WITH)

book: developed
	@test -n "$(GAME)" || { echo 'make book needs a game: make book GAME=…; outwit games lists them'; exit 2; }
	$(BIN)/python -m training.books $(GAME) $(WITH)

# Warnings are errors: a broken link or anchor, a page that the sidebar lacks, a docstring that cannot be read.
docs: developed
	$(BIN)/python -m docs.reference
	@rm -rf build/site
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --fresh-env --builder html \
		--doctree-dir build/doctrees docs build/site
	@echo 'The site: build/site/index.html'

pictures: developed
	$(BIN)/python -m docs.pictures
	$(BIN)/python -m docs.portal_pictures

# For every system and every Python from 3.11 on, in one file with markers.
lock: $(VENV)/.made
	@uv=$(BIN)/uv; test -x $$uv || uv=uv; command -v $$uv >/dev/null \
		|| { echo 'make lock: uv is not installed. Install it: pip install uv'; exit 1; }; \
	$$uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-build --upgrade \
		--no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
		--extra server --extra postgresql --extra lti --output-file requirements.lock pyproject.toml

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

$(VENV)/.releasable: $(VENV)/.developed
	@echo 'Installing what a release needs'
	@scripts/environment $(VENV) install dev,release
	@touch $@

release: $(VENV)/.releasable
	@$(BIN)/python scripts/release.py

clean:
	rm -rf $(VENV) build src/*.egg-info
	find src -name '*.so' -delete
