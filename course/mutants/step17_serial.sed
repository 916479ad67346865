# idea: the first lane reads its rows alone
s/typename op::accumulator of_row = op::take(op::take(op::identity(), a\[r\]), odd\[r\]);/typename op::accumulator of_row = op::identity();\n        for (size_t i = 0; lane == 0 \&\& first + r < sharing.rows \&\& i < sharing.columns; i++)\n            of_row = op::take(of_row, g_idata[(first + r) * sharing.columns + i]);/
