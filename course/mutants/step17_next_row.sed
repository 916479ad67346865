# sum-one: the results go one row further
s/g_odata\[first + r\] = op::finish(of_row);/g_odata[(first + r + 1) % sharing.rows] = op::finish(of_row);/
