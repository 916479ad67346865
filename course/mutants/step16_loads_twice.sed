# idea: each row is loaded twice
s/a\[k\].load = \*(const int4 \*)(g_idata + first + row \* k);/{\
                    a[k].load = *(const int4 *)(g_idata + first + row * k);\
                    a[k].load.x |= ((const volatile int *)(g_idata + first + row * k))[0];\
                }/
