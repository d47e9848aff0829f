# Two commands do everything: `make hunt` and `make test`. See README.md.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TEST_WORKERS ?= 2
# Compiling gadfly anew at each of hundreds of starts takes longer than the tests themselves.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup hunt test lint format clean

setup: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "gadfly needs Python 3.11 or newer: set PYTHON=/path/to/python3" >&2; exit 3; }
	@$(PYTHON) -c 'import venv, ensurepip' || \
		{ echo "Python's venv is missing: apt install python3-venv" >&2; exit 3; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

# A real finding in a current release: yices 2.6.5 forgets what it has refuted.
hunt: setup
	@$(BIN)/gadfly hunt yices2@2.6.5 --technique formulas-mixed --default-options --logic QF_BV \
		--trials 800 --random-seed 2 --out hunts/first; \
		code=$$?; [ $$code -le 1 ] || exit $$code

test: setup
	$(BIN)/python -m pytest -n $(TEST_WORKERS) --dist loadscope

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench-%: setup
	$(BIN)/python -m bench.$* $(ARGS)

clean:
	rm -rf $(VENV) hunts .mypy_cache .ruff_cache .pytest_cache .hypothesis
