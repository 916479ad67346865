# sum-one: a loop in the kernel that never ends
s/stride \*= 2) {/stride *= 1) {/
