# clean: shuffles from lanes that take no part
s/if (tid < 32)/if (tid < 16)/
