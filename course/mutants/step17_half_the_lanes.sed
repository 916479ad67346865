# sum-odd: 16 of 32 lanes are combined
s/of_row = op::combineLanes(of_row, 32);/of_row = op::combineLanes(of_row, 16);/
