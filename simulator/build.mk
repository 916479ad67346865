# Builds the simulator: the compiler driver simcc and the runtime library.
# Included by the top Makefile; usable alone from the repository root:
#     make -f simulator/build.mk

include tools/quiet.mk

SIMULATOR_BUILD := build/simcc
PRECOMPILED := $(SIMULATOR_BUILD)/headers/sim/precompiled.h.gch/counted
SIMULATOR := $(SIMULATOR_BUILD)/simcc $(SIMULATOR_BUILD)/libsimulator.a $(PRECOMPILED)
CC ?= cc
OBJCOPY ?= objcopy
CFLAGS ?= -O2
SIMULATOR_FLAGS := -std=gnu11 $(CFLAGS) -g -Wall -Wextra -Werror=implicit-function-declaration \
                   -fno-pie -pthread -Isimulator/include -Isimulator/runtime -Isimulator \
                   -DSIMCC_ROOT='"$(abspath .)"'
SIMCC_OBJECTS := $(patsubst simulator/%.c,$(SIMULATOR_BUILD)/objects/%.o,$(wildcard simulator/simcc/*.c))
RUNTIME_OBJECTS := $(patsubst simulator/%.c,$(SIMULATOR_BUILD)/objects/%.o,\
                     $(wildcard simulator/runtime/*/*.c simulator/devices/*.c))
# What programs see of the runtime, as patterns; all other names are theirs.
EXPORTS := simulator/runtime/exports.txt

.PHONY: simulator force
simulator: $(SIMULATOR)

# When the compiler or its flags change, everything is built again.
SIMULATOR_BUILT_WITH := $(subst ','\'',$(CC) $(SIMULATOR_FLAGS))
$(SIMULATOR_BUILD)/flags: force
	@mkdir -p $(@D)
	@echo '$(SIMULATOR_BUILT_WITH)' | cmp -s - $@ || echo '$(SIMULATOR_BUILT_WITH)' >$@

$(SIMULATOR_BUILD)/simcc: $(SIMCC_OBJECTS)
	$(say)
	$(Q)$(CC) $(CFLAGS) -no-pie -o $@ $^

# The headers as gcc reads them with the flags of counted code: gcc looks for them in this folder,
# and takes whatever it finds, so that others are not to outlive the headers that they are made of.
$(PRECOMPILED): $(SIMULATOR_BUILD)/simcc simulator/include/cmath \
                $(wildcard simulator/include/*.h simulator/include/sim/*.h)
	@mkdir -p $(@D)
	@rm -f $(@D)/*
	$(say)
	$(Q)$< --precompile $@

# One object, so that its parts find each other though their names are not seen from outside; without
# what a debugger would like to know of it, which each program would be linked with. Of its
# thread-local variables shared memory comes first, so that no others lie next to a program's arrays.
SHARED_MEMORY := $(SIMULATOR_BUILD)/objects/runtime/memory/shared_memory.o
$(SIMULATOR_BUILD)/runtime.o: $(RUNTIME_OBJECTS) $(EXPORTS)
	$(say)
	$(Q)$(CC) -r -nostdlib -o $@ $(SHARED_MEMORY) $(filter-out $(SHARED_MEMORY),$(RUNTIME_OBJECTS))
	$(Q)$(OBJCOPY) $(if $(findstring -fsanitize,$(CFLAGS)),,--strip-debug) --wildcard --keep-global-symbols=$(EXPORTS) $@

$(SIMULATOR_BUILD)/libsimulator.a: $(SIMULATOR_BUILD)/runtime.o
	@rm -f $@
	$(say)
	$(Q)$(AR) rcs $@ $^

# The runtime with all its names, for tests of its parts; built only when it is asked for.
$(SIMULATOR_BUILD)/libruntime.a: $(RUNTIME_OBJECTS)
	@rm -f $@
	$(say)
	$(Q)$(AR) rcs $@ $^

$(SIMULATOR_BUILD)/objects/%.o: simulator/%.c $(SIMULATOR_BUILD)/flags
	@mkdir -p $(@D)
	$(say)
	$(Q)$(CC) $(SIMULATOR_FLAGS) -MMD -MP -c -o $@ $<

# The page that views are shown in, whole but for their data: the runtime has it within.
VIEW_PAGE := $(SIMULATOR_BUILD)/view_page.html
$(SIMULATOR_BUILD)/assemble: simulator/view/assemble.c $(SIMULATOR_BUILD)/flags
	$(say)
	$(Q)$(CC) $(SIMULATOR_FLAGS) -no-pie -o $@ $<

$(VIEW_PAGE): $(SIMULATOR_BUILD)/assemble $(wildcard simulator/view/page/*)
	$(say)
	$(Q)$< simulator/view/page/page.html >$@.part
	@mv $@.part $@

$(SIMULATOR_BUILD)/objects/runtime/view/page.o: $(VIEW_PAGE)
$(SIMULATOR_BUILD)/objects/runtime/view/page.o: SIMULATOR_FLAGS += -DVIEW_PAGE='"$(VIEW_PAGE)"'

-include $(SIMCC_OBJECTS:.o=.d) $(RUNTIME_OBJECTS:.o=.d)

# The same in build/sanitize, with the compiler's checks for mistakes in it: tools/sanitize.sh.
SANITIZERS := -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined \
              -fno-omit-frame-pointer -Wno-builtin-declaration-mismatch
.PHONY: sanitized
sanitized:
	@ASAN_OPTIONS=detect_leaks=0 $(MAKE) --no-print-directory -f simulator/build.mk SIMULATOR_BUILD=build/sanitize \
	    CFLAGS='$(SANITIZERS)' simulator
