# sum-one: each row is combined across the lanes, whatever the operator is, and in the end again
s/if (Operator::is_commutative) {/if (false) {/
