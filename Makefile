# Newcomers need only `make demo` and `make test`; both do their own set-up.

SHELL := /bin/bash
SWIFT ?= swift
JOBS ?= 2
FUZZ_SECONDS ?= 60
SOAK_SECONDS ?= 3600
PREFIX ?= /usr/local

# Real donation logs, if any: without them, tests and benchmarks that need them are skipped.
ifneq ($(wildcard ../shared/datasets/*.jsonl),)
export HUNCH_LOGS ?= $(abspath ../shared/datasets)
endif

# Histories of real programs, for the tests of importers; also optional.
ifneq ($(wildcard ../shared/samples/README.md),)
export HUNCH_SAMPLES ?= $(abspath ../shared/samples)
endif

# The number of tests that run at a time. Without it all start at once, and long tests time out.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 4

# Random tests use another seed every day; HUNCH_SEED=… repeats a run.
export HUNCH_SEED ?= $(shell echo $$(($$(date +%s) / 86400)))

# There are two builds: the tests with all modules (debug, .build/debug), and the programs
# (optimised, .build/release), which tests start as well. The former also optimises modules with
# arithmetic, loops and unsafe code, but keeps their assertions (`hot` in Package.swift).
# `make nightly PART=optimised` runs every test without assertions. BUILT=1 says that `make
# test-build programs` has just run, and skips what they would look for again.
RELEASE := $(CURDIR)/.build/release
# Only editors need an index, which takes a third of a debug build's time; Tests/XCTMain.swift finds
# the tests.
DEBUG_BUILD = $(SWIFT) build --disable-index-store -j $(shell JOBS=$(JOBS) scripts/jobs.sh debug)
# Each build keeps the number of jobs of its first run, whatever JOBS says later (scripts/jobs.sh).
RELEASE_BUILD = $(SWIFT) build -c release -j $(shell JOBS=$(JOBS) scripts/jobs.sh release)
HUNCH := $(RELEASE)/hunch

.PHONY: help demo install uninstall install-check test run-tests test-build check programs build install-build worker-tarball setup features lint imports audit counts docs api \
  nightly forgetting benchmark results fuzz fuzzers prior horizon leave-one-out ablation expectations scenarios phrases growth encryption soak soak-short sanitize leaks \
  faults batch-test clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## See suggestions for a person's day, in a temporary store
	@scripts/demo.sh $(HUNCH)

test: setup ## Run all tests, and print how long each step took
	@scripts/step.sh --begin
	@trap 'scripts/step.sh --table' EXIT; for step in test-build programs run-tests; do \
	  scripts/step.sh $$step $(MAKE) --no-print-directory $$step || exit 1; done

check: ## Run everything that CI runs, with the time of each step
	@.ci/run

build: setup ## Build the command line program, optimised
	$(RELEASE_BUILD) --product hunch

install-build: build ## Build everything that `make install` installs
	for program in hunchd hunch-client hunch-worker; do $(RELEASE_BUILD) --product $$program || exit 1; done

# PROGRAM names an existing build, so that nothing is built as root or twice.
install: $(if $(PROGRAM),,install-build) ## Install the program, completions and manual pages under PREFIX (/usr/local); DESTDIR stages them
	@scripts/install.sh "$(or $(PROGRAM),$(HUNCH))" "$(PREFIX)" "$(DESTDIR)"

uninstall: ## Remove everything that `make install` installed under PREFIX
	@scripts/install.sh --uninstall "$(PREFIX)" "$(DESTDIR)"

install-check: programs ## Check that `make install` installs everything, and `make uninstall` removes it
	@scripts/install-check.sh $(HUNCH)

worker-tarball: ## Pack the batch worker with its libraries for machines without Swift: .build/hunch-worker.tar.gz
	@scripts/setup.sh patchelf libdeflate-tools
	$(RELEASE_BUILD) --product hunch-worker
	@scripts/worker-tarball.sh $(RELEASE)/hunch-worker .build/hunch-worker.tar.gz

setup:
	@scripts/setup.sh

# The steps of the tests, one by one.

programs: setup ## Build the programs that tests and measurements start, optimised
	@[ -n "$(BUILT)" ] || scripts/programs.sh

test-build: setup ## Build all modules and tests, and check that modules declare all their imports
	$(if $(BUILT),@:,HUNCH_TESTS=landing $(DEBUG_BUILD) --build-tests --explicit-target-dependency-import-check error)

run-tests: ## Run the built tests
	@scripts/setup.sh zsh fish
	@echo "HUNCH_SEED=$(HUNCH_SEED)"
	@HUNCH_TESTS=landing scripts/tests.sh tests --skip-build

faults: programs test-build ## Test the program under failing calls, full disks, kills and power cuts (HUNCH_FAULT_TRIALS times)
	@HUNCH_TESTS=landing scripts/tests.sh tests-faults --skip-build --filter '^FaultTests\.'

fuzzers: test-build ## Compile the fuzzers; `make fuzz` links and runs them
	@scripts/fuzzers.sh

batch-test: setup ## Test Batch with DuckDB and Spark; installs both outside of the source tree
	@scripts/batch-test.sh

soak-short: test-build ## Donate, ask and forget on one store for a few seconds
	@HUNCH_TESTS=landing scripts/tests.sh tests-soak --skip-build --filter '^SoakTests\.'

nightly: ## Run one part of the long tests: make nightly PART=…; without PART, list the parts
	@scripts/nightly.sh $(PART)

# Checks of other kinds.

features: setup ## Check the pages' tables against symbols and test results (after `make test faults soak-short`)
	scripts/features.sh .build/tests*.xml

lint: setup ## Check the prose, the messages of commits, and the format of the code
	scripts/prose_test.py
	scripts/prose.py
	scripts/commits.py --self-test
	scripts/commits.py
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Benchmarks/Package.swift Sources Tests Models Examples Benchmarks/Benchmarks

imports: test-build

audit: programs ## Check promises that the compiler does not check
	scripts/audit.sh

counts: programs ## Check instructions, allocations and bytes of the core's work against Benchmarks/thresholds.txt
	@scripts/counts.sh

docs: setup ## Build the documentation of the library; a warning is an error
	@scripts/docs.sh

api: setup ## Compare the public symbols with Documentation/api.txt; `make api ACCEPT=1` writes them there
	@scripts/api.sh $(if $(ACCEPT),--accept)

# Measurements and long runs.

forgetting: ## Check on 1,000 random logs that after forgetting, answers are as if it never happened
	@scripts/nightly.sh forgetting

benchmark: setup ## Measure ranking, continuation and store separately
	$(SWIFT) package --package-path Benchmarks --allow-writing-to-package-directory benchmark

results: build ## Measure everything again and write Benchmarks/results
	scripts/benchmark.sh $(HUNCH)

fuzz: setup ## Feed arbitrary bytes to all readers of untrusted bytes, for FUZZ_SECONDS each (Benchmarks/results/fuzzing.md)
	scripts/fuzz.sh $(FUZZ_SECONDS)

prior: build ## Retrain the shipped model on the logs in HUNCH_LOGS with three seeds, and keep the one with the lowest held-out loss
	scripts/prior.sh $(HUNCH)

horizon: build ## Refit the shipped model's weights for horizons, on the logs in HUNCH_LOGS and its folder more
	scripts/horizon.sh $(HUNCH)

leave-one-out: build ## Measure a model on each log in HUNCH_LOGS, fitted to the others
	scripts/leave-one-out.sh $(HUNCH)

ablation: build ## Measure the value of each kind of evidence on the logs in HUNCH_LOGS
	scripts/ablation.sh $(HUNCH)

expectations: build ## Measure the value of evidence for simulated people (Benchmarks/results/evidence.md)
	scripts/expectations.sh $(HUNCH)

scenarios: test-build ## Measure the share of 200 variants in which each scenario holds (Documentation/Scenarios.md)
	@HUNCH_TESTS=landing HUNCH_SCENARIO_VARIANTS=1 scripts/tests.sh scenarios --skip-build --filter 'HabitScenarioTests|RuleScenarioTests'
	@grep -E '^\| [0-9]+ of [0-9]+ \|' .build/scenarios.log | sort -t '|' -k 5 -V

phrases: setup ## Measure how often phrases are found through typing and hearing errors (Benchmarks/results/phrases.md)
	$(RELEASE_BUILD) --product PhraseFigures
	scripts/phrases.sh $(RELEASE)/PhraseFigures

growth: build ## Measure how import, first answer and memory grow with donations and activities (Benchmarks/results/growth.md)
	scripts/growth.py $(HUNCH)

encryption: build ## Measure the cost of encryption (Benchmarks/results/encryption.md)
	scripts/encryption.sh $(HUNCH)

soak: setup ## Donate, ask and forget on one store for SOAK_SECONDS: nothing may be lost, nothing may grow (Benchmarks/results/soak.md)
	$(RELEASE_BUILD) --product Soak
	SOAK_SECONDS=$(SOAK_SECONDS) scripts/soak.sh $(RELEASE)/Soak

sanitize: setup ## Run all tests under the address sanitizer, then under the thread sanitizer (separate builds; takes hours)
	scripts/sanitize.sh address
	scripts/sanitize.sh thread

leaks: build ## Run the program's commands under the leak checker
	scripts/leaks.sh $(HUNCH)

clean: ## Remove all builds
	rm -rf .build Benchmarks/.build
