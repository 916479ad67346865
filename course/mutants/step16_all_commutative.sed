# sum-odd: what holds for commutative operators is done for all
s/if (Operator::is_commutative) {/if (true) {/
