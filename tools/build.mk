# How the programs, what they share, and the tools are built. Included by the Makefile.

# One short line for each file; V=1 shows the commands themselves, make -s nothing. A recipe calls
# $(say) once and puts $(Q) before each command.
SILENT := $(findstring s,$(firstword -$(MAKEFLAGS)))
Q := $(if $(V),,@)
IS_SAID := $(if $(V)$(SILENT),,yes)
say = $(if $(IS_SAID),$(info $()  $@))

# On all processors, unless make was told on how many; but what asks its user has the terminal to itself.
ifeq ($(MAKELEVEL)$(filter-out all $(filter-out predict debug watch,$(ACTIONS)) $(ASKED),$(MAKECMDGOALS)),0)
  MAKEFLAGS += -j$(shell nproc)
endif

CC ?= cc
CFLAGS ?= -O2
WARNINGS := -Wall -Wextra
COMMON := $(patsubst common/%,%.o,$(basename $(filter-out %/nccl.c,$(wildcard common/*.c common/*.cu common/*/*.c))))
BUILD := build/$(BACKEND)

# What another make may be building or running meanwhile is there at once, whole: each make builds under a name
# with the number of the shell's process, and gives it the right one in the end; so, too, to its list of headers. What cannot
# be built ends the make, or has the second argument done.
built = && { [ ! -e $(1).$$$$.new ] || mv -f $(1).$$$$.new $(1).d; } && mv -f $(1).$$$$ $(1) || \
        { rm -f $(1).$$$$ $(1).$$$$.new; $(or $(2),exit 1); }

# The simulator is a project of its own, which builds itself in its folder; here is its command.
SIMCC := build/simcc/simcc
PRECOMPILED := build/simcc/headers/sim/precompiled.h.gch/counted
simcc:
	@tools/machine/need.sh sim $(NVCC)
	@$(if $(PROGRESS),{ $(MAKE) --no-print-directory -C simulator simulator || echo failed; } | tools/run/progress.sh $(PROGRESS),\
	    $(MAKE) --no-print-directory $(if $(V)$(IS_SAID),,-s) -C simulator simulator)
	@mkdir -p build
	@[ -L build/simcc ] || { rm -rf build/simcc && ln -s ../simulator/build build/simcc.$$$$ && mv -T build/simcc.$$$$ build/simcc; }
$(SIMCC) build/simcc/libsimulator.a $(PRECOMPILED): simcc ;

# Several GPUs take NCCL, which the simulator has of its own; several processes take MPI.
NCCL_PROGRAMS := step18_many_gpus ranks gpus overlap
MPI_PROGRAMS := ranks
MPICC ?= mpicc
NCCL_FLAGS = $(shell tools/machine/nccl.sh $(NVCC) '$(NCCL_HOME)')
MPI_FLAGS = $(shell tools/machine/mpi.sh $(MPICC))

ifeq ($(BACKEND),gpu)
  # Without CUDA_ARCH: what the device is; without a device, nvcc's own default,
  # the oldest GPUs that it knows, in a form that newer ones can run too.
  CUDA_ARCH ?= $(shell tools/machine/device_arch.sh $(NVCC))
  NVCC_FLAGS := -O3 -lineinfo $(if $(CUDA_ARCH),-arch=$(CUDA_ARCH))
  COMPILE_C = $(NVCC) -Xcompiler '-std=gnu11 $(WARNINGS)' $(CFLAGS)
  COMPILE_CUDA = $(NVCC) $(NVCC_FLAGS)
  COMPILE_UNCOUNTED = $(COMPILE_CUDA)
  $(foreach program,$(NCCL_PROGRAMS),$(eval flags_$(program) = $$(NCCL_FLAGS)))
  $(foreach program,$(NCCL_PROGRAMS),$(eval objects_$(program) = $(BUILD)/common/gpus/nccl.o))
  $(foreach program,$(NCCL_PROGRAMS),$(eval needs_$(program) += need_nccl))
