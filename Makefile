# setup   .venv from requirements.lock, and Java for Spark
# demo    a simulated farm system through the whole pipeline, to a manager's file
# test    every test; the real-data ones need SKIPPER_DATA, those of pages in a browser what `browser` gets
#         (PYTEST_ARGS: further arguments of pytest, for this and fresh-test)
# cluster-test  builds on a Spark cluster of this machine
# fresh-test  demo and test in a minimal Debian 12, made for it and removed again; needs root
# browser Chromium from apt and axe-core from npm, for the tests only
# wheel   the sdist and, from it, the wheel in dist/
# smoke   the wheel in an empty environment: versions and the demo
# docs    the generated pages, and the documentation's site in site/
# lint    ruff, mypy, and the direction of imports
# lock    requirements.lock from pyproject.toml
.PHONY: setup demo test cluster-test fault-test fresh-test browser wheel smoke docs lint lock clean

VENV := .venv
STAMP := $(VENV)/.installed
BROWSER := $(VENV)/.browser

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml scripts/setup.sh scripts/apt.sh scripts/packages.sh
	bash scripts/setup.sh $(VENV)
	@touch $@

demo: setup
	$(VENV)/bin/skipper demo --out demo

# Without a browser its tests are skipped, or fail where SKIPPER_BROWSER=required. Two processes, each with Spark, take a
# file at a time, by name: the longest, test_browser and test_build, come early, and the last are short.
test: setup
	@$(MAKE) --no-print-directory --silent browser || echo "the tests of pages in a browser cannot run"
	$(VENV)/bin/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --durations=40 $(PYTEST_ARGS)

cluster-test: setup
	SKIPPER_CLUSTER=1 $(VENV)/bin/python -m pytest tests/test_cluster.py $(PYTEST_ARGS)

# 10,000 mutated inputs, all trials of the tests that try a quarter of them otherwise, 50 whole builds with a damaged
# file, 50 with damaged books and 50 killed builds: over an hour.
fault-test: setup
	SKIPPER_MUTATIONS=400 $(VENV)/bin/python -m pytest -n 2 tests/test_readers_mutated.py $(PYTEST_ARGS)
	SKIPPER_TRIALS=all $(VENV)/bin/python -m pytest -n 2 $$(grep -l '^from trials' tests/test_*.py) $(PYTEST_ARGS)
	SKIPPER_MUTATED_BUILDS=50 SKIPPER_KILLS=50 $(VENV)/bin/python -m pytest -n 0 -s \
		tests/test_builds_mutated.py tests/test_books_damaged.py tests/test_kills.py $(PYTEST_ARGS)

fresh-test:
	bash scripts/fresh_test.sh

browser: $(BROWSER)

$(BROWSER): tests/browser/package-lock.json scripts/setup_browser.sh scripts/apt.sh | $(STAMP)
	bash scripts/setup_browser.sh $(VENV)
	@touch $@

# hatchling of requirements.lock builds both; nothing is downloaded.
wheel: setup
	rm -rf dist
	$(VENV)/bin/python -m hatchling build -t sdist -d dist
	$(VENV)/bin/python -m pip wheel --quiet --no-build-isolation --no-deps -w dist dist/*.tar.gz

smoke: wheel
	bash scripts/smoke_wheel.sh $(VENV)

docs: setup
	$(VENV)/bin/python scripts/generate_docs.py
	$(VENV)/bin/zensical build --strict

lint: setup
	$(VENV)/bin/ruff check src tests benchmarks scripts
	$(VENV)/bin/ruff format --check src tests benchmarks scripts
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-logo

lock: | $(STAMP)
	$(VENV)/bin/uv pip compile --quiet --generate-hashes --python-version 3.11 --no-emit-index-url \
	    --no-emit-find-links --no-annotate --custom-compile-command "make lock" \
	    --extra dev pyproject.toml -o requirements.lock

clean:
	rm -rf $(VENV) demo dist site .cache tests/browser/node_modules
