# The one entry point of the lab: builds, runs, measures and tests every step; `make help` lists what it can do.

SHELL := /bin/sh
.DEFAULT_GOAL := all
.SUFFIXES:
.DELETE_ON_ERROR:

# ---- What there is ------------------------------------------------------------

LAB_STEPS := $(sort $(patsubst %/reduce.cu,%,$(wildcard step[0-9][0-9]_*/reduce.cu)))
# The lesson whose steps are compared with each other: tables and charts go over them. The steps behind it
# each ask another question, and are no row beside these.
LADDER := $(filter step0% step10% step11% step12% step13% step14% step15%,$(LAB_STEPS))
# For readers of other texts than the lecture: all kernels of a text in one program.
COMPANIONS := book_integer article_double intro_template notes_volatile
# Programs that are shown for what is wrong with them, or beside a step; nothing runs them unless
# it is named.
EXHIBITS := lockstep lockstep_no_volatile block_atomics float_error notes_lockstep notes_lockstep_no_volatile ranks

source_lockstep := step06_unrollwarp/lockstep.cu
source_lockstep_no_volatile := step06_unrollwarp/lockstep.cu
flags_lockstep_no_volatile := -DDROP_VOLATILE
source_block_atomics := step13_singlepass/block_atomics.cu
source_float_error := step16_any_type/float_error.cu
$(foreach companion,$(COMPANIONS),$(eval source_$(companion) := companions/$(companion).cu))
source_notes_lockstep := companions/notes_lockstep.cu
source_notes_lockstep_no_volatile := companions/notes_lockstep.cu
flags_notes_lockstep_no_volatile := -DDROP_VOLATILE
source_ranks := step18_many_gpus/ranks.cu
source_of = $(or $(source_$(1)),$(1)/reduce.cu)
# A handout of the course holds some of the steps, and no others.
PROGRAMS := $(foreach program,$(LAB_STEPS) $(COMPANIONS) $(EXHIBITS),\
              $(if $(wildcard $(call source_of,$(program))),$(program)))

ACTIONS := run counters lines clock why view trace check predict debug grade watch hint profile ptx sass diff
OTHER_GOALS := all simcc bench-sim sanitize help clean doctor format test docs pages-status record results force compare types variants cache floor rows gpus overlap \
               site plot playground playground_built handout handin grade-all calibrate grader autograder test-course tested

include tools/asked.mk

# ---- Where it runs ----------------------------------------------------------------

NVCC ?= nvcc
# Looking for a GPU takes a moment: only the goals that need to know do it.
ifneq ($(filter site predict bench-sim sanitize playground playground_built handout handin hint grade watch grade-all grader autograder test-course calibrate,$(MAKECMDGOALS)),)
  override BACKEND := sim
endif
ifneq ($(filter-out help clean doctor format diff docs pages-status results plot,$(or $(MAKECMDGOALS),all)),)
  ifndef BACKEND
    found := $(shell tools/machine/backend.sh $(NVCC))
    BACKEND := $(firstword $(found))
    BACKEND_REASON := $(wordlist 2,99,$(found))
  endif
  ifneq ($(words $(BACKEND))$(filter-out gpu sim,$(BACKEND)),1)
    $(error BACKEND is gpu or sim, not $(or $(BACKEND),nothing))
  endif
endif
# What does not run anything needs no answer.
BACKEND ?= sim
# Where there is no g++, and CXX names no other, a clang++ compiles.
ifeq ($(origin CXX)$(BACKEND)$(shell command -v g++),defaultsim)
  export CXX := $(or $(shell command -v clang++),$(CXX))
endif
BACKEND_REASON ?= as BACKEND=$(BACKEND) asks
$(if $(filter record/sim,$(RECORDED)/$(BACKEND)),$(error make record measures a GPU, and the backend is sim, $(BACKEND_REASON)))

# What the programs are given on their command line; ARGS may have words with blanks, in quotes.
ifneq ($(ARGS),)
  OWN_ARGS := $(shell printf '%s\n' $(call given,ARGS) | { xargs -n 1 printf '%s\n' 2>/dev/null || echo unmatched; } | \
                sed "s/'/'\\\\''/g; s/.*/'&'/")
  $(if $(filter 'unmatched',$(lastword $(OWN_ARGS))),$(error ARGS has a quote without its partner))
endif
RUN_ARGS := $(if $(GPUS),--gpus $(call given,GPUS)) $(if $(N),-n $(call given,N)) $(if $(BLOCK),-b $(call given,BLOCK)) \
            $(if $(REPEAT),-r $(call given,REPEAT)) $(OWN_ARGS)

include tools/build.mk
include course/build.mk
include $(wildcard playground/build.mk)

# ---- The steps by name ------------------------------------------------------------------

