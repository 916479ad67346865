# clean: one element behind the input is read
s/idx < n ? Operator::lift/idx <= n ? Operator::lift/
