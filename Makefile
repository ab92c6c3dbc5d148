# The commands of developers. `make` alone lists them.

SWIFT ?= swift
# The folder of the build without traits. It is separate, so that neither build invalidates the files of the other.
PLAIN_BUILD := .build-plain
# The package of the web page, with its dependencies and its build folder.
WEB := clients/web
SOURCES := Package.swift Sources Tests $(WEB)/Package.swift $(WEB)/Sources $(WEB)/Tests
# The traits of the usual build, which includes all stores, so that the program and all of its tests share one build.
TRAITS := --traits SQLite,Postgres,TMDb
# The debug information in all builds. Without it, builds take less time, and crash reports name functions but no lines. For a
# debugger: make test DEBUG_INFO=dwarf
DEBUG_INFO ?= none
# Rejects imports of modules that Package.swift does not list as dependencies. Without this check, such an import works if that
# module happens to be built first.
CHECK_IMPORTS := --explicit-target-dependency-import-check error
# SwiftPM passes the traits to the compiler in the order of a hash table, which is random in each process. Without a fixed order,
# most builds compile everything again.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build -debug-info-format $(DEBUG_INFO)
BUILD_TESTS = $(BUILD) --build-tests --disable-xctest $(TRAITS) $(CHECK_IMPORTS)
RUN_TESTS := .build/debug/movienightPackageTests.xctest --testing-library swift-testing
# The number of times that `make torture` kills the server, for all stores together.
KILLS ?= 200
# The duration of each attack by hostile clients in `make torture`.
ATTACK_SECONDS ?= 10
# The folder into which `make install` installs.
PREFIX ?= /usr/local

.DEFAULT_GOAL := help
.PHONY: help run web build protocol test test-plain test-long test-web torture bench bench-web man install format lint dependencies clean

help: ## Show this list.
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 16

run: build ## Install what is missing, build, and serve ./data with a demo household; Control-C stops it.
	./movienight serve --demo

web: dependencies ## Build the page in the browser, and serve it beside `make run`; Control-C stops it.
	$(BUILD) -c release --package-path $(WEB) --product movienight-web
	$(WEB)/.build/release/movienight-web serve --demo-token data/movienight.db.demo-token

build: dependencies ## Build the release binary and link it as ./movienight.
	$(BUILD) -c release $(TRAITS) --product movienight
	ln -sfn .build/release/movienight movienight

test: dependencies lint test-plain ## Install what is missing, build both ways, run every test.
	scripts/install-dependencies test
	$(BUILD_TESTS)
	scripts/run-tests

test-long: dependencies ## Run the tests of random cases with all of their cases.
	scripts/install-dependencies test
	$(BUILD_TESTS)
	MOVIENIGHT_LONG_TESTS=1 $(RUN_TESTS) --filter '^(CommandsTests|ProjectionsTests)\.'

test-web: dependencies ## Run the tests of the page, also in a browser, against this package's server.
	scripts/install-dependencies web
	$(BUILD) $(TRAITS) --product movienight
	$(BUILD) --package-path $(WEB) --build-tests --disable-xctest
	cd $(WEB) && .build/debug/movienight-webPackageTests.xctest --testing-library swift-testing
	cd $(WEB)/Tests/browser && PYTHONDONTWRITEBYTECODE=1 $(CURDIR)/.build/python-web/bin/python -m unittest

torture: dependencies ## Kill the server under load, KILLS=200 times over all stores, and attack it, each way ATTACK_SECONDS=10.
	scripts/install-dependencies test
	$(BUILD_TESTS)
	MOVIENIGHT_TORTURE_KILLS=$(KILLS) $(RUN_TESTS) --filter TortureTests
	MOVIENIGHT_ATTACK_SECONDS=$(ATTACK_SECONDS) $(RUN_TESTS) --filter HostileClientTests

test-plain: dependencies
	$(BUILD) --disable-default-traits --product movienight --disable-index-store --scratch-path $(PLAIN_BUILD)

bench: build ## Measure against Redis, sqlite3 and pgbench on this machine (docs/performance.md).
	$(BUILD) -c release $(TRAITS) --product movienight-bench
	$(BUILD) -c release $(TRAITS) --product fake-tmdb
	$(BUILD) -c release $(TRAITS) --product hostile-clients
	scripts/install-dependencies bench
	scripts/bench
	scripts/bench-catalog
	scripts/bench-postgres
	scripts/bench-history
	scripts/bench-collection
	scripts/bench-guide
	scripts/bench-hostile

bench-web: build ## Measure the page in the browser: processor time, and votes shown in 1,000 open pages.
	$(BUILD) -c release --package-path $(WEB) --product movienight-web
	scripts/bench-web

protocol: dependencies ## Generate the client, docs/openrpc.json and tables from the declarations.
	$(BUILD) $(TRAITS) --product generate-protocol
	.build/debug/generate-protocol

man: build ## Write the manual's pages into ./man; man ./man/movienight.1 shows one.
	./movienight manual man

install: build ## Install program, manual and completions; PREFIX is /usr/local by default.
	scripts/install .build/release/movienight $(DESTDIR)$(PREFIX)

format: ## Format all sources in place.
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

lint: ## Check the format of all sources, and for retired terms (scripts/retired-terms).
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	@grep -rnwIE --exclude=retired-terms -f scripts/retired-terms $(SOURCES) docs scripts Makefile *.md; \
		[ $$? -eq 1 ] || { echo "error: scripts/retired-terms lists a term above. Use the standard one." >&2; exit 1; }

dependencies:
	@scripts/install-dependencies

clean: ## Remove all build output. Data stays.
	rm -rf .build $(PLAIN_BUILD) $(WEB)/.build movienight man