# `make step05` builds step 05; `make step05 run` builds and then runs it; a diff
# needs nothing built, the grader and the commands of predict build for themselves, and why has programs of its own.
.PHONY: $(ASKED)
$(if $(ASKED),$(eval $(sort $(ASKED)): ; @:))
ifeq ($(filter diff grade watch hint predict why,$(MAKECMDGOALS)),)
$(foreach goal,$(ASKED),$(eval $(goal): $(patsubst %,$(BUILD)/%,$(call named,$(goal)))))
endif

# ---- Actions ------------------------------------------------------------------------------

# One action at a time, in the order in which they were named, whatever -j says.
ASKED_ACTIONS := $(filter $(ACTIONS) test,$(MAKECMDGOALS))
before = $(shell set -- $(ASKED_ACTIONS); last=; for a in $$*; do [ $$a = $(1) ] && break; last=$$a; done; echo $$last)
$(foreach action,$(ASKED_ACTIONS),$(eval $(action): | $(call before,$(action))))

# What is told in one table is told of the ladder.
SELECTED := $(or $(CHOSEN),$(if $(filter run counters clock,$(MAKECMDGOALS)),$(LADDER)),$(filter-out $(LACKING),$(LAB_STEPS)))
BUILT := $(SELECTED:%=$(BUILD)/%)
ifneq ($(filter why,$(MAKECMDGOALS)),)
  WHY_ASKED := $(or $(CHOSEN),$(WHY_STEPS))
  tried_by = $(if $(filter step01_%,$(1)),; its causes are tried by make step02 why)
  no_why = $(error $(1) has no why: nothing is taken away there$(tried_by))
  $(foreach step,$(filter-out $(WHY_STEPS),$(WHY_ASKED)),$(call no_why,$(step)))
  WHY_BUILT := $(WHY_ASKED:%=$(BUILD)/why/%)
endif

# The first line of an action's output is that of the program, as the pages show it. So what it has
# to build is built in silence, but for one line, to stderr, if that takes more than a moment.
ifneq ($(filter $(ACTIONS),$(MAKECMDGOALS)),)
  IS_SAID :=
