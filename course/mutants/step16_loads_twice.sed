# idea: each row is loaded twice
s/a\[k\].load = \*(const int4 \*)(g_idata + \(.*\));/{\
                    a[k].load = *(const int4 *)(g_idata + \1);\
                    a[k].load.x |= ((const volatile int *)(g_idata + \1))[0];\
                }/
