# sum-odd: loads of 16 bytes from wherever the row begins
s/fourOrPadding<op>(run, lane + k \* 32)/(lane + k * 32 < run.count ? ((const float4 *)run.numbers)[lane + k * 32] : make_float4(0, 0, 0, 0))/
