# The one entry point of the lab: builds, runs, measures and tests every step.
# `make help` lists what it can do.

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

ACTIONS := run counters lines clock view trace check grade profile ptx sass diff
OTHER_GOALS := all bench-sim sanitize help clean doctor format test docs pages-status record results force compare types variants cache ideas floor rows gpus overlap \
               plot handout grade-all calibrate grader autograder test-course tested

# ---- What was asked for ---------------------------------------------------------

# A goal may name a program in full or, for a step, by its number alone: step05.
named = $(filter $(1) $(1)_%,$(LAB_STEPS)) $(filter $(1),$(filter-out $(LAB_STEPS),$(PROGRAMS)))
ASKED := $(filter-out $(ACTIONS) $(OTHER_GOALS) build/%,$(MAKECMDGOALS))
UNKNOWN := $(strip $(foreach goal,$(ASKED),$(if $(strip $(call named,$(goal))),,$(goal))))
ifneq ($(UNKNOWN),)
  $(info There is no $(UNKNOWN) here. The steps are:)
  $(foreach step,$(LAB_STEPS),$(info $(empty)  $(step)))
  $(info `make help` lists everything else.)
  $(error nothing done)
endif
CHOSEN := $(strip $(foreach goal,$(ASKED),$(call named,$(goal))))

# A handout of the course (course/handout.sh) is without what gives its solutions away.
NOT_HANDED_OUT := handout grade-all autograder test test-course compare types variants cache ideas floor rows gpus overlap plot bench-sim sanitize \
                  record results docs pages-status calibrate
ifneq ($(wildcard course/steps),)
  ABSENT := $(filter $(NOT_HANDED_OUT),$(MAKECMDGOALS))
  $(if $(ABSENT),$(error make $(firstword $(ABSENT)) works in the whole lab, not in this handout))
endif

# ---- Where it runs ----------------------------------------------------------------

NVCC ?= nvcc
# Looking for a GPU takes a moment: only the goals that need to know do it.
ifneq ($(filter bench-sim sanitize handout grade grade-all grader autograder test-course calibrate,$(MAKECMDGOALS)),)
  override BACKEND := sim
endif
ifneq ($(filter-out help clean doctor format diff docs pages-status results plot,$(or $(MAKECMDGOALS),all)),)
  ifndef BACKEND
    found := $(shell tools/backend.sh $(NVCC))
    BACKEND := $(firstword $(found))
    BACKEND_REASON := $(wordlist 2,99,$(found))
  endif
  ifeq ($(filter gpu sim,$(BACKEND)),)
    $(error BACKEND is gpu or sim, not $(BACKEND))
  endif
endif
# What does not run anything needs no answer.
BACKEND ?= sim
BACKEND_REASON ?= as BACKEND=$(BACKEND) asks

# What the programs are given on their command line.
RUN_ARGS := $(if $(GPUS),--gpus '$(GPUS)') $(if $(N),-n '$(N)') $(if $(BLOCK),-b '$(BLOCK)') $(if $(REPEAT),-r '$(REPEAT)') $(ARGS)

# ---- Building -----------------------------------------------------------------------

include tools/quiet.mk

