# sum-odd: the numbers outside of fours are left out
s/op::take(op::take(op::identity(), a\[r\]), odd\[r\])/op::take(op::identity(), a[r])/
