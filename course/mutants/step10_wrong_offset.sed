# sum-odd: some lanes are added twice, others never
s/sum, 8);/sum, 4);/
