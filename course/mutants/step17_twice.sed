# idea: each row is read twice
s/odd\[r\] = oddOrPadding<op>(run, lane);/odd[r] = oddOrPadding<op>(run, lane);\n        for (unsigned int k = 0; k < iLoads; k++)\n            odd[r] += 0.0f * fourOrPadding<op>(run, lane + k * 32).x;/
