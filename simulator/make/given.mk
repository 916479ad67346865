# What make was given: no variable and no goal is misspelt. Included by the Makefile.

# Text for the shell, whatever quotes are in it.
quoted = '$(subst ','\'',$(1))'

# Makes that others call are given what these know.
ifeq ($(MAKELEVEL),0)
  GIVEN := $(foreach name,$(filter-out MAKE%,$(.VARIABLES)),$(if $(filter command,$(origin $(name))),$(name)))
  ifneq ($(GIVEN),)
    MISSPELT := $(shell make/misspelt.sh Makefile 'Makefile */*.mk */*.sh tests/lib/*.pm' $(foreach name,$(GIVEN),$(call quoted,$(name))))
    $(if $(MISSPELT),$(error $(MISSPELT)))
  endif
  GOALS := $(shell sed -n 's/^\.PHONY: \([a-z ]*\)$$/\1/p' Makefile */*.mk)
  # what has a / in it is a file
  UNKNOWN := $(strip $(foreach goal,$(filter-out $(GOALS),$(MAKECMDGOALS)),$(if $(findstring /,$(goal)),,$(goal))))
  ifneq ($(UNKNOWN),)
    NEAR := $(foreach goal,$(UNKNOWN),$(shell make/nearest.sh $(call quoted,$(goal)) $(GOALS)))
    $(error there is no $(UNKNOWN) here$(if $(NEAR),: is $(NEAR) meant?))
  endif
  # before all that they run is built
  ifneq ($(filter test,$(MAKECMDGOALS)),)
    $(foreach test,$(TESTS),$(if $(wildcard $(test)),,$(error TESTS: there is no $(test))))
  endif
endif
