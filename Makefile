# make run        compile NPB CG with mapper, run it in four versions, print one table
# make test       the tests for each change: less than 20 minutes on two cores
# make test-all   all tests: some hours on two cores; docs/tests.md has when to run them
# make lint       linters, types, import rules, and the warnings of the run-time library
# make check      make lint, and the unit tests: a few minutes
# make peers PEERS=FOLDER   run the OpenMP tests of other compilers; docs/peers.md has where they come from
# make golden     rewrite the golden files; look at the differences before you commit them
# make site       build the pages as a site, in build/site
# make clean      remove what these commands made, except .venv and mapper's caches
#
# Everything is installed into .venv; the system needs python3 (3.11 or later) with venv, gcc and make.

# Each test that starts mapper would compile its modules anew.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# without the flags of this make, which would be those of projects that tests build
PYTEST := MAKEFLAGS= $(BIN)/pytest

# Most tests compile and run programs of their own; more workers than cores do not help.
WORKERS ?= $(shell nproc)

.DELETE_ON_ERROR:
.PHONY: help run test test-all lint ruff mypy imports runtime check peers golden site clean

help:
	@sed -n 's/^# \{0,1\}//p; /^$$/q' Makefile

run: $(VENV)/installed
	$(BIN)/python -m benchmarks.show_cg

test: $(VENV)/installed-dev runtime
	$(PYTEST) -n $(WORKERS) -m "not slow"

test-all: $(VENV)/installed-dev runtime
	$(PYTEST) -n $(WORKERS)

# With -j these run beside each other, and beside tests.
lint: ruff mypy imports runtime

ruff: $(VENV)/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

mypy: $(VENV)/installed-dev
	$(BIN)/mypy

imports: $(VENV)/installed-dev
	$(BIN)/lint-imports

runtime:
	$(MAKE) -s -C mapper/runtime BUILD=$(CURDIR)/build/runtime

check: lint
	$(PYTEST) -q -n $(WORKERS) -m "not slow and not opencl and not oclgrind" tests/unit

peers: $(VENV)/installed-dev
	@test -n "$(PEERS)" || { echo "name the folder with the tests: make peers PEERS=FOLDER" >&2; exit 1; }
	$(BIN)/python -m tests.peers $(PEERS)

golden: $(VENV)/installed-dev
	$(PYTEST) -q tests/golden --update-golden

site: $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[site]'
	$(BIN)/mkdocs build --quiet
	@echo "build/site/index.html"

clean:
	rm -rf build mapper_openmp.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	$(MAKE) -C benchmarks/npb clean
	find mapper training tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "mapper needs Python 3.11 or later; name one with make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/installed: pyproject.toml $(VENV)/created
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[all]'
	$(BIN)/python -m compileall -q mapper training
	touch $@

$(VENV)/installed-dev: pyproject.toml $(VENV)/created
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev]'
	$(BIN)/python -m compileall -q mapper training benchmarks tests
	touch $@ $(VENV)/installed
