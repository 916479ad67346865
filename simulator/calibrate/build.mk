# What the clock is compared with and fitted to: README.md beside this file. Included by the Makefile.

NVCC ?= nvcc
# Programs of others: the folder in which they are built, and one with DEVICE/grid.csv, their times on GPUs.
GUESTS ?=
GUEST_TIMES ?=

# The cases, as the simulator runs them; and as a GPU does, for measure.sh.
$(BUILD)/calibrate/%: calibrate/%.cu calibrate/cases.h calibrate/held_out.h calibrate/check.h $(SIMULATOR)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(BUILD)/simcc -o $@ $<

build/gpu/%: calibrate/%.cu calibrate/cases.h calibrate/held_out.h calibrate/check.h
	@mkdir -p $(@D)
	$(say)
	$(Q)$(NVCC) -O3 -lineinfo $(addprefix -arch=,$(CUDA_ARCH)) -o $@ $<

CASES := $(patsubst calibrate/%.cu,$(BUILD)/calibrate/%,$(filter-out %/latencies.cu %/host.cu %/sweep.cu %/functions.cu %/joined_stores.cu %/l1_wavefronts.cu,$(wildcard calibrate/*.cu)))

# The programs that make tables for the page on the clock; and those that know the model.
PAGE_TOOLS := $(addprefix $(BUILD)/calibrate/,clock_section clock_errors sweep_picture)
MODEL_PARTS := measured modelled search tried
FIT_PARTS := $(MODEL_PARTS:%=calibrate/%.c)

$(PAGE_TOOLS): $(BUILD)/calibrate/%: calibrate/%.c calibrate/clock_times.c calibrate/clock_times.h
	@mkdir -p $(@D)
	$(say)
	$(Q)$(CC) -std=gnu11 $(CFLAGS) -Wall -Wextra -o $@ $< calibrate/clock_times.c -lm

$(BUILD)/calibrate/constants: calibrate/constants.c
$(BUILD)/calibrate/fit: calibrate/fit.c $(FIT_PARTS) $(wildcard calibrate/*.h)
$(BUILD)/calibrate/limits: calibrate/limits.c calibrate/measured.c calibrate/measured.h
# simcc links kernels with a memcpy that is watched; here nobody's is.
$(BUILD)/calibrate/fit $(BUILD)/calibrate/limits: COPIES := -Wl,--defsym=__real_memcpy=memcpy
$(BUILD)/calibrate/fit $(BUILD)/calibrate/constants $(BUILD)/calibrate/limits: $(BUILD)/libruntime.a
	@mkdir -p $(@D)
	$(say)
	$(Q)$(CC) $(SIMULATOR_FLAGS) -no-pie -o $@ $(filter %.c,$^) $(BUILD)/libruntime.a -lm $(COPIES)

# make calibrate DEVICE=h100 [GUESTS=FOLDER GUEST_TIMES=FOLDER] [CONSTANTS="NAME..."] [LEAVE_OUT=1]
calibrate: $(CASES) $(BUILD)/calibrate/fit
	@LEAVE_OUT='$(LEAVE_OUT)' CONSTANTS='$(CONSTANTS)' GUESTS='$(GUESTS)' GUEST_TIMES='$(GUEST_TIMES)' \
	    calibrate/calibrate.sh $(or $(DEVICE),$(error DEVICE= names the folder under calibrate/recordings))

# make bound DEVICE=h100: what the right number of instructions would gain, as Nsight Compute counted them.
bound: $(filter $(BUILD)/calibrate/held_out_%,$(CASES)) $(addprefix $(BUILD)/calibrate/,fit limits constants)
	@calibrate/issue_scaled.sh $(or $(DEVICE),$(error DEVICE= names the folder under calibrate/recordings))

# make limits DEVICE=h100: what limits each kernel, and its instructions, beside what Nsight Compute says.
limits: $(filter $(BUILD)/calibrate/held_out_%,$(CASES)) $(BUILD)/calibrate/limits
	@calibrate/limits.sh $(or $(DEVICE),$(error DEVICE= names the folder under calibrate/recordings))

# make functions: what nvcc makes of each mathematical function, into simcc/functions.csv.
functions:
	@NVCC='$(NVCC)' calibrate/functions.sh

# make sweep DEVICE=h100: the modelled times of calibrate/sweep.cu, of which `make results` draws a picture.
sweep: $(BUILD)/calibrate/sweep
	@SIM_DEVICE=$(or $(DEVICE),$(error DEVICE= names the folder under calibrate/recordings)) SIM_CHECKS=0 $< \
	    >$(BUILD)/calibrate/sweep.csv && mv $(BUILD)/calibrate/sweep.csv calibrate/recordings/$(DEVICE)/sweep_modelled.csv