else
  COMPILE_C = $(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -DSIMULATOR -Isimulator/include -Isimulator/libraries/nccl
  COMPILE_CUDA = $(SIMCC)
  COMPILE_UNCOUNTED = $(SIMCC) --plain
  SIMULATOR := $(SIMCC) build/simcc/libsimulator.a $(PRECOMPILED)
endif

$(foreach program,$(MPI_PROGRAMS),$(eval flags_$(program) += $$(MPI_FLAGS)))
$(foreach program,$(MPI_PROGRAMS),$(eval needs_$(program) += need_mpi))
$(foreach program,$(NCCL_PROGRAMS),$(eval places_$(program) = $(BUILD)/libraries))

# One clear line where they are missing; who builds everything goes on without what needs them.
need_nccl:
	@tools/machine/need.sh nccl $(NVCC) '$(NCCL_HOME)'
need_mpi:
	@tools/machine/need.sh mpi $(MPICC)
ifeq ($(ASKED),)
  LACKING := $(if $(filter gpu,$(BACKEND)),$(if $(NCCL_FLAGS),,$(NCCL_PROGRAMS))) \
             $(if $(shell command -v $(MPICC)),,$(MPI_PROGRAMS))
  LACKING := $(sort $(filter $(PROGRAMS),$(LACKING)))
  PROGRAMS := $(filter-out $(LACKING),$(PROGRAMS))
endif

# What takes longest to compile begins, so that no core waits for it at the end.
all: $(patsubst %,$(BUILD)/%,$(filter step16_%,$(PROGRAMS)) $(PROGRAMS))
	$(if $(LACKING),@echo 'Left out: $(LACKING); `make doctor` says what is missing.')

# When the flags change, everything is built again.
$(BUILD)/flags: force
	@tools/machine/need.sh $(BACKEND) $(NVCC)
	@mkdir -p $(@D)
	@echo '$(COMPILE_C) / $(COMPILE_CUDA)' | cmp -s - $@ || { echo '$(COMPILE_C) / $(COMPILE_CUDA)' >$@.$$$$ $(call built,$@); }

# The same for what lies in other places.
$(BUILD)/libraries: force
	@mkdir -p $(@D)
	@echo '$(NCCL_HOME) / $(MPICC)' | cmp -s - $@ || { echo '$(NCCL_HOME) / $(MPICC)' >$@.$$$$ $(call built,$@); }

$(BUILD)/common/%.o: common/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(say)
	$(Q)$(COMPILE_C) -MMD -MF $@.$$$$.new -MT $@ -c -o $@.$$$$ $< $(call built,$@)

$(BUILD)/common/%.o: common/%.cu $(BUILD)/flags $(SIMULATOR)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(COMPILE_UNCOUNTED) -MMD -MF $@.$$$$.new -MT $@ -c -o $@.$$$$ $< $(call built,$@)

$(BUILD)/common/gpus/nccl.o: common/gpus/nccl.c $(BUILD)/flags $(BUILD)/libraries | need_nccl
	@mkdir -p $(@D)
	$(say)
	$(Q)$(COMPILE_C) $(NCCL_FLAGS) -c -o $@.$$$$ $< $(call built,$@)

$(BUILD)/common.a: $(COMMON:%=$(BUILD)/common/%)
	$(say)
	$(Q)ar rcs $@.$$$$ $^ $(call built,$@)

define program_rule
$(BUILD)/$(1): $(call source_of,$(1)) $(objects_$(1)) $(BUILD)/common.a $(BUILD)/flags $(places_$(1)) $(SIMULATOR) | $(needs_$(1))
	$$(say)
	$$(Q)$$(COMPILE_CUDA) $$(flags_$(1)) -MMD -MF $$@.$$$$$$$$.new -MT $$@ -o $$@.$$$$$$$$ $$< $(objects_$(1)) $(BUILD)/common.a $$(call built,$$@,$$(tolerated))
endef
source_compare := compare/compare.cu
source_types := compare/types.cu
source_variants := compare/variants.cu
source_cache := compare/cache.cu
source_floor := compare/floor.cu
source_rows := compare/rows.cu
source_segments := compare/segments.cu
source_gpus := compare/gpus.cu
source_overlap := compare/overlap.cu
source_every_pair := tests/types/every_pair.cu
$(foreach program,$(PROGRAMS) compare types variants cache floor rows segments gpus overlap every_pair,$(eval $(call program_rule,$(program))))

# What takes a step's causes away: a program of its own beside the step.
WHY_STEPS := $(patsubst %/why.cu,%,$(wildcard step[0-9][0-9]_*/why.cu))
define why_rule
$(BUILD)/why/$(1): $(1)/why.cu $(BUILD)/common.a $(BUILD)/flags $(SIMULATOR)
	@mkdir -p $$(@D)
	$$(say)
	$$(Q)$$(COMPILE_CUDA) -std=c++17 -MMD -MF $$@.$$$$$$$$.new -MT $$@ -o $$@.$$$$$$$$ $$< $(BUILD)/common.a $$(call built,$$@)
endef
$(foreach step,$(WHY_STEPS),$(eval $(call why_rule,$(step))))

# A header that is gone, as after a pull: what included it is built again, and says if it needs it still.
%.h: ;
-include $(wildcard $(BUILD)/*.d $(BUILD)/why/*.d $(BUILD)/common/*.d $(BUILD)/common/*/*.d)

# The tools that print tables of runs, and those that make the pages' tables of recordings; they need
# neither CUDA nor the simulator.
TOOL_PARTS := tools/csv.c $(wildcard $(patsubst %,tools/pages/%.c,line_fit recording why_columns why_verdict))
TOOL_SOURCES := $(filter-out $(TOOL_PARTS),$(wildcard tools/run/*.c tools/machine/*.c tools/pages/*.c))
TOOLS := $(patsubst %.c,build/tools/%,$(notdir $(TOOL_SOURCES)))
COMPILE_TOOL = $(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -Itools

# What they share is compiled once.
build/tools/parts/%.o: tools/%.c $(wildcard tools/*.h tools/pages/*.h)
	@mkdir -p $(@D)
	$(Q)$(COMPILE_TOOL) -c -o $@.$$$$ $< $(call built,$@)

build/tools/parts.a: $(TOOL_PARTS:tools/%.c=build/tools/parts/%.o)
	$(say)
	$(Q)ar rcs $@.$$$$ $^ $(call built,$@)

define tool_rule
build/tools/$(basename $(notdir $(1))): $(1) build/tools/parts.a $(wildcard tools/*.h $(dir $(1))*.h)
	@mkdir -p $$(@D)
	$$(say)
	$$(Q)$$(COMPILE_TOOL) -o $$@.$$$$$$$$ $$< build/tools/parts.a -lm $$(call built,$$@)
endef
$(foreach source,$(TOOL_SOURCES),$(eval $(call tool_rule,$(source))))

build/tools/predict: $(wildcard tools/predict/*.c tools/predict/*.h) build/tools/parts.a
	@mkdir -p $(@D)
	$(say)
	$(Q)$(COMPILE_TOOL) -o $@.$$$$ $(filter %.c %.a,$^) -lm $(call built,$@)
TOOLS += $(if $(wildcard tools/predict/*.c),build/tools/predict)

# For gdb: a kernel that is not optimised, with all its variables.
build/debug/%: %/reduce.cu build/sim/common.a $(SIMULATOR)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(SIMCC) -g -G -o $@.$$$$ $< build/sim/common.a $(call built,$@)

# How fast the simulator is: with counters and checks, without, and without instrumentation.
BENCHED := step01_neighbored_gmem step04_interleaved
build/plain/%: %/reduce.cu build/sim/common.a $(SIMULATOR)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(SIMCC) --plain -o $@.$$$$ $< build/sim/common.a $(call built,$@)
