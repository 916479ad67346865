# idea: a load for each element
s/if (is_aligned && start/if (n == 0 \&\& is_aligned \&\& start/
