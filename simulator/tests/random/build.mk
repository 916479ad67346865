# Builds the random tests of the race detector: build/tests/random/oracle_cases and axiom_cases, which no
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
ORACLE_MAINS := oracle_cases axiom_cases
RANDOM_PARTS := $(filter-out $(RANDOM_MAINS:%=tests/random/%.c) $(ORACLE_MAINS:%=tests/random/%.c),$(wildcard tests/random/*.c))
RANDOM_PARTS := $(patsubst tests/random/%.c,$(RANDOM_C)/%.o,$(RANDOM_PARTS))
RANDOM_FLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Wno-missing-field-initializers -fno-pie -Iinclude -Iruntime -I.

# Kept, though make could do without them once the programs are linked.
.SECONDARY:

.PHONY: random
random: $(RANDOM_MAINS:%=$(RANDOM_BUILD)/%) $(ORACLE_MAINS:%=$(RANDOM_C)/%)

$(RANDOM_C)/oracle_cases: $(addprefix $(RANDOM_C)/,oracle_cases.o oracle.o happens_before.o pairs.o program.o)
	$(CC) -no-pie -o $@ $^

$(RANDOM_C)/axiom_cases: $(addprefix $(RANDOM_C)/,axiom_cases.o axioms.o happens_before.o parts.o program.o)
	$(CC) -no-pie -o $@ $^

# The runtime's own objects, for what it keeps to itself: its list of findings, its lanes.
$(RANDOM_MAINS:%=$(RANDOM_BUILD)/%): $(RANDOM_BUILD)/%: $(RANDOM_C)/%.o $(RANDOM_PARTS) \
                   $(RANDOM_BUILD)/interpreter.o $(RUNTIME_OBJECTS)
	$(CXX) -no-pie -o $@ $^ -Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free \
	    -Wl,--wrap=findings_print,--wrap=snapshot_restore,--wrap=findings_copy,--wrap=findings_found \
	    -lpthread -lm

$(RANDOM_BUILD)/interpreter.o: tests/random/interpreter.cu tests/random/interpreter.h \
                               tests/random/program.h $(SIMULATOR)
	@mkdir -p $(@D)
	CXX=$(CXX) $(BUILD)/simcc -c $< -o $@

$(RANDOM_C)/%.o: tests/random/%.c
	@mkdir -p $(@D)
	$(CC) $(RANDOM_FLAGS) -MMD -MP -c -o $@ $<

-include $(wildcard $(RANDOM_C)/*.d)
