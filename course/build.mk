# The course: handouts and the grader. Included by the Makefile.
#
# Students get a repository made by `make handout`; the grader judges their kernels on the
# simulator: docs/instructors.md.
JUDGES := judge judge_total judge_rows judge_reductions
JUDGE_PARTS := judging numbers draw reductions reduction_kinds promised row_kinds confined
COURSE_MAINS := grade exercise_text hint in_language $(JUDGES) judging timed
COURSE_PARTS := $(filter-out $(COURSE_MAINS:%=course/%.c),$(wildcard course/*.c course/shapes/*.c)) tools/csv.c
# Those that are compiled together, a row for each unit, which is named after the first of them: a start of the compiler, and
# the headers, cost more than most of these files. A file that stands in no row is compiled by itself. Two files of a row may
# not have a name for themselves (static, a macro, a type) that is the same, and those that say _GNU_SOURCE come first: where
# the compiler says that something is defined twice, or not at all, take one out of its row. tests/course_launches.t looks for
# variables of one name, of which the compiler says nothing.
UNITS :=
unit = $(eval UNITS += $(firstword $(1)))$(eval of_$(firstword $(1)) := $(1:%=course/%.c))
$(call unit,allowed counted_operators counted_template grade_step runs shapes/rows)
$(call unit,build paths rules as_promised shapes/total shapes/total_named)
$(call unit,confined language beyond exercises in_order shapes/block_sums shapes/block_sums_named sums)
$(call unit,counted_sums counted_calls kernel_names kernel_scan next see shapes/block_size_template shapes/launcher shapes/of_sums \
    symbols texts)
$(call unit,grade results beside case_report kernel_words shapes/any_type_named speed)
$(call unit,grade_options counted feedback numbers predictions shapes/any_type shapes/rows_named)
$(call unit,kernel_headers kernel_tokens measures named reductions row_kinds)
$(call unit,kernel_part submitted chosen draw hook_code ../tools/csv)
$(call unit,limited hints phases reached_code sizes named_types)
UNITED := $(subst course/../,,$(foreach unit,$(UNITS),$(of_$(unit))))
$(foreach file,$(filter-out $(UNITED),course/grade.c $(COURSE_PARTS)),$(call unit,$(patsubst course/%.c,%,$(file))))
GRADE_UNITS := build/course/units
GRADE_OBJECTS := $(UNITS:%=$(GRADE_UNITS)/%.o)
# Flags for submissions beside simcc's own: for code that the grader can inspect, with bounds of arrays
# checked, placed as in a program, and with an int that wraps around as a GPU's does: compilers may take it for wide
# enough, since it never should. The headers are precompiled with the same flags.
GRADED_FLAGS := -fno-pie,-fno-jump-tables,-fno-omit-frame-pointer,-Werror=vla,-fsanitize=bounds,-fwrapv
# Grades do not depend on CXX where there is a g++, as course/grade.c has it, too.
GRADED_CXX = $(if $(findstring clang,$(CXX)),$(or $(shell command -v g++),$(CXX)),$(CXX))
GRADED_HEADERS := $(dir $(PRECOMPILED))graded
# The same with those of half and bfloat16, which step 16 reads: gcc takes these where the macro is defined, and only there.
NARROW_HEADERS := $(GRADED_HEADERS)_narrow
# The words of those headers that a submission may not use, unless they are CUDA's.
HEADER_WORDS := build/course/header_words
# The given parts of step 16's kernel, where there is this step.
GIVEN_PARTS := $(patsubst %,build/sim/course/any_type_parts.o,$(wildcard step16_any_type))
GRADER := build/course/grade $(GIVEN_PARTS) $(patsubst %,build/sim/course/%.o,$(JUDGES) $(JUDGE_PARTS)) build/sim/common.a \
          $(SIMULATOR) $(GRADED_HEADERS) $(patsubst %,$(NARROW_HEADERS),$(wildcard step16_any_type)) $(HEADER_WORDS)
# The steps to grade: those that are named, or STEPS, or the handout's.
GRADED := $(or $(patsubst step%,%,$(foreach step,$(CHOSEN),$(firstword $(subst _, ,$(step))))),\
            $(STEPS),$(file <course/steps))

# The language of what the grader says and of a handout: LANGUAGE=zh, else the one that the handout was made
# in, else the locale's. The environment's LANGUAGE is a list, such as zh_CN:zh:en, of which the first counts.
ifeq ($(origin LANGUAGE),command line)
  SPOKEN := $(or $(filter en zh,$(LANGUAGE)),$(error LANGUAGE is en or zh, not $(LANGUAGE)))
else
  SPOKEN := $(if $(filter zh zh_% zh-% zh:%,$(firstword $(LANGUAGE))),zh,$(or $(file <course/language),$(shell tools/run/language.sh)))
endif
# Handouts are made for kernels that are not right yet. One that is wrong, or does not compile, is no failure of
# make's there: what is wrong stands on the screen, and what to do first comes last.
HANDED_OUT := $(wildcard course/steps)
ifneq ($(HANDED_OUT),)
  begun = SPOKEN=$(SPOKEN) course/to_do.sh built $(BUILD) $@ $(SELECTED) || exit 0;
  ended = || SPOKEN=$(SPOKEN) course/to_do.sh $$? $(BUILD) $@ $(SELECTED)
  tolerated = $(if $(filter $(ACTIONS),$(MAKECMDGOALS)),rm -f $@)
  ifneq ($(SPOKEN),en)
    $(filter $(ACTIONS),$(MAKECMDGOALS)): | build/course/in_language # says it in that language
  endif
endif
# What hints cost: HINT_PRICE="2 3 5", or as the handout says.
PRICES = $(call quoted,$(or $(HINT_PRICE),$(file <course/hint_price)))

$(UNITS:%=$(GRADE_UNITS)/%.c): course/build.mk
	@mkdir -p $(@D)
	@printf '#include "%s"\n' $(of_$(@:$(GRADE_UNITS)/%.c=%)) >$@

# The grader's own work is a small part of a grading; with -O2 it would only be ready later.
$(GRADE_OBJECTS): %.o: %.c
	$(say)
	$(Q)$(CC) -std=gnu11 $(WARNINGS) -Werror=implicit-function-declaration $(CFLAGS) -O1 \
	    -iquote . -DGRADED_FLAGS='"$(GRADED_FLAGS)"' -MMD -MP -c -o $@.$$$$ -MF $@.$$$$.new -MT $@ $< $(call built,$@)
-include $(wildcard $(GRADE_UNITS)/*.d $(GRADE_UNITS)/*/*.d)

# What step 16 comes to, by its own functions: of all operators and types, where there is this step.
PROMISED := $(patsubst %,build/course/promised.o,$(wildcard step16_any_type))
build/course/promised.o: course/shapes/promised.cu course/promised.h $(wildcard step16_any_type/*.h common/types/*.h) | $(SIMULATOR)
	@mkdir -p $(@D)
	$(say)
	$(Q)CXX='$(GRADED_CXX)' $(SIMCC) --plain -c -Istep16_any_type -o $@.$$$$ $< $(call built,$@)

build/course/grade: $(GRADE_OBJECTS) $(PROMISED)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(CC) $(CFLAGS) -o $@.$$$$ $^ -lm $(call built,$@)

ifeq ($(BACKEND),sim)
$(GRADED_HEADERS): $(PRECOMPILED)
	$(say)
	$(Q)CXX='$(GRADED_CXX)' $(SIMCC) --precompile $@ --device-only -Xcompiler $(GRADED_FLAGS)

$(NARROW_HEADERS): $(GRADED_HEADERS)
	$(say)
	$(Q)CXX='$(GRADED_CXX)' $(SIMCC) --precompile $@ --device-only -DSIM_WITH_NARROW -Xcompiler $(GRADED_FLAGS)

# The functions that these parts call stay theirs, whether or not a submission has them too: the linker would
# leave out one of two of a name, and those of a submission have become its own.
build/sim/course/any_type_parts.o: course/shapes/any_type_parts.cu course/drawn_operator.h $(wildcard step16_any_type/*.h common/types/*.h) $(GRADED_HEADERS)
	@mkdir -p $(@D)
	$(say)
	$(Q)CXX='$(GRADED_CXX)' $(SIMCC) --device-only -c -Istep16_any_type -Xcompiler $(GRADED_FLAGS) -o $@.all $<
	$(Q)ld -r --force-group-allocation -o $@ $@.all && rm $@.all

$(HEADER_WORDS): $(PRECOMPILED)
	@mkdir -p $(@D)
	$(say)
	$(Q): >$@.cu
	$(Q)CXX='$(GRADED_CXX)' $(SIMCC) -E $@.cu -o $@.ii
	$(Q)grep -ow '__[A-Za-z0-9_]*' $@.ii | LC_ALL=C sort -u >$@
endif

build/course/exercise_text build/course/in_language: build/course/%: course/%.c course/language.c course/language.h
	@mkdir -p $(@D)
	$(say)
	$(Q)$(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -o $@ $< course/language.c

# a handout is made by all three
build/course/exercise_text: | build/course/in_language build/course/hint

HINT_PARTS := course/hints.c course/language.c course/submitted.c
build/course/hint: course/hint.c $(HINT_PARTS) $(wildcard course/*.h)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -o $@ $< $(HINT_PARTS)

# The grader's host programs: judges for the simulator, timed for a GPU.
$(BUILD)/course/%.o: course/%.c $(wildcard common/*.h course/*.h) $(BUILD)/flags
	@mkdir -p $(@D)
	$(say)
	$(Q)$(COMPILE_C) -c -o $@.$$$$ $< $(call built,$@)

# Points for speed need nvcc, and the solutions, which no handout has; without them the grader says that it skips them.
TIMED := $(if $(HANDED_OUT),,$(if $(PERFORMANCE),$(if $(shell command -v $(NVCC)),timed)))
GRADED_ARCH = $(or $(CUDA_ARCH),$(shell tools/machine/device_arch.sh $(NVCC)))
timed:
	@$(MAKE) --no-print-directory BACKEND=gpu build/gpu/course/timed.o build/gpu/common.a

handout: build/course/exercise_text build/course/in_language build/course/hint
	@course/handout.sh $(call quoted,$(OUT)) $(call quoted,$(STEPS)) $(call quoted,$(KIND)) $(SPOKEN) $(PRICES)

# What the tests run; the simulator's too, where they are asked for. Of the programs of why each test builds those that it takes,
# unless all cases are tried. Step 16 is begun first: it takes as long to compile as all else, which is compiled beside it.
TESTS_SIMULATOR := $(if $(TESTS),$(findstring simulator/,$(TESTS)),$(filter-out lab,$(or $(HOUSE),both)))
tested: $(BUILD)/step16_any_type all $(TOOLS) $(if $(ALL),$(WHY_STEPS:%=$(BUILD)/why/%)) $(if $(filter sim,$(BACKEND)),$(GRADER) build/course/exercise_text build/course/in_language build/course/hint) \
        $(if $(filter sim,$(BACKEND)),$(if $(TESTS_SIMULATOR),simulator_tested))
.PHONY: simulator_tested
simulator_tested: simcc
	@$(MAKE) --no-print-directory $(if $(V)$(IS_SAID),,-s) -C simulator tested

# The build prints one line, or all of its output if it fails.
grader: $(GRADER)
build_grader = tools/run/quietly.sh 'Building the grader and the simulator' build/course/grader.log \
    $(MAKE) --no-print-directory BACKEND=sim grader

grade: $(TIMED)
	@$(build_grader)
	@build/course/grade $(if $(STUDENT),--student $(call quoted,$(STUDENT))) \
	    $(if $(GRADED),--steps $(call quoted,$(GRADED))) $(if $(SEED),--seed $(call quoted,$(SEED))) \
	    $(if $(JSON),--json $(call quoted,$(JSON))) \
	    $(if $(GRADESCOPE),--gradescope $(call quoted,$(GRADESCOPE))) \
	    $(if $(AFTER_DUE),--after-due $(call quoted,$(AFTER_DUE))) \
	    $(if $(filter-out en,$(SPOKEN)),--language $(SPOKEN)) --hint-price $(PRICES) \
	    $(if $(PERFORMANCE),--nvcc '$(NVCC) -O3 $(addprefix -arch=,$(GRADED_ARCH))') \
	    $(foreach word,$(TEST),$(call quoted,$(word))) || exit $$(($$? == 1 ? 0 : $$?)) # fewer points are no failure of make

# The folders of the exercises that are named, or the handout's.
EXERCISES = $(foreach number,$(GRADED),$(wildcard step$(number)_*))

# Grades again at each save.
watch: build/course/in_language
	@$(build_grader)
	@SPOKEN=$(SPOKEN) course/watch.sh $(EXERCISES) -- $(MAKE) --no-print-directory -s $(EXERCISES) grade

# The next hint of one exercise: the records of all of them say that it was asked for. In the lab, all hints.
hint: build/course/hint build/course/in_language
	@$(if $(filter 1,$(words $(CHOSEN))),,SPOKEN=$(SPOKEN); . course/say.sh; \
	    say 'Say which exercise: make step04 hint' >&2; exit 2;) \
	$(if $(HANDED_OUT),build/course/hint ask $(SPOKEN) $(PRICES) $(CHOSEN) \
	    $(filter-out $(CHOSEN),$(foreach number,$(file <course/steps),$(wildcard step$(number)_*))), \
	    build/course/hint show $(SPOKEN) $(CHOSEN))

handin: build/course/in_language
	@SPOKEN=$(SPOKEN) course/handin.sh $(call quoted,$(or $(OUT),handin.tar.gz)) $(EXERCISES)

grade-all: build/course/in_language
	@$(build_grader)
	@SPOKEN=$(SPOKEN) HINT_PRICE=$(PRICES) SEED=$(call quoted,$(SEED)) course/grade_all.sh $(call quoted,$(DIR)) $(call quoted,$(STEPS)) $(call quoted,$(ONLY)) \
	    $(call quoted,$(or $(JOBS),1)) $(call quoted,$(RESUME)) $(call quoted,$(ROSTER)) \
	    $(call quoted,$(PART))

# The files for Gradescope: docs/instructors.md.
autograder: build/course/in_language
	@course/autograder.sh $(call quoted,$(OUT)) $(call quoted,$(STEPS)) $(call quoted,$(AFTER_DUE)) \
	    $(SPOKEN) $(PRICES)

# All cases of the course's test, every test of each: some minutes.
test-course: $(GRADER) build/course/exercise_text build/course/in_language build/course/hint
	@COURSE_CASES=all BACKEND=sim prove tests/course*.t

