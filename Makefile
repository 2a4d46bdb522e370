# make run        compile NPB CG with mapper, run it in four versions, print one table
# make test       all tests
# make check      linters, types, import rules and the fast tests: a minute or two on four cores
# make golden     rewrite the golden files; look at the differences before you commit them
# make clean      remove what these commands made, except .venv and mapper's caches
#
# Everything is installed into .venv; the system needs python3 (3.11 or later) with venv, gcc and make.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PYTEST := $(BIN)/pytest

# Most tests compile and run programs of their own; more workers than cores do not help.
WORKERS ?= $(shell nproc)

.DELETE_ON_ERROR:
.PHONY: help run test check golden clean

help:
	@sed -n 's/^# \{0,1\}//p; /^$$/q' Makefile

run: $(VENV)/installed
	$(BIN)/python -m benchmarks.show_cg

test: $(VENV)/installed-dev
	$(PYTEST) -n $(WORKERS)

check: $(VENV)/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(PYTEST) -q -n $(WORKERS) -m "not slow and not opencl and not oclgrind" tests/unit

golden: $(VENV)/installed-dev
	$(PYTEST) -q tests/golden --update-golden

clean:
	rm -rf build mapper.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	$(MAKE) -C benchmarks/npb clean
	find mapper training tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "mapper needs Python 3.11 or later; name one with make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/installed: pyproject.toml $(VENV)/created
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/installed-dev: pyproject.toml $(VENV)/created
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/installed
