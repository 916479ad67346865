# How the simulator gets to others: make install, uninstall. Included by the Makefile.
#     make install PREFIX=/usr/local        (the default)
#     make install WITH_NVCC=1              with nvcc as a second name of simcc
#     make package                          a tarball and a Debian package, in build/packages

PREFIX ?= /usr/local
# What links with one of these finds all of them in the runtime.
LIBRARY_NAMES := cudart_static cudadevrt cuda curand curand_static culibos nccl cublas cublas_static nvToolsExt
TOOLKIT := $(BUILD)/toolkit/written

.PHONY: install uninstall toolkit package
install: simulator toolkit
	@WITH_NVCC=$(call quoted,$(WITH_NVCC)) packaging/install.sh install '$(BUILD)' $(call quoted,$(PREFIX)) $(call quoted,$(DESTDIR))

package: simulator toolkit
	@packaging/package.sh '$(BUILD)'

uninstall:
	@packaging/install.sh uninstall '$(BUILD)' $(call quoted,$(PREFIX)) $(call quoted,$(DESTDIR))

# The runtime for shared libraries, and for objects that g++ links: it may be loaded anywhere, and
# programs call its memcpy by its own name (simcc/relocatable.c).
RELOCATABLE := $(BUILD)/relocatable
RELOCATABLE_OBJECTS := $(OF_PROGRAMS:$(BUILD)/objects/%=$(RELOCATABLE)/%)
$(RELOCATABLE)/%.o: %.c $(BUILD)/flags
	$(say)
	$(Q)$(CC) $(SIMULATOR_FLAGS) -fPIC -MMD -MP -c -o $@ $<

$(RELOCATABLE)/runtime/base/builtin_variables.o: private SIMULATOR_FLAGS += -g
-include $(RELOCATABLE_OBJECTS:.o=.d)

$(RELOCATABLE)/runtime.o: $(RELOCATABLE_OBJECTS) $(OF_BOTH) $(EXPORTS)
	$(say)
	$(Q)$(CC) -r -nostdlib -o $@ $(filter %/shared_memory.o,$^) $(filter-out %/shared_memory.o %/builtin_variables.o %.txt,$^)
	$(Q)$(OBJCOPY) --redefine-syms=runtime/unwrapped.txt $@
	$(Q)$(OBJCOPY) --strip-debug --wildcard --keep-global-symbols=$(EXPORTS) $@

# A folder as that of NVIDIA's toolkit, for build systems and compilers other than simcc: all headers in one
# folder, the library under its name there, nvcc, the folder by which CMake knows a toolkit, and that in which
# Meson looks for headers and libraries.
toolkit: $(TOOLKIT)
$(TOOLKIT): packaging/install.mk $(BUILD)/simcc $(ALIASES) $(RELOCATABLE)/runtime.o runtime/hidden.txt $(wildcard include/*.h include/*/*.h) $(shell find libraries -type f)
	@rm -rf $(@D)
	$(say)
	@mkdir -p $(@D)/include $(@D)/lib64 $(@D)/bin $(@D)/nvvm/libdevice
	@cp -R include/. libraries/*/. $(BUILD)/aliases/. $(@D)/include/
	@rm -f $(@D)/include/aliases.txt $(@D)/include/written
	$(Q)$(AR) rcs $(@D)/lib64/libcudart.a $(RELOCATABLE)/runtime.o $(RELOCATABLE)/runtime/base/builtin_variables.o
	@for name in $(LIBRARY_NAMES); do ln -s libcudart.a $(@D)/lib64/lib$$name.a || exit; done
	@cp runtime/hidden.txt $(@D)/lib64/exports
	@ln -sr $(BUILD)/simcc $(@D)/bin/nvcc
	@mkdir -p $(@D)/targets/$$(uname -m)-linux
	@ln -sr $(@D)/include $(@D)/lib64 $(@D)/targets/$$(uname -m)-linux/
	@ln -s lib64 $(@D)/targets/$$(uname -m)-linux/lib
	@echo 'The simulator needs no such library; CMake asks for this folder.' >$(@D)/nvvm/libdevice/README
	@touch $@

# Prints the table of flags: for docs/flags.md and the tests.
$(BUILD)/flag_list: $(BUILD)/objects/tools/flag_list.o $(BUILD)/objects/simcc/flag_table.o $(BUILD)/objects/simcc/text.o \
                    $(BUILD)/objects/runtime/base/nearest.o
	$(say)
	$(Q)$(CC) -no-pie -o $@ $^
