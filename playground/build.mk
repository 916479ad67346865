# The playground: a server, and what it runs kernels with. Included by the Makefile.
#
# Nothing else of the lab needs its library, libmicrohttpd, or its editor, CodeMirror: docs/playground.md.
PLAYGROUND := build/playground/server build/playground/runner
# Programs get the grader's confinement, and a main that asks for it.
PLAYGROUND_PARTS := build/sim/playground/confined_main.o \
                    $(patsubst %,build/sim/course/%.o,$(JUDGE_PARTS)) build/sim/common.a $(SIMULATOR)
# Exercises that a handout would have; a handout has them as its steps.
PLAYGROUND_EXERCISES := $(if $(wildcard course/steps),,$(patsubst %/reduce.cu,build/playground/exercises/%.cu,\
    $(shell grep -l 'SOLUTION BEGIN' $(patsubst %,%/reduce.cu,$(filter-out step16_%,$(LAB_STEPS))))))
SERVER_SOURCES := $(filter-out %/runner.c %/job.c %/descendants.c %/confined_main.c,$(wildcard playground/*.c))
RUNNER_SOURCES := $(patsubst %,playground/%.c,runner job descendants json path) course/limited.c

build/playground/server: $(SERVER_SOURCES) $(wildcard playground/*.h)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -pthread -o $@.$$$$ $(SERVER_SOURCES) -lmicrohttpd $(call built,$@)

build/playground/runner: $(RUNNER_SOURCES) $(wildcard playground/*.h) course/limited.h course/run_limits.h
	@mkdir -p $(@D)
	$(say)
	$(Q)$(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -o $@.$$$$ $(RUNNER_SOURCES) $(call built,$@)

build/sim/playground/%.o: playground/%.c course/judging.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(say)
	$(Q)$(COMPILE_C) -c -o $@.$$$$ $< $(call built,$@)

build/playground/exercises/%.cu: %/reduce.cu build/course/exercise_text
	@mkdir -p $(@D)
	$(Q)build/course/exercise_text source $< >$@

# Findings speak Chinese here as they do in the view.
FINDING_TEXTS := build/playground/texts/finding_texts.js
$(FINDING_TEXTS): simulator/view/page/finding_texts.js
	@mkdir -p $(@D)
	$(Q)cp $< $@

.PHONY: playground playground_built
playground_built: $(FINDING_TEXTS) $(PLAYGROUND) $(PLAYGROUND_PARTS) $(PLAYGROUND_EXERCISES)
# Its tests find it built, where it can be.
ifneq ($(filter tested,$(MAKECMDGOALS)),)
tested: $(if $(filter sim,$(BACKEND)),$(if $(shell playground/need.sh '$(CC)' 2>/dev/null),playground_built))
endif
playground:
	@playground/start.sh $(call quoted,$(or $(OWN),playground/own)) $(call quoted,$(or $(PORT),0)) \
	    '$(CC)' $(MAKE)
