# clean: loads of 16 bytes from wherever the input begins
s/is_aligned && start/start/
