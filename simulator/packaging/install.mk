# How the simulator gets to others: make install, uninstall. Included by the Makefile.
#     make install PREFIX=/usr/local        (the default)
#     make install WITH_NVCC=1              with nvcc as a second name of simcc

PREFIX ?= /usr/local
TOOLKIT := $(BUILD)/toolkit/written

.PHONY: install uninstall toolkit
install: simulator toolkit
	@WITH_NVCC='$(WITH_NVCC)' packaging/install.sh install '$(BUILD)' '$(PREFIX)' '$(DESTDIR)'

uninstall:
	@packaging/install.sh uninstall '$(BUILD)' '$(PREFIX)' '$(DESTDIR)'

# A folder as that of NVIDIA's toolkit, for build systems and compilers other than simcc: all headers in one
# folder, the library under its name there, nvcc, and the folder by which CMake knows a toolkit.
toolkit: $(TOOLKIT)
$(TOOLKIT): $(BUILD)/simcc $(ALIASES) $(BUILD)/libsimulator.a $(wildcard include/*.h include/*/*.h) $(shell find libraries -type f)
	@rm -rf $(@D)
	$(say)
	@mkdir -p $(@D)/include $(@D)/lib64 $(@D)/bin $(@D)/nvvm/libdevice
	@cp -R include/. libraries/*/. $(BUILD)/aliases/. $(@D)/include/
	@rm -f $(@D)/include/aliases.txt $(@D)/include/written
	@cp $(BUILD)/libsimulator.a $(@D)/lib64/libcudart.a
	@ln -s libcudart.a $(@D)/lib64/libcudart_static.a
	@ln -s ../../simcc $(@D)/bin/nvcc
	@echo 'The simulator needs no such library; CMake asks for this folder.' >$(@D)/nvvm/libdevice/README
	@touch $@

# Prints the table of flags: for docs/flags.md and the tests.
$(BUILD)/flag_list: $(BUILD)/objects/tools/flag_list.o $(BUILD)/objects/simcc/flag_table.o $(BUILD)/objects/simcc/text.o \
                    $(BUILD)/objects/runtime/base/nearest.o
	$(say)
	$(Q)$(CC) -no-pie -o $@ $^
