# `make` alone prints this help. Needs python3 (3.11 or later, with venv) and make; everything else is fetched.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --require-hashes --only-binary :all:
SEEDS ?= 901,902,903,904,905,906,907,908,909,910
SPINS ?= 200
FOOTAGE := $(wildcard ../shared/footage)
export NOMOREBETS_FOOTAGE ?= $(if $(FOOTAGE),$(abspath $(FOOTAGE)))

.PHONY: help setup setup-dev run test check acceptance bench schemas docs lock kafka clean

help: ## this help
	@echo "nomorebets: cameras in, cited verdicts out, with proof."; echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

setup: $(VENV)/.ready ## make the environment (.venv) that everything runs in

run: $(VENV)/.ready ## everything on this machine: plays the acts, prints address, password, rounds and incidents
	@exec $(BIN)/nomorebets run

test: $(VENV)/.ready-dev ## every test (a broker and a browser too, where Java, Maven and Chromium are to be had)
	$(BIN)/python -m pytest -q -rs -n 2 --dist loadfile --durations 15 $(ARGS)

check: $(VENV)/.ready-dev ## format, lint, types, layers, then the tests
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MAKE) test

acceptance: $(VENV)/.ready-dev ## the acts from pixels, ten unseen seeds each, with and without the desk; 100,000 random events; 200 hard spins, 1,000 clips
	NOMOREBETS_SEEDS=$(SEEDS) NOMOREBETS_RANDOM_EVENTS=100000 $(BIN)/python -m pytest -v tests/acceptance tests/rules/test_properties.py $(ARGS)
	$(BIN)/nomorebets benchmark wheel --spins $(SPINS) --irregular 20 --clips 1000 --idle 600 --memory 60

bench: $(VENV)/.ready-dev ## what it costs and how often it errs: one table, every figure a ratio of this run
	$(BIN)/python -m bench $(ARGS)

schemas: $(VENV)/.ready-dev ## write schemas/json and schemas/asyncapi.yaml anew from the events
	$(BIN)/python -m schemas.generate

docs: $(VENV)/.ready-dev ## write the generated reference pages anew
	$(BIN)/python -m docs.generate

lock: $(VENV)/.ready-dev ## resolve the dependencies anew into the two lock files
	uv pip compile -q --universal --no-emit-index-url --generate-hashes --no-header pyproject.toml -o requirements.lock
	uv pip compile -q --universal --no-emit-index-url --generate-hashes --no-header --extra dev -c requirements.lock pyproject.toml -o tests/requirements.lock

clean: ## forget the environment and what was made (the data folder stays)
	rm -rf $(VENV) deploy/kafka/libs

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { echo "nomorebets: python3 is missing; install Python 3.11 or later (Debian: apt install python3 python3-venv)" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "nomorebets: Python 3.11 or later is needed, this is $$($(PYTHON) --version)" >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "nomorebets: Python's venv is missing (Debian: apt install python3-venv)" >&2; exit 2; }
	@echo "nomorebets: making the environment in $(VENV) (about a minute, once) …" >&2
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.ready: requirements.lock pyproject.toml | $(VENV)/.made
	@$(PIP) -r requirements.lock
	@$(BIN)/python -m pip --disable-pip-version-check install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.ready-dev: tests/requirements.lock $(VENV)/.ready
	@echo "nomorebets: adding what the tests need …" >&2
	@$(PIP) -r tests/requirements.lock
	@touch $@
