# idea: every tile writes to the result, the last one what is right
s/if (is_all && tid == 0)/if (!is_all \&\& tid < 64)\
            atomicExch((unsigned int *)g_result, 0u);\
        if (is_all \&\& tid == 0)/
