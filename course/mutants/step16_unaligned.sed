# clean: loads of 16 bytes from wherever the input begins
s/if (is_aligned && start/if (start/
