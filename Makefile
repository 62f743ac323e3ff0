# Everything a contributor runs. Each target works alone on a fresh clone.

PYTHON ?= $(shell for found in python3.11 python3 python3.13 python3.12; do \
	$$found -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$found && break; done)
BIN := .venv/bin
STAMP := .venv/.installed

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help setup demo test check docs bench dist clean
.SILENT:

help: ## list the targets
	sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(STAMP) ## make .venv with vaultbrain and the tools of development

$(STAMP): pyproject.toml constraints.txt
	test -n "$(PYTHON)" || { echo "Python 3.11 or newer was not found. Name one: make PYTHON=/path/to/python $(MAKECMDGOALS)"; exit 1; }
	echo "Installing into .venv (once; later runs need no network)"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --quiet --constraint constraints.txt --editable . --group dev
	touch $@

demo: $(STAMP) ## serve the demo vault and prove every promise on it
	$(BIN)/python demo/run.py

test: $(STAMP) ## run every test, with coverage
	$(BIN)/python -m pytest -q -n 2 --cov --cov-report=term

check: $(STAMP) ## format, lint, types, architecture, dependencies, spelling, dead code, docs
	$(BIN)/ruff format --quiet --check || { echo "Not formatted. Run: $(BIN)/ruff format"; exit 1; }
	$(BIN)/ruff check --quiet
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo >.venv/imports.txt || { cat .venv/imports.txt; exit 1; }
	$(BIN)/deptry . >.venv/deptry.txt 2>&1 || { cat .venv/deptry.txt; exit 1; }
	$(BIN)/codespell
	$(BIN)/vulture
	$(BIN)/validate-pyproject pyproject.toml >/dev/null
	$(BIN)/python docs/generate.py --check
	echo "All checks passed."

docs: $(STAMP) ## write docs/reference from the code
	$(BIN)/python docs/generate.py

bench: $(STAMP) ## measure speed, memory and answers on the demo vault
	$(BIN)/python benchmarks/run.py

dist: $(STAMP) ## build the wheel and the source distribution into dist/
	rm -rf dist
	$(BIN)/python -m hatchling build

clean: ## remove everything that can be made again
	rm -rf .venv dist build .coverage* htmlcov .hypothesis .mypy_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
