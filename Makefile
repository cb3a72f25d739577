# `make setup` needs Python 3.11+, Node 20+ and git. Everything stays in .venv and node_modules.
PYTHON ?= $(if $(filter Windows_NT,$(OS)),python,python3)
# Where an environment has its programs. On Windows use the make and the shell of Git for Windows or MSYS2.
BIN = .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP = $(BIN)/python -m pip --disable-pip-version-check
TORCH = $(shell grep '^torch==' constraints.txt)

.PHONY: help setup demo vsix platform-vsix lock site lint-distribution platform-e2e test coverage lint bench docs e2e inhost clean

help:
	@echo "make setup   install everything into .venv (the command is .venv/bin/rca)"
	@echo "make demo    analyze a crash of the example app"
	@echo "make vsix    package the VS Code extension, its server inside"
	@echo "make platform-vsix TARGET=linux-x64   the same with all wheels of a platform inside: no network at the first start"
	@echo "make site    build the pages as a searchable site"
	@echo "make lint-distribution   check the workflows, the Dockerfile, the lock and what directories are told"
	@echo "make platform-e2e   install and start the extension of linux-x64 without a network"
	@echo "make lock    write requirements.lock again"
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
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install --quiet "$(TORCH)+cpu" || $(PIP) install --quiet "$(TORCH)"
	$(PIP) install --quiet --constraint constraints.txt --editable ".[dev,models,symbols]"
	touch $@

# Optional: without a C compiler all works from the sources. Does nothing where nothing has changed.
.PHONY: compile
compile: .venv/.installed
	$(BIN)/python -m scripts.compile

vscode-extension/node_modules/.installed: vscode-extension/package-lock.json
	cd vscode-extension && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

demo: .venv/.installed
	$(BIN)/python examples/demo.py

vsix: setup
	cd vscode-extension && npm run --silent package
	@echo "Install it: code --install-extension vscode-extension/kotlin-rca-*.vsix"

# Fetches some 330 MB the first time; they are kept in .cache/wheels.
platform-vsix: setup
	cd vscode-extension && npm run --silent package -- --target $(TARGET)

lock: setup
	$(PIP) install --quiet --constraint constraints.txt --editable ".[lock]"
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m scripts.distribution.dependency_lock

# In an environment of its own: nothing of it is needed for anything else.
site:
	test -x .cache/site/$(notdir $(BIN))/python || $(PYTHON) -m venv .cache/site
	.cache/site/$(notdir $(BIN))/python -m pip --disable-pip-version-check install --quiet --require-hashes --requirement scripts/site/requirements.lock
	$(PYTHON) -m scripts.site.site_source .cache/site-source
	cd .cache/site-source && ../site/$(notdir $(BIN))/python -m mkdocs build --strict --site-dir ../../build/site
	@echo "open build/site/index.html"

lint-distribution: setup
	test -x .cache/linters/$(notdir $(BIN))/python || $(PYTHON) -m venv .cache/linters
	.cache/linters/$(notdir $(BIN))/python -m pip --disable-pip-version-check install --quiet --only-binary :all: --requirement scripts/distribution/linters.txt
	.cache/linters/$(notdir $(BIN))/actionlint -shellcheck=
	.cache/linters/$(notdir $(BIN))/hadolint distribution/Dockerfile
	$(BIN)/python -m scripts.distribution.directories --check
	$(BIN)/python -m scripts.distribution.dependency_lock --check

# The extension of this machine's platform, installed and started without a network.
platform-e2e: TARGET = linux-x64
platform-e2e: platform-vsix
	tests/e2e/platform_vsix.sh vscode-extension/kotlin-rca-$(TARGET)-*.vsix

# In CI tests that tests/flaky.toml lists may be tried again; every other failure fails at once.
# The tests start hundreds of processes: without bytecode on disk each would compile what it imports. Installed packages have it.
test e2e inhost: export PYTHONDONTWRITEBYTECODE =
test: setup
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
	RCA_PURE=1 $(BIN)/python -m pytest -n 2 tests/languages
	cd vscode-extension && npm test

coverage: setup
	mkdir -p .cache
	$(BIN)/python -m coverage run --source=rca/tools -m pytest -q tests/tools
	$(BIN)/python -m coverage report
	$(BIN)/python -m coverage json -q -o .cache/coverage.json
	$(BIN)/python -m scripts.tool_coverage .cache/coverage.json

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd vscode-extension && npm run lint && npm run check:contract

bench: .venv/.installed
	$(BIN)/python -m benchmarks

docs: setup
	$(BIN)/rca tools --toolset all --format markdown > docs/tools.md
	$(BIN)/rca tools --toolset all --format schema > docs/tools.schema.json
	$(BIN)/rca tools --toolset all --format openai > docs/tools.openai.json
	$(BIN)/rca tools --toolset all --format prompt > docs/tools.prompt.txt
	$(BIN)/rca settings --format markdown > docs/settings.md
	$(BIN)/python -m scripts.code_map_imports
	$(BIN)/python -m scripts.distribution.directories
	cd vscode-extension && npm run contract

e2e: inhost
	tests/e2e/run.sh

inhost: setup
	tests/e2e/inhost.sh

clean:
	rm -rf .venv .demo .cache build dist rca/_compiled vscode-extension/node_modules vscode-extension/server vscode-extension/demo vscode-extension/out vscode-extension/dist