CC ?= cc
CFLAGS ?= -O2
WARNINGS := -Wall -Wextra
COMMON := $(patsubst common/%,%.o,$(basename $(wildcard common/*.c common/*.cu)))
BUILD := build/$(BACKEND)

# Several GPUs take NCCL, which the simulator has of its own; several processes take MPI.
NCCL_PROGRAMS := step18_many_gpus ranks gpus overlap
MPI_PROGRAMS := ranks
MPICC ?= mpicc
NCCL_FLAGS = $(shell tools/nccl.sh $(NVCC) '$(NCCL_HOME)')
MPI_FLAGS = $(shell tools/mpi.sh $(MPICC))

ifeq ($(BACKEND),gpu)
  # Without CUDA_ARCH: what the device is; without a device, nvcc's own default,
  # the oldest GPUs that it knows, in a form that newer ones can run too.
  CUDA_ARCH ?= $(shell tools/device_arch.sh $(NVCC))
  NVCC_FLAGS := -O3 -lineinfo $(if $(CUDA_ARCH),-arch=$(CUDA_ARCH))
  COMPILE_C = $(NVCC) -Xcompiler '-std=gnu11 $(WARNINGS)' $(CFLAGS)
  COMPILE_CUDA = $(NVCC) $(NVCC_FLAGS)
  COMPILE_UNCOUNTED = $(COMPILE_CUDA)
  $(foreach program,$(NCCL_PROGRAMS),$(eval flags_$(program) = $$(NCCL_FLAGS)))
  $(foreach program,$(NCCL_PROGRAMS),$(eval objects_$(program) = $(BUILD)/common/nccl/library.o))
  $(foreach program,$(NCCL_PROGRAMS),$(eval needs_$(program) += need_nccl))
else
  SIMCC := build/simcc/simcc
  COMPILE_C = $(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -DSIMULATOR -Isimulator/include
  COMPILE_CUDA = $(SIMCC)
  COMPILE_UNCOUNTED = $(SIMCC) --plain
  include simulator/build.mk
endif

$(foreach program,$(MPI_PROGRAMS),$(eval flags_$(program) += $$(MPI_FLAGS)))
$(foreach program,$(MPI_PROGRAMS),$(eval needs_$(program) += need_mpi))
$(foreach program,$(NCCL_PROGRAMS),$(eval places_$(program) = $(BUILD)/libraries))

# One clear line where they are missing; who builds everything goes on without what needs them.
need_nccl:
	@tools/need.sh nccl $(NVCC) '$(NCCL_HOME)'
need_mpi:
	@tools/need.sh mpi $(MPICC)
ifeq ($(ASKED),)
  LACKING := $(if $(filter gpu,$(BACKEND)),$(if $(NCCL_FLAGS),,$(NCCL_PROGRAMS))) \
             $(if $(shell command -v $(MPICC)),,$(MPI_PROGRAMS))
  LACKING := $(sort $(filter $(PROGRAMS),$(LACKING)))
  PROGRAMS := $(filter-out $(LACKING),$(PROGRAMS))
endif

all: $(PROGRAMS:%=$(BUILD)/%)
	$(if $(LACKING),@echo 'Left out: $(LACKING); `make doctor` says what is missing.')

# When the flags change, everything is built again.
$(BUILD)/flags: force
	@tools/need.sh $(BACKEND) $(NVCC)
	@mkdir -p $(@D)
	@echo '$(COMPILE_C) / $(COMPILE_CUDA)' | cmp -s - $@ || echo '$(COMPILE_C) / $(COMPILE_CUDA)' >$@

# The same for what lies in other places.
$(BUILD)/libraries: force
	@mkdir -p $(@D)
	@echo '$(NCCL_HOME) / $(MPICC)' | cmp -s - $@ || echo '$(NCCL_HOME) / $(MPICC)' >$@

$(BUILD)/common/%.o: common/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(say)
	$(Q)$(COMPILE_C) -MMD -MF $@.d -MT $@ -c -o $@ $<

$(BUILD)/common/%.o: common/%.cu $(BUILD)/flags $(SIMULATOR)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(COMPILE_UNCOUNTED) -MMD -MF $@.d -MT $@ -c -o $@ $<

$(BUILD)/common/nccl/library.o: common/nccl/library.c $(BUILD)/flags $(BUILD)/libraries | need_nccl
	@mkdir -p $(@D)
	$(say)
	$(Q)$(COMPILE_C) $(NCCL_FLAGS) -c -o $@ $<

$(BUILD)/common.a: $(COMMON:%=$(BUILD)/common/%)
	@rm -f $@
	$(say)
	$(Q)ar rcs $@ $^

define program_rule
$(BUILD)/$(1): $(call source_of,$(1)) $(objects_$(1)) $(BUILD)/common.a $(BUILD)/flags $(places_$(1)) $(SIMULATOR) | $(needs_$(1))
	$$(say)
	$$(Q)$$(COMPILE_CUDA) $$(flags_$(1)) -MMD -MF $$@.d -MT $$@ -o $$@ $$< $(objects_$(1)) $(BUILD)/common.a
endef
source_compare := compare/compare.cu
source_types := compare/types.cu
source_variants := compare/variants.cu
source_cache := compare/cache.cu
source_ideas := compare/ideas.cu
source_floor := compare/floor.cu
source_rows := compare/rows.cu
source_segments := compare/segments.cu
source_gpus := compare/gpus.cu
source_overlap := compare/overlap.cu
source_every_pair := tests/types/every_pair.cu
$(foreach program,$(PROGRAMS) compare types variants cache ideas floor rows segments gpus overlap every_pair,$(eval $(call program_rule,$(program))))

# What the simulator's clock is compared with: tools/calibrate/README.md.
$(BUILD)/calibrate/%: tools/calibrate/%.cu tools/calibrate/cases.h $(BUILD)/flags $(SIMULATOR)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(COMPILE_CUDA) -o $@ $<

-include $(wildcard $(BUILD)/*.d $(BUILD)/common/*.d)

# The tools that print the tables; they need neither CUDA nor the simulator.
TOOL_PARTS := tools/csv.c tools/line_fit.c tools/recording.c tools/clock_times.c
TOOLS := $(patsubst tools/%.c,build/tools/%,$(filter-out $(TOOL_PARTS),$(wildcard tools/*.c)))
build/tools/%: tools/%.c $(TOOL_PARTS) $(TOOL_PARTS:.c=.h)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -o $@ $< $(TOOL_PARTS) -lm

# ---- The steps by name ------------------------------------------------------------------

# `make step05` builds step 05; `make step05 run` builds and then runs it; a diff
# needs nothing built, and the grader builds for itself.
.PHONY: $(ASKED)
$(if $(ASKED),$(eval $(ASKED): ; @:))
ifeq ($(filter diff grade,$(MAKECMDGOALS)),)
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

# The first line of an action's output is that of the program, as the pages show it. So what it has
# to build is built in silence, but for one line, to stderr, if that takes more than a moment.
ifneq ($(filter $(ACTIONS),$(MAKECMDGOALS)),)
  say =
endif
BUILDING := $(filter-out diff,$(filter $(ACTIONS),$(MAKECMDGOALS)))
MISSING := $(if $(filter-out grade,$(BUILDING)),$(filter-out $(wildcard $(BUILD)/*),$(BUILT)))
MISSING := $(if $(word 5,$(MISSING)),$(words $(MISSING)) programs)
BASIS := $(if $(filter gpu,$(BACKEND)),$(BUILD)/common.a,$(SIMULATOR))
MISSING_BASIS := $(if $(filter-out $(wildcard $(BASIS)),$(BASIS)),$(BUILDING))
ifneq ($(MISSING_BASIS),)
  MISSING_BASIS := $(if $(filter gpu,$(BACKEND)),what the programs share,the simulator)
endif
ifneq ($(MISSING)$(MISSING_BASIS),)
  MISSING := $(MISSING_BASIS)$(if $(MISSING),$(if $(MISSING_BASIS), and ))$(MISSING)
  $(if $(SILENT),,$(shell echo 'Building $(MISSING), once: this may take a minute.' >&2))
endif

.PHONY: all force timed need_nccl need_mpi $(ACTIONS) $(OTHER_GOALS)

run: $(BUILT) $(TOOLS)
	@echo 'Backend: $(BACKEND), $(BACKEND_REASON).'
ifeq ($(CHOSEN),)
	@tools/progression.sh $(BACKEND) $(LADDER) -- $(RUN_ARGS)
else
	@tools/run.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS)
endif

counters: $(BUILT) $(TOOLS)
	@tools/counters.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS)

lines: $(BUILT)
	@tools/lines.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS)

clock: $(BUILT) $(TOOLS)
	@tools/clock.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS)

view trace: $(BUILT)
	@tools/view.sh $@ $(BACKEND) $(SELECTED) -- $(RUN_ARGS)

check: $(BUILT)
	@tools/check.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS)

profile: $(BUILT)
	@tools/profile.sh $(BACKEND) $(SELECTED) -- $(RUN_ARGS)

ptx: $(if $(filter gpu,$(BACKEND)),$(BUILT))
	@tools/machine_code.sh ptx $(BACKEND) $(SELECTED)

sass: $(if $(filter gpu,$(BACKEND)),$(BUILT))
	@tools/machine_code.sh sass $(BACKEND) $(SELECTED)

ifeq ($(BACKEND),gpu)
compare types variants cache ideas floor rows gpus overlap: %: $(BUILD)/%
rows: $(BUILD)/segments
compare: $(BUILD)/types $(BUILD)/rows $(BUILD)/segments $(if $(NCCL_FLAGS),$(BUILD)/gpus)
endif
compare types variants cache ideas floor rows gpus overlap:
	@tools/compare.sh $@ $(BACKEND) $(RUN_ARGS)

plot:
	@tools/plot.sh

diff:
	@tools/diff.sh '$(LADDER)' $(or $(CHOSEN),$(LAB_STEPS))

# What they run is built on all processors.
test:
	@$(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc)) BACKEND=$(BACKEND) tested
	@tools/test.sh $(BACKEND) $(TESTS)

# Measures this machine's GPU for docs/results/: make record DEVICE=h100
record: all $(TOOLS)
	tools/record.sh docs/results/$(or $(DEVICE),$(error DEVICE= names the folder under docs/results))

# Compares the simulator's clock with what was measured: make calibrate DEVICE=h100. With
# CONSTANTS="NAME..." fits constants of its model: tools/calibrate/README.md.
CALIBRATED := $(filter-out step15%,$(LADDER)) \
              $(patsubst tools/%.cu,%,$(filter-out %/latencies.cu,$(wildcard tools/calibrate/*.cu)))
build/calibrate/constants: tools/calibrate/constants.c $(SIMULATOR)
build/calibrate/fit: $(filter-out %/constants.c,$(wildcard tools/calibrate/*.[ch])) $(SIMULATOR)
build/calibrate/fit build/calibrate/constants:
	@mkdir -p $(@D)
	@$(MAKE) --no-print-directory -s -f simulator/build.mk build/simcc/libruntime.a
	$(say)
	$(Q)$(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -fno-pie -no-pie -pthread -Isimulator/include -Isimulator/runtime \
	    -o $@ $(filter %.c,$^) build/simcc/libruntime.a -lm

calibrate: $(CALIBRATED:%=$(BUILD)/%) build/calibrate/fit
	@LEAVE_OUT='$(LEAVE_OUT)' CONSTANTS='$(CONSTANTS)' \
	    tools/calibrate/calibrate.sh $(or $(DEVICE),$(error DEVICE= names the folder under docs/results))

# Writes what was measured into the pages.
results: $(TOOLS) build/calibrate/constants
	@tools/results.sh

# ---- The course -----------------------------------------------------------------------------

# Students get a repository made by `make handout`; the grader judges their kernels on the
# simulator: docs/instructors.md.
JUDGES := judge judge_total judge_rows judge_reductions
JUDGE_PARTS := judging numbers reductions confined
COURSE_MAINS := grade exercise_text $(JUDGES) judging timed
COURSE_PARTS := $(filter-out $(COURSE_MAINS:%=course/%.c),$(wildcard course/*.c)) tools/csv.c
# What submissions are compiled with beside simcc's own flags: code that the grader can look through,
# arrays whose bounds are looked after. With the headers as the compiler reads them under these flags.
GRADED_FLAGS := -fno-jump-tables,-fno-omit-frame-pointer,-Werror=vla,-fsanitize=bounds
# Grades do not depend on CXX where there is a g++, as course/grade.c has it, too.
GRADED_CXX = $(if $(findstring clang,$(CXX)),$(or $(shell command -v g++),$(CXX)),$(CXX))
GRADED_HEADERS := $(dir $(PRECOMPILED))graded
# The words of those headers that a submission may not use, unless they are CUDA's.
HEADER_WORDS := build/course/header_words
GRADER := build/course/grade $(patsubst %,build/sim/course/%.o,$(JUDGES) $(JUDGE_PARTS)) build/sim/common.a \
          $(SIMULATOR) $(GRADED_HEADERS) $(HEADER_WORDS)
# Text for the shell, whatever quotes are in it.
quoted = '$(subst ','\'',$(1))'
# What to grade: the steps that are named, or STEPS, or those that the handout asks for.
GRADED := $(or $(patsubst step%,%,$(foreach step,$(CHOSEN),$(firstword $(subst _, ,$(step))))),\
            $(STEPS),$(file <course/steps))

build/course/grade: course/grade.c $(COURSE_PARTS) $(wildcard course/*.h) tools/csv.h
	@mkdir -p $(@D)
	$(say)
	$(Q)$(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -DGRADED_FLAGS='"$(GRADED_FLAGS)"' -o $@ $< $(COURSE_PARTS) -lm

ifeq ($(BACKEND),sim)
$(GRADED_HEADERS): $(PRECOMPILED)
	$(say)
	$(Q)CXX='$(GRADED_CXX)' $(SIMCC) --precompile $@ --device-only -Xcompiler $(GRADED_FLAGS)

$(HEADER_WORDS): $(PRECOMPILED)
	@mkdir -p $(@D)
	$(say)
	$(Q): >$@.cu
	$(Q)CXX='$(GRADED_CXX)' $(SIMCC) -E $@.cu -o $@.ii
	$(Q)grep -ow '__[A-Za-z0-9_]*' $@.ii | LC_ALL=C sort -u >$@
endif

build/course/exercise_text: course/exercise_text.c
	@mkdir -p $(@D)
	$(say)
	$(Q)$(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -o $@ $<

# The grader's host programs: judges for the simulator, timed for a GPU.
$(BUILD)/course/%.o: course/%.c $(wildcard common/*.h course/*.h) $(BUILD)/flags
	@mkdir -p $(@D)
	$(say)
	$(Q)$(COMPILE_C) -c -o $@ $<

# Points for speed need nvcc; without it the grader says that it skips them.
TIMED := $(if $(PERFORMANCE),$(if $(shell command -v $(NVCC)),timed))
GRADED_ARCH = $(or $(CUDA_ARCH),$(shell tools/device_arch.sh $(NVCC)))
timed:
	@$(MAKE) --no-print-directory BACKEND=gpu build/gpu/course/timed.o build/gpu/common.a

handout: build/course/exercise_text
	@course/handout.sh $(call quoted,$(OUT)) $(call quoted,$(STEPS)) $(call quoted,$(KIND))

# What the tests run.
tested: all $(TOOLS) $(if $(filter sim,$(BACKEND)),$(GRADER) build/course/exercise_text $(SIMULATOR_BUILD)/libruntime.a)

# What is built on the way is told in one line; all of it is said where it fails.
grader: $(GRADER)
build_grader = tools/quietly.sh 'Building the grader and the simulator' build/course/grader.log \
    $(MAKE) --no-print-directory BACKEND=sim grader

grade: $(TIMED)
	@$(build_grader)
	@build/course/grade $(if $(STUDENT),--student $(call quoted,$(STUDENT))) \
	    $(if $(GRADED),--steps $(call quoted,$(GRADED))) $(if $(SEED),--seed $(call quoted,$(SEED))) \
	    $(if $(JSON),--json $(call quoted,$(JSON))) \
	    $(if $(GRADESCOPE),--gradescope $(call quoted,$(GRADESCOPE))) \
	    $(if $(PERFORMANCE),--nvcc '$(NVCC) -O3 $(addprefix -arch=,$(GRADED_ARCH))') \
	    $(foreach word,$(TEST),$(call quoted,$(word)))

grade-all:
	@$(build_grader)
	@course/grade_all.sh $(call quoted,$(DIR)) $(call quoted,$(STEPS)) $(call quoted,$(ONLY)) \
	    $(call quoted,$(or $(JOBS),1)) $(call quoted,$(RESUME))

# What Gradescope builds and runs: docs/instructors.md.
autograder:
	@course/autograder.sh $(call quoted,$(OUT)) $(call quoted,$(STEPS))

# All cases of the course's test, every test of each: some minutes.
test-course: $(GRADER) build/course/exercise_text
	@COURSE_CASES=all BACKEND=sim prove tests/course.t

# How fast the simulator is: with counters and checks, without, and without instrumentation.
# AGAINST=TREE: beside another copy of the lab, in which bench-sim was made before.
BENCHED := step01_neighbored_gmem step04_interleaved
build/plain/%: %/reduce.cu build/sim/common.a $(SIMULATOR)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(SIMCC) --plain -o $@ $< build/sim/common.a

bench-sim: $(BENCHED:%=build/sim/%) $(BENCHED:%=build/plain/%) $(TOOLS)
	@build/tools/bench_sim $(if $(AGAINST),--against $(call quoted,$(AGAINST))) $(or $(N),2^20) $(or $(REPEAT),9) $(BENCHED)

# Looks for mistakes in the simulator itself.
ifneq ($(filter sanitize,$(MAKECMDGOALS)),)
sanitize: build/sim/common.a sanitized
	@tools/sanitize.sh $(LAB_STEPS)
endif

# Draws the diagrams of the pages, where their sources have changed.
docs:
	@tools/diagrams.sh
	@tools/view/pictures.sh

# Which sections of the Chinese pages are behind the English ones: CONTRIBUTING.md.
pages-status:
	@tools/chinese_pages.sh status

doctor:
	@tools/doctor.sh '$(NVCC)' '$(CC)'

format:
	clang-format -i $(wildcard $(foreach folder,common course tools tools/calibrate simulator/simcc simulator/include \
	    simulator/include/* simulator/devices simulator/view simulator/runtime/* tests/*,$(folder)/*.[ch]) \
	    simulator/view/page/*.js)

clean:
	rm -rf build

help:
	@tools/help.sh
