# idea: a load for each element
s/is_aligned && start/n == 0 \&\& is_aligned \&\& start/