endif
BUILDING := $(filter-out diff predict debug hint,$(filter $(ACTIONS),$(MAKECMDGOALS)))
MISSING := $(if $(filter-out grade watch why,$(BUILDING)),$(BUILT)) $(WHY_BUILT)
MISSING := $(strip $(filter-out $(wildcard $(BUILD)/* $(BUILD)/why/*),$(MISSING)))
MISSING := $(if $(word 5,$(MISSING)),$(words $(MISSING)) programs)
BASIS := $(if $(filter gpu,$(BACKEND)),$(BUILD)/common.a,$(SIMULATOR))
MISSING_BASIS := $(if $(filter-out $(wildcard $(BASIS)),$(BASIS)),$(BUILDING))
ifneq ($(MISSING_BASIS),)
  MISSING_BASIS := $(if $(filter gpu,$(BACKEND)),what the programs share,the simulator)
endif
ifneq ($(MISSING)$(MISSING_BASIS),)
  MISSING := $(MISSING_BASIS)$(if $(MISSING),$(if $(MISSING_BASIS), and ))$(MISSING)
  $(if $(SILENT),,$(shell echo 'Building $(MISSING), once: this may take a minute.' | $(if $(filter zh,$(SPOKEN)),tools/run/in_chinese.sh,cat) >&2))
  # at a terminal: how many files of the simulator are compiled, of how many
  ifneq ($(if $(SILENT)$(V)$(filter gpu,$(BACKEND)),,$(MISSING_BASIS)),)
    PROGRESS := $(shell [ ! -t 2 ] || $(MAKE) -n -C simulator simulator | grep -c '^  build/')
  endif
endif

.PHONY: all force timed need_nccl need_mpi $(ACTIONS) $(OTHER_GOALS)

run: $(BUILT) $(if $(CHOSEN),,$(patsubst %,build/tools/%,progression_table ncu_counters))
	@echo 'Backend: $(BACKEND), $(BACKEND_REASON).'
ifeq ($(CHOSEN),)
	@$(begun)tools/run/progression.sh $(BACKEND) $(LADDER) -- $(RUN_ARGS) $(ended)
else
	@$(begun)tools/run/run.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS) $(ended)
endif

counters: $(BUILT) build/tools/counters_table build/tools/ncu_counters
	@$(begun)tools/run/counters.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS) $(ended)

lines: $(BUILT)
	@$(begun)tools/run/lines.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS) $(ended)

clock: $(BUILT) build/tools/clock_table
	@$(begun)tools/run/clock.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS) $(ended)

why: $(WHY_BUILT) build/tools/why_counters
	@tools/run/why.sh $(BACKEND) $(WHY_ASKED) -- $(RUN_ARGS)

view trace: $(BUILT)
	@$(begun)tools/run/view.sh $@ $(BACKEND) $(SELECTED) -- $(RUN_ARGS) $(ended)

check: $(BUILT)
	@$(begun)tools/run/check.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS) $(ended)

predict: build/tools/predict
	@build/tools/predict $(CHOSEN) $(ended)

debug: $(if $(filter sim1,$(BACKEND)$(words $(CHOSEN))),$(CHOSEN:%=build/debug/%))
	@tools/run/debug.sh $(BACKEND) $(CHOSEN) -- $(RUN_ARGS)

profile: $(BUILT)
	@tools/run/profile.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS)

ptx: $(if $(filter gpu,$(BACKEND)),$(BUILT))
	@tools/run/machine_code.sh ptx $(BACKEND) $(SELECTED)

sass: $(if $(filter gpu,$(BACKEND)),$(BUILT))
	@tools/run/machine_code.sh sass $(BACKEND) $(SELECTED)

ifeq ($(BACKEND),gpu)
compare types variants cache floor rows gpus overlap: %: $(BUILD)/%
rows: $(BUILD)/segments
compare: $(BUILD)/types $(BUILD)/rows $(BUILD)/segments $(if $(NCCL_FLAGS),$(BUILD)/gpus)
endif
compare types variants cache floor rows gpus overlap:
	@tools/run/compare.sh $@ $(BACKEND) $(RUN_ARGS)

plot:
	@tools/pages/plot.sh

diff:
	@tools/run/diff.sh '$(LADDER)' $(or $(CHOSEN),$(LAB_STEPS))

# Both houses' tests, or HOUSE=lab, HOUSE=simulator, TESTS="tests/docs.t ..."; ALL=1: all cases of each. What they run is built before,
# on all processors, and for the simulator, too, on a machine with a GPU: no test has to build what another uses.
test:
	@for backend in sim $(filter gpu,$(BACKEND)); do \
	    $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc)) BACKEND=$$backend tested || exit; \
	done
	@ALL=$(call given,ALL) tools/test.sh $(BACKEND) $(call given,HOUSE) $(foreach test,$(TESTS),$(call quoted,$(test)))

# Measures this machine's GPU for docs/results/: make record DEVICE=h100
record: all $(TOOLS)
	tools/record/record.sh $(call quoted,docs/results/$(DEVICE))

# Compares the simulator's clock with what was measured, also of the steps: make calibrate DEVICE=h100.
# With CONSTANTS="NAME..." fits constants of its model: simulator/calibrate/README.md.
GUESTS = GUESTS='$(CURDIR)/build/sim' GUEST_TIMES='$(CURDIR)/docs/results'
calibrate: $(patsubst %,build/sim/%,$(filter-out step15%,$(LADDER)))
	@$(MAKE) --no-print-directory -C simulator calibrate $(GUESTS)

# Writes what was measured into the pages.
results: $(TOOLS)
	@$(MAKE) --no-print-directory -C simulator results
	@tools/pages/results.sh

# How fast the simulator is. AGAINST=TREE: beside another copy of the lab, in which bench-sim was made before.
bench-sim: $(BENCHED:%=build/sim/%) $(BENCHED:%=build/plain/%) build/tools/bench_sim
	@build/tools/bench_sim $(if $(AGAINST),--against $(call quoted,$(AGAINST))) $(call quoted,$(or $(N),2^20)) $(call quoted,$(or $(REPEAT),9)) $(BENCHED)

# Looks for mistakes in the simulator itself, with its own programs and with the steps.
sanitize: build/sim/common.a
	@$(MAKE) --no-print-directory -C simulator sanitize \
	    PROGRAMS='$(patsubst %,$(CURDIR)/%/reduce.cu,$(LAB_STEPS))' LINKED_WITH='$(CURDIR)/build/sim/common.a'

# Draws the diagrams of the pages, where their sources have changed.
docs: $(foreach step,step03 step04 step05 step06,build/sim/$(filter $(step)_%,$(LAB_STEPS)))
	@tools/pages/diagrams.sh
	@$(MAKE) --no-print-directory -C simulator docs
	@$(MAKE) --no-print-directory -C simulator pictures GUESTS='$(CURDIR)/build/sim' GUEST_SOURCES='$(CURDIR)' \
	    PICTURES='$(CURDIR)/docs/view/pictures.txt $(CURDIR)/docs/view $(CURDIR)/docs/zh-CN/view'

# The tutorial as a site, a book and slides: build/site/html. Needs what nothing else does; docs/site.md.
site:
	@MAKE='$(MAKE_COMMAND)' site/build.sh

# Which sections of the Chinese pages are behind the English ones: CONTRIBUTING.md.
pages-status:
	@tools/pages/chinese_pages.sh status

doctor:
	@tools/machine/doctor.sh $(call quoted,$(NVCC)) $(call quoted,$(CC))

format:
	clang-format -i $(wildcard $(foreach folder,common common/* course course/shapes playground tools/* tests/*,$(folder)/*.[ch]))
	@$(MAKE) --no-print-directory -C simulator format

clean:
	rm -rf build
	@$(MAKE) --no-print-directory -C simulator clean

help:
	@tools/run/help.sh
