# Builds the simulator: the compiler driver simcc and the runtime library.
# Included by the top Makefile; usable alone from the repository root:
#     make -f simulator/build.mk

SIMULATOR_BUILD := build/simcc
SIMULATOR := $(SIMULATOR_BUILD)/simcc $(SIMULATOR_BUILD)/libsimulator.a
SIMULATOR_FLAGS := -std=gnu11 -O2 -g -Wall -Wextra -fno-pie -pthread -Isimulator/include \
                   -Isimulator/runtime -DSIMCC_ROOT='"$(abspath .)"'
SIMCC_OBJECTS := $(patsubst simulator/%.c,$(SIMULATOR_BUILD)/objects/%.o,$(wildcard simulator/simcc/*.c))
RUNTIME_OBJECTS := $(patsubst simulator/%.c,$(SIMULATOR_BUILD)/objects/%.o,$(wildcard simulator/runtime/*/*.c))

.PHONY: simulator
simulator: $(SIMULATOR)

$(SIMULATOR_BUILD)/simcc: $(SIMCC_OBJECTS)
	$(CC) -no-pie -o $@ $^

$(SIMULATOR_BUILD)/libsimulator.a: $(RUNTIME_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $^

$(SIMULATOR_BUILD)/objects/%.o: simulator/%.c
	@mkdir -p $(@D)
	$(CC) $(SIMULATOR_FLAGS) -MMD -MP -c -o $@ $<

-include $(SIMCC_OBJECTS:.o=.d) $(RUNTIME_OBJECTS:.o=.d)
