# The two commands of a newcomer are `make demo` and `make test`; both do all of their own set-up.

SHELL := /bin/bash
SWIFT ?= swift
JOBS ?= 2
FUZZ_SECONDS ?= 60
SOAK_SECONDS ?= 3600

# Real donation logs, where there are any: tests and benchmarks that need them are skipped elsewhere.
ifneq ($(wildcard ../shared/datasets/*.jsonl),)
export HUNCH_LOGS ?= $(abspath ../shared/datasets)
endif

# How many tests run at a time. Without it all begin at once, and one whose turn comes minutes later has run out of time.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 4

.PHONY: help demo test check build setup features lint imports test-release forgetting audit counts benchmark results fuzz prior leave-one-out ablation expectations phrases encryption soak sanitize leaks faults clean

help: ## What can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## See suggestions for a person's day, in a temporary store
	@scripts/demo.sh "$$($(SWIFT) build -c release --show-bin-path)/hunch"

test: setup ## Run all tests
	$(SWIFT) test -j $(JOBS) --xunit-output .build/tests.xml

check: test features lint imports test-release audit counts ## Everything that CI runs

build: setup ## Build the command line program, optimised
	$(SWIFT) build -c release -j $(JOBS) --product hunch

setup:
	@scripts/setup.sh

features: setup ## Check Documentation/Features.md against the symbols and the tests that `make test` ran
	scripts/features.sh .build/tests-swift-testing.xml

lint: setup ## Check the format of the code
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Models Examples Fuzzing \
	  Benchmarks/Package.swift Benchmarks/Benchmarks

imports: setup ## Check that no module imports what it does not declare
	$(SWIFT) build -j $(JOBS) --explicit-target-dependency-import-check error

test-release: setup ## Run all tests on optimised code
	$(SWIFT) test -c release -j $(JOBS)

audit: setup ## Check what the compiler does not
	scripts/audit.sh

forgetting: setup ## Check on 1,000 random logs that forgetting leaves the answers of a log that never held it
	HUNCH_FORGETTING_LOGS=$${HUNCH_FORGETTING_LOGS:-1000} $(SWIFT) test -j $(JOBS) --filter 'ForgettingPropertyTests|StoreErasureTests'

counts: setup ## Check instructions, allocations and bytes of the core's work against Benchmarks/thresholds.txt
	@scripts/counts.sh

benchmark: setup ## Measure ranking, continuation and store apart
	$(SWIFT) package --package-path Benchmarks --allow-writing-to-package-directory benchmark

results: build ## Measure everything anew and write Benchmarks/results
	scripts/benchmark.sh "$$($(SWIFT) build -c release --show-bin-path)/hunch"

fuzz: setup ## Feed arbitrary bytes to all that reads a stranger's bytes, for FUZZ_SECONDS each (Documentation/Fuzzing.md)
	scripts/fuzz.sh $(FUZZ_SECONDS)

faults: build ## Let calls fail, disks fill, processes and power end under the program, HUNCH_FAULT_TRIALS times
	HUNCH_FAULT_TRIALS=$${HUNCH_FAULT_TRIALS:-20000} HUNCH_DAMAGE_TRIALS=$${HUNCH_DAMAGE_TRIALS:-100} \
	  HUNCH_FAULT_PROGRAM="$$($(SWIFT) build -c release --show-bin-path)/hunch" \
	  $(SWIFT) test -j $(JOBS) --filter 'FaultTests|StoreDamage|StoreCrash|EncryptionCrash'

prior: build ## Fit the shipped model anew to the logs in HUNCH_LOGS
	scripts/prior.sh "$$($(SWIFT) build -c release --show-bin-path)/hunch"

leave-one-out: build ## Measure on each log in HUNCH_LOGS a model that was fitted to the others
	scripts/leave-one-out.sh "$$($(SWIFT) build -c release --show-bin-path)/hunch"

ablation: build ## Measure what each kind of evidence gives on the logs in HUNCH_LOGS
	scripts/ablation.sh "$$($(SWIFT) build -c release --show-bin-path)/hunch"

expectations: build ## Measure what evidence gives to people who were made for it (Documentation/Expectations.md)
	scripts/expectations.sh "$$($(SWIFT) build -c release --show-bin-path)/hunch"

phrases: setup ## Measure how often phrases are found through typing and hearing errors (Documentation/Phrases.md)
	$(SWIFT) build -c release -j $(JOBS) --product PhraseFigures
	scripts/phrases.sh "$$($(SWIFT) build -c release --show-bin-path)/PhraseFigures"

encryption: build ## Measure what encryption costs (Documentation/Encryption.md)
	scripts/encryption.sh "$$($(SWIFT) build -c release --show-bin-path)/hunch"

soak: setup ## Donate, ask and forget on one store for SOAK_SECONDS: nothing may be lost, nothing may grow (Documentation/Soak.md)
	$(SWIFT) build -c release -j $(JOBS) --product Soak
	SOAK_SECONDS=$(SOAK_SECONDS) scripts/soak.sh "$$($(SWIFT) build -c release --show-bin-path)/Soak"

sanitize: setup ## Run all tests under the address sanitizer, then under the thread sanitizer: builds of their own, hours
	scripts/sanitize.sh address
	scripts/sanitize.sh thread

leaks: build ## Run the program's commands under the leak checker
	scripts/leaks.sh "$$($(SWIFT) build -c release --show-bin-path)/hunch"

clean: ## Remove what was built
	rm -rf .build Benchmarks/.build
