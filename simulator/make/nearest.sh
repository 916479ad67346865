#!/bin/sh
# Prints the name that somebody may have meant by another one; nothing, if none is near.
# usage: make/nearest.sh WORD NAME...
word=$1
shift
printf '%s\n' "$@" | WORD=$word LC_ALL=C awk '
function letter(word, i) { return substr(word, i, 1) }
# How many letters must be added, taken away or replaced, or neighbours swapped, to make the second of the first.
function distance(one, other,    i, k, cost, table) {
    for (i = 0; i <= length(one); i++)
        table[i, 0] = i
    for (k = 0; k <= length(other); k++)
        table[0, k] = k
    for (i = 1; i <= length(one); i++)
        for (k = 1; k <= length(other); k++) {
            cost = table[i - 1, k - 1] + (letter(one, i) != letter(other, k))
            if (table[i - 1, k] + 1 < cost)
                cost = table[i - 1, k] + 1
            if (table[i, k - 1] + 1 < cost)
                cost = table[i, k - 1] + 1
            if (i > 1 && k > 1 && letter(one, i) == letter(other, k - 1) && letter(one, i - 1) == letter(other, k) &&
                table[i - 2, k - 2] + 1 < cost)
                cost = table[i - 2, k - 2] + 1
            table[i, k] = cost
        }
    return table[length(one), length(other)]
}
BEGIN {
    word = tolower(ENVIRON["WORD"])
    least = length(word) < 2 ? 0 : length(word) < 6 ? 1 : length(word) / 3
}
{
    far = distance(word, tolower($0))
    if (far <= least && (nearest == "" || far < least)) {
        least = far
        nearest = $0
    }
}
END {
    if (nearest != "")
        print nearest
}'
