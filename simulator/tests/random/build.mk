# Builds the random tests of the race detector: build/tests/random/oracle_cases, axiom_cases and valid_cases, which no
# kernel is part of; and build/tests/random/$(CXX)/random_kernels and program_cases. From the simulator's folder:
#     make -f tests/random/build.mk [CXX=clang++]

ifeq ($(origin CXX),default)
  CXX := g++
endif
RANDOM_C := build/tests/random
RANDOM_BUILD := $(RANDOM_C)/$(notdir $(CXX))
HAS_LOCK := 1
include Makefile
.DEFAULT_GOAL := random

RANDOM_MAINS := random_kernels program_cases
ORACLE_MAINS := oracle_cases axiom_cases valid_cases
RANDOM_PARTS := $(filter-out $(RANDOM_MAINS:%=tests/random/%.c) $(ORACLE_MAINS:%=tests/random/%.c),$(wildcard tests/random/*.c))
RANDOM_PARTS := $(patsubst tests/random/%.c,$(RANDOM_C)/%.o,$(RANDOM_PARTS))
RANDOM_FLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Wno-missing-field-initializers -fno-pie -Iinclude -Iruntime -I.
SLOT_OBJECTS := $(foreach digit,0 1 2 3 4 5 6 7 8 9,$(RANDOM_BUILD)/slot_$(digit).o)
SLOT_OBJECTS += $(foreach number,10 11 12 13 14 15 16 17 18 19 20 21 22 23 24,$(RANDOM_BUILD)/slot_$(number).o)
# All of a function in one place.
SLOT_FLAGS := $(if $(findstring clang,$(CXX)),,-Xcompiler -fno-reorder-blocks-and-partition)

# Kept, though make could do without them once the programs are linked.
.SECONDARY:

.PHONY: random
random: $(RANDOM_MAINS:%=$(RANDOM_BUILD)/%) $(ORACLE_MAINS:%=$(RANDOM_C)/%)

$(RANDOM_C)/oracle_cases: $(addprefix $(RANDOM_C)/,oracle_cases.o oracle.o happens_before.o pairs.o program.o)
	$(CC) -no-pie -o $@ $^

$(RANDOM_C)/axiom_cases: $(addprefix $(RANDOM_C)/,axiom_cases.o axioms.o happens_before.o parts.o program.o)
	$(CC) -no-pie -o $@ $^

$(RANDOM_C)/valid_cases: $(addprefix $(RANDOM_C)/,valid_cases.o valid.o program.o)
	$(CC) -no-pie -o $@ $^

# The runtime's own objects, for what it keeps to itself: its list of findings, its lanes.
$(RANDOM_MAINS:%=$(RANDOM_BUILD)/%): $(RANDOM_BUILD)/%: $(RANDOM_C)/%.o $(RANDOM_PARTS) \
                   $(RANDOM_BUILD)/interpreter.o $(SLOT_OBJECTS) $(RUNTIME_ALONE)
	$(CXX) -no-pie -o $@ $^ -Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free \
	    -Wl,--wrap=findings_print,--wrap=snapshot_restore,--wrap=findings_copy,--wrap=findings_found,--wrap=repeat_keep,--wrap=popen \
	    -lpthread -lm

$(RANDOM_BUILD)/interpreter.o $(RANDOM_BUILD)/slot.o: $(RANDOM_BUILD)/%.o: tests/random/%.cu \
                               $(wildcard tests/random/*.h) $(SIMULATOR)
	@mkdir -p $(@D)
	CXX=$(CXX) $(BUILD)/simcc -c $< -o $@ $(SLOT_FLAGS)

# The same function for each slot, and one more behind them: an address says which slot's code it is in.
$(RANDOM_BUILD)/slot_%.o: $(RANDOM_BUILD)/slot.o
	objcopy --redefine-sym perform=perform_$* $< $@

$(RANDOM_C)/%.o: tests/random/%.c
	@mkdir -p $(@D)
	$(CC) $(RANDOM_FLAGS) -MMD -MP -c -o $@ $<

-include $(wildcard $(RANDOM_C)/*.d)
