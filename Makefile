# `make setup` needs Python 3.11+, Node 20+ and git. Everything stays in .venv and node_modules.
PYTHON ?= python3
PIP = .venv/bin/python -m pip --disable-pip-version-check
TORCH = $(shell grep '^torch==' constraints.txt)

.PHONY: help setup demo vsix test coverage lint bench docs e2e inhost clean

help:
	@echo "make setup   install everything into .venv (the command is .venv/bin/rca)"
	@echo "make demo    analyze a crash of the example app"
	@echo "make vsix    package the VS Code extension, its server inside"
	@echo "make test    run all tests"
	@echo "make coverage   statements of each tool that its tests reach, at least 95 %"
	@echo "make lint    ruff, mypy, import rules, eslint"
	@echo "make bench   measure speed and accuracy"
	@echo "make docs    write the generated pages and types again"
	@echo "make e2e     make inhost, then drive the packaged extension in a real VS Code (slow the first time)"
	@echo "make inhost  run the extension's tests inside the extension host of a real VS Code"

setup: .venv/.installed vscode-extension/node_modules/.installed compile

# Torch first, as a CPU build where pip can find one: the default build for Linux brings GBs of CUDA.
.venv/.installed: pyproject.toml constraints.txt
	test -x .venv/bin/python || $(PYTHON) -m venv .venv
	$(PIP) install --quiet "$(TORCH)+cpu" || $(PIP) install --quiet "$(TORCH)"
	$(PIP) install --quiet --constraint constraints.txt --editable ".[dev,models,symbols]"
	touch $@

# Optional: without a C compiler all works from the sources. Does nothing where nothing has changed.
.PHONY: compile
compile: .venv/.installed
	.venv/bin/python -m scripts.compile

vscode-extension/node_modules/.installed: vscode-extension/package-lock.json
	cd vscode-extension && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

demo: .venv/.installed
	.venv/bin/python examples/demo.py

vsix: setup
	cd vscode-extension && npm run --silent package
	@echo "Install it: code --install-extension vscode-extension/kotlin-rca-*.vsix"

# In CI tests that tests/flaky.toml lists may be tried again; every other failure fails at once.
# The tests start hundreds of processes: without bytecode on disk each would compile what it imports.
test: export PYTHONDONTWRITEBYTECODE =
test: setup
	.venv/bin/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
	RCA_PURE=1 .venv/bin/python -m pytest -n 2 tests/languages
	cd vscode-extension && npm test

coverage: setup
	mkdir -p .cache
	.venv/bin/python -m coverage run --source=rca/tools -m pytest -q tests/tools
	.venv/bin/python -m coverage report
	.venv/bin/python -m coverage json -q -o .cache/coverage.json
	.venv/bin/python -m scripts.tool_coverage .cache/coverage.json

lint: setup
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	cd vscode-extension && npm run lint && npm run check:contract

bench: .venv/.installed
	.venv/bin/python -m benchmarks

docs: setup
	.venv/bin/rca tools --toolset all --format markdown > docs/tools.md
	.venv/bin/rca tools --toolset all --format schema > docs/tools.schema.json
	.venv/bin/rca tools --toolset all --format openai > docs/tools.openai.json
	.venv/bin/rca tools --toolset all --format prompt > docs/tools.prompt.txt
	.venv/bin/rca settings --format markdown > docs/settings.md
	.venv/bin/python -m scripts.code_map_imports
	cd vscode-extension && npm run contract

e2e: inhost
	tests/e2e/run.sh

inhost: setup
	tests/e2e/inhost.sh

clean:
	rm -rf .venv .demo .cache build dist rca/_compiled vscode-extension/node_modules vscode-extension/server vscode-extension/demo vscode-extension/out vscode-extension/dist
