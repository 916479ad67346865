# The simulator's own speed: docs/speed.md. Included by the Makefile.

$(BUILD)/speed/scaling: speed/scaling.cu $(SIMULATOR)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(BUILD)/simcc -o $@ $<

$(BUILD)/speed/scaling_plain: speed/scaling.cu $(SIMULATOR)
	@mkdir -p $(@D)
	$(say)
	$(Q)$(BUILD)/simcc --plain -o $@ $<

# make scaling [SECONDS=240] [N_LOG2=28]: how the speed grows with host threads, n and blocks, of this machine.
.PHONY: scaling
scaling: $(BUILD)/speed/scaling $(BUILD)/speed/scaling_plain
	@speed/scaling.sh speed/recordings/scaling.csv $(or $(SECONDS),240) $(or $(N_LOG2),28)
