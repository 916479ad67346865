# How a build tells what it does: one short line for each file; V=1 shows the commands
# themselves, make -s nothing. A recipe calls $(say) once and puts $(Q) before each command.
SILENT := $(findstring s,$(firstword -$(MAKEFLAGS)))
Q := $(if $(V),,@)
# By make itself: a process for each line would take longer than most lines of C.
say = $(if $(V)$(SILENT),,$(info $()  $@))
