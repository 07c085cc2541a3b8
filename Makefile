# The two commands of a newcomer are `make demo` and `make test`; both do all of their own set-up.

SHELL := /bin/bash
SWIFT ?= swift
JOBS ?= 2
FUZZ_SECONDS ?= 60
SOAK_SECONDS ?= 3600
PREFIX ?= /usr/local

# Real donation logs, where there are any: tests and benchmarks that need them are skipped elsewhere.
ifneq ($(wildcard ../shared/datasets/*.jsonl),)
export HUNCH_LOGS ?= $(abspath ../shared/datasets)
endif

# Histories of real programs, likewise for the tests of importers.
ifneq ($(wildcard ../shared/samples/README.md),)
export HUNCH_SAMPLES ?= $(abspath ../shared/samples)
endif

# How many tests run at a time. Without it all begin at once, and one whose turn comes minutes later has run out of time.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 4

# What is tried at random begins with another seed every day; HUNCH_SEED=… repeats a run.
export HUNCH_SEED ?= $(shell echo $$(($$(date +%s) / 86400)))

# Two builds are made, each once: the tests with all modules (debug, .build/debug), and the programs (optimised, .build/release), which
# tests start as well. Modules with arithmetic, loops and unsafe code are optimised in the former, too, with their assertions (`hot` in
# Package.swift); without assertions every test is run by `make nightly PART=optimised`.
# The packages of faults, soak and fuzzing share what they build of the project.
RELEASE := $(CURDIR)/.build/release
NESTED := $(CURDIR)/.build/nested
# An index is for editors, and a third of a debug build's time; tests are found by Tests/XCTMain.swift.
DEBUG_BUILD = $(SWIFT) build --disable-index-store -j $(shell JOBS=$(JOBS) scripts/jobs.sh debug)
# Each has the jobs of its first time, whatever JOBS says later (scripts/jobs.sh).
RELEASE_BUILD = $(SWIFT) build -c release -j $(shell JOBS=$(JOBS) scripts/jobs.sh release)
HUNCH := $(RELEASE)/hunch

.PHONY: help demo install uninstall install-check test run-tests test-build check programs build setup features lint imports audit counts docs api \
  nightly forgetting benchmark results fuzz fuzzers prior horizon leave-one-out ablation expectations scenarios phrases growth encryption soak soak-short sanitize leaks \
  faults clean

help: ## What can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## See suggestions for a person's day, in a temporary store
	@scripts/demo.sh $(HUNCH)

test: setup ## Run all tests, and print how long each step took
	@scripts/step.sh --begin
	@trap 'scripts/step.sh --table' EXIT; for step in test-build programs run-tests; do \
	  scripts/step.sh $$step $(MAKE) --no-print-directory $$step || exit 1; done

check: ## Everything that CI runs, with the time of each step
	@.ci/run

build: setup ## Build the command line program, optimised
	$(RELEASE_BUILD) --product hunch

# PROGRAM names a program that is built already: so nothing is built as root, and nothing twice.
install: $(if $(PROGRAM),,build) ## Install the program, completions and manual pages under PREFIX (/usr/local); DESTDIR stages them
	@scripts/install.sh "$(or $(PROGRAM),$(HUNCH))" "$(PREFIX)" "$(DESTDIR)"

uninstall: ## Take away what `make install` installed under PREFIX
	@scripts/install.sh --uninstall "$(PREFIX)" "$(DESTDIR)"

install-check: programs ## Check what `make install` installs, and that `make uninstall` leaves nothing
	@scripts/install-check.sh $(HUNCH)

setup:
	@scripts/setup.sh

# The steps of the tests, one by one.

programs: setup ## Build the programs that tests and measurements start, optimised
	@scripts/programs.sh

test-build: setup ## Build all modules and tests, and check that no module imports what it does not declare
	HUNCH_TESTS=landing $(DEBUG_BUILD) --build-tests --explicit-target-dependency-import-check error

run-tests: ## Run the tests that are built
	@echo "HUNCH_SEED=$(HUNCH_SEED)"
	@HUNCH_TESTS=landing scripts/tests.sh tests --skip-build

faults: programs ## Let calls fail, disks fill, processes and power end under the program (HUNCH_FAULT_TRIALS times)
	$(DEBUG_BUILD) --build-tests --package-path Tests/Campaigns/Faults --scratch-path $(NESTED)
	@PACKAGE=Tests/Campaigns/Faults scripts/tests.sh tests-faults --skip-build --scratch-path $(NESTED)

fuzzers: setup ## Compile the fuzzers that are more than a test's exercise: `make fuzz` links and runs them all
	for name in CommandLine Model State Store; do \
	  $(DEBUG_BUILD) --package-path Tests/Campaigns/Fuzzing --scratch-path $(NESTED) --target $${name}Fuzzer || exit 1; done

soak-short: setup ## Donate, ask and forget on one store for some seconds
	$(DEBUG_BUILD) --build-tests --package-path Tests/Campaigns/Soak --scratch-path $(NESTED)
	@PACKAGE=Tests/Campaigns/Soak scripts/tests.sh tests-soak --skip-build --scratch-path $(NESTED)

nightly: ## Run a part of what a landing only samples: make nightly PART=…; without one, list them
	@scripts/nightly.sh $(PART)

# Checks of other kinds.

features: setup ## Check the pages' tables against the symbols and the tests that ran (after `make test faults soak-short`)
	scripts/features.sh .build/tests*.xml

lint: setup ## Check the format of the code
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Benchmarks/Package.swift Sources Tests Models Examples Benchmarks/Benchmarks

imports: test-build

audit: programs ## Check what the compiler does not
	scripts/audit.sh

counts: programs ## Check instructions, allocations and bytes of the core's work against Benchmarks/thresholds.txt
	@scripts/counts.sh

docs: setup ## Build the documentation of the library; a warning is an error
	@scripts/docs.sh

api: setup ## Compare the public symbols with Documentation/api.txt; `make api ACCEPT=1` writes them there
	@scripts/api.sh $(if $(ACCEPT),--accept)

# Measurements and long runs.

forgetting: ## Check on 1,000 random logs that forgetting leaves the answers of a log that never held it
	@scripts/nightly.sh forgetting

benchmark: setup ## Measure ranking, continuation and store apart
	$(SWIFT) package --package-path Benchmarks --allow-writing-to-package-directory benchmark

results: build ## Measure everything anew and write Benchmarks/results
	scripts/benchmark.sh $(HUNCH)

fuzz: setup ## Feed arbitrary bytes to all that reads a stranger's bytes, for FUZZ_SECONDS each (Benchmarks/results/fuzzing.md)
	scripts/fuzz.sh $(FUZZ_SECONDS)

prior: build ## Fit the shipped model anew to the logs in HUNCH_LOGS: of three seeds the one with the least held-out loss
	scripts/prior.sh $(HUNCH)

horizon: build ## Fit the shipped model's weights for horizons anew, to the logs in HUNCH_LOGS and its folder more
	scripts/horizon.sh $(HUNCH)

leave-one-out: build ## Measure on each log in HUNCH_LOGS a model that was fitted to the others
	scripts/leave-one-out.sh $(HUNCH)

ablation: build ## Measure what each kind of evidence gives on the logs in HUNCH_LOGS
	scripts/ablation.sh $(HUNCH)

expectations: build ## Measure what evidence gives to people who were made for it (Benchmarks/results/evidence.md)
	scripts/expectations.sh $(HUNCH)

scenarios: test-build ## Measure in what share of 200 variants each scenario holds (Documentation/Scenarios.md)
	@HUNCH_TESTS=landing HUNCH_SCENARIO_VARIANTS=1 scripts/tests.sh scenarios --skip-build --filter 'HabitScenarioTests|RuleScenarioTests'
	@grep -E '^\| [0-9]+ of [0-9]+ \|' .build/scenarios.log | sort -t '|' -k 5 -V

phrases: setup ## Measure how often phrases are found through typing and hearing errors (Benchmarks/results/phrases.md)
	$(RELEASE_BUILD) --product PhraseFigures
	scripts/phrases.sh $(RELEASE)/PhraseFigures

growth: build ## Measure how import, first answer and memory grow with donations and activities (Benchmarks/results/growth.md)
	scripts/growth.py $(HUNCH)

encryption: build ## Measure what encryption costs (Benchmarks/results/encryption.md)
	scripts/encryption.sh $(HUNCH)

soak: setup ## Donate, ask and forget on one store for SOAK_SECONDS: nothing may be lost, nothing may grow (Benchmarks/results/soak.md)
	$(SWIFT) build -c release -j $(JOBS) --package-path Tests/Campaigns/Soak --scratch-path $(NESTED) --product Soak
	SOAK_SECONDS=$(SOAK_SECONDS) scripts/soak.sh $(NESTED)/release/Soak

sanitize: setup ## Run all tests under the address sanitizer, then under the thread sanitizer: builds of their own, hours
	scripts/sanitize.sh address
	scripts/sanitize.sh thread

leaks: build ## Run the program's commands under the leak checker
	scripts/leaks.sh $(HUNCH)

clean: ## Remove what was built
	rm -rf .build Benchmarks/.build
