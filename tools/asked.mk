# What make was given and asked for: variables and goals by their names, or the nearest name. The Makefile includes this.

# ---- What it was given ------------------------------------------------------------

# Text for the shell, whatever quotes are in it; the same of a variable that was given.
quoted = '$(subst ','\'',$(1))'
given = $(call quoted,$(value $(1)))
# Makes that this one calls are given the same.
ifeq ($(MAKELEVEL),0)
  GIVEN := $(foreach name,$(filter-out MAKE%,$(.VARIABLES)),$(if $(filter command,$(origin $(name))),$(name)))
  $(foreach name,$(filter-out %FLAGS,$(GIVEN)),$(if $(findstring $$,$(value $(name))),$(error $(name) has a $$ in it; make would put something else there)))
endif
ifneq ($(GIVEN),)
  MISSPELT := $(shell tools/run/misspelt.sh tools/run/help.sh 'Makefile */*.mk */*.sh tools/*/*.sh' \
                $(foreach name,$(GIVEN),$(call quoted,$(name))))
  $(if $(MISSPELT),$(error $(MISSPELT)))
endif

# ---- What was asked for ---------------------------------------------------------------

# A goal may name a program in full or, for a step, by its number alone: step05.
named = $(filter $(1) $(1)_%,$(LAB_STEPS)) $(filter $(1),$(filter-out $(LAB_STEPS),$(PROGRAMS)))
ASKED := $(filter-out $(ACTIONS) $(OTHER_GOALS) build/%,$(MAKECMDGOALS))
UNKNOWN := $(strip $(foreach goal,$(ASKED),$(if $(strip $(call named,$(goal))),,$(goal))))
ifneq ($(UNKNOWN),)
  near := $(foreach goal,$(UNKNOWN),$(shell tools/run/nearest.sh $(call quoted,$(goal)) $(ACTIONS) $(OTHER_GOALS) \
            $(foreach step,$(LAB_STEPS),$(firstword $(subst _, ,$(step))) $(step)) $(PROGRAMS)))
  # three in a line
  listed = $(if $(1),$(info $(empty)  $(wordlist 1,3,$(1)))$(call listed,$(wordlist 4,99,$(1))))
  $(info There is no $(UNKNOWN) here$(if $(near),: is $(near) meant?,.) The steps are:)
  $(call listed,$(LAB_STEPS))
  $(info `make help` lists everything else.)
  $(error nothing done)
endif
CHOSEN := $(strip $(foreach goal,$(ASKED),$(call named,$(goal))))

# A handout of the course (course/handout.sh) is without what gives its solutions away.
NOT_HANDED_OUT := why handout grade-all autograder test test-course compare types variants cache floor rows gpus overlap plot bench-sim sanitize \
                  record results docs pages-status calibrate site
ifneq ($(wildcard course/steps),)
  ABSENT := $(filter $(NOT_HANDED_OUT),$(MAKECMDGOALS))
  $(if $(ABSENT),$(error make $(firstword $(ABSENT)) works in the whole lab, not in this handout))
endif

# These write into a device's folder, or read what stands there.
RECORDED := $(filter record calibrate,$(MAKECMDGOALS))
$(if $(RECORDED),$(if $(DEVICE),,$(error make $(firstword $(RECORDED)) needs DEVICE=, a folder's name, as in DEVICE=h100)))

# Before all that they run is built.
ifneq ($(filter test,$(MAKECMDGOALS)),)
  $(foreach test,$(TESTS),$(if $(wildcard $(test)),,$(error TESTS: there is no $(test))))
endif
