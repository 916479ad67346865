# clean: rows behind the last are read
s/row < sharing.rows ? sharing.columns : 0/sharing.columns/
