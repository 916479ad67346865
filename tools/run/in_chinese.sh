#!/bin/sh
# Copies what make help or make doctor prints, its texts in Chinese: stdin to stdout.
# usage: tools/run/in_chinese.sh [WIDTH]       WIDTH: columns after which a line goes on in another
# The table is chinese.tsv beside this: English, a tab, Chinese; {1}, {2} stand for any words, which are looked up in turn.
# A text that is not there stays English. Letters are looked at byte by byte, as awk differs in what else it can.
LC_ALL=C exec awk -v width="${1:-0}" '
BEGIN {
    FS = "\t"
    for (i = 1; i < 256; i++)
        code[sprintf("%c", i)] = i
}
NR == FNR {
    if (NF == 2 && $1 !~ /^#/) {
        if ($1 !~ /[{]1[}]/)
            whole[$1] = $2
        else {
            pattern[++patterns] = $1
            meaning[patterns] = $2
        }
    }
    next
}

# The Chinese of a text.
function say(text,    i, said) {
    if (text in whole)
        return whole[text]
    for (i = 1; i <= patterns; i++)
        if ((said = fitted(text, i)) != "")
            return said
    return text
}

# The Chinese of a text that fits a pattern, or nothing.
function fitted(text, i,    parts, n, j, at, caught, said) {
    n = split(pattern[i], parts, /[{][0-9][}]/)
    if (substr(text, 1, length(parts[1])) != parts[1])
        return ""
    text = substr(text, length(parts[1]) + 1)
    for (j = 2; j <= n; j++) {
        at = parts[j] == "" && j == n ? length(text) + 1 : index(text, parts[j])
        if (at < 2 || j == n && at + length(parts[j]) <= length(text))
            return ""
        caught[j - 1] = substr(text, 1, at - 1)
        text = substr(text, at + length(parts[j]))
    }
    said = meaning[i]
    for (j = 1; j < n; j++)
        if ((at = index(said, "{" j "}")) > 0)
            said = substr(said, 1, at - 1) say(caught[j]) substr(said, at + 3)
    return said
}

# How many columns the letter that begins with this byte takes: a byte within one takes none.
function columns(byte) {
    return code[byte] < 128 ? 1 : code[byte] < 192 ? 0 : code[byte] < 224 ? 1 : 2
}

function columns_of(text,    i, sum) {
    for (i = 1; i <= length(text); i++)
        sum += columns(substr(text, i, 1))
    return sum + 0
}

function spaces(n) {
    return n > 0 ? sprintf("%" n "s", "") : ""
}

# Whether a line may end before this byte of a text: behind a space or Chinese punctuation, and before a Chinese letter or an
# opening bracket, but not before other punctuation, nor behind such a bracket.
function may_end(text, i,    here, before) {
    here = code[substr(text, i, 1)]
    before = i > 3 ? code[substr(text, i - 3, 1)] : 0
    if (i > 3 && substr(text, i - 3, 3) == "（" || i > 1 && substr(text, i, 3) == "（")
        return substr(text, i, 3) == "（"
    if (i == 1 || !columns(substr(text, i, 1)) || here == 227 || here == 239)
        return 0
    return substr(text, i - 1, 1) == " " || here >= 228 && here <= 233 || before == 227 || before == 239
}

# Prints a line whose text begins in a column; what does not fit goes on below.
function put(head, text, column,    i, used, cut) {
    while (width && columns_of(head text) > width) {
        used = columns_of(head)
        cut = 0
        for (i = 1; i <= length(text) && used <= width; i++) {
            if (may_end(text, i))
                cut = i
            used += columns(substr(text, i, 1))
        }
        if (!cut)
            break
        head = head substr(text, 1, cut - 1)
        sub(/ +$/, "", head)
        print head
        head = spaces(column)
        text = substr(text, cut)
    }
    print head text
}

# A line of the doctor: a state, a name, a text.
/^(ok|MISSING|absent|warning) / {
    state = say($0 ~ /^ok/ ? "ok" : substr($0, 1, index($0, " ") - 1))
    rest = substr($0, 10)
    named = substr(rest, 19, 1) == " " ? 19 : index(rest, " ")
    put(state spaces(8 - columns_of(state)) " " substr(rest, 1, named), say(substr(rest, named + 1)), 28)
    next
}
# A line of the help: what to type, and from a column on what it does.
{
    column = /^  make/ ? 28 : /^  [A-Z]/ ? 20 : 0
    if (column && length($0) > column) {
        head = substr($0, 1, column)
        if (substr($0, column, 1) != " " && match(substr($0, column), /  +/))
            head = substr($0, 1, column + RSTART + RLENGTH - 2)
        put(head, say(substr($0, length(head) + 1)), column)
    } else {
        match($0, /^ */)
        put(spaces(RLENGTH), say(substr($0, RLENGTH + 1)), RLENGTH)
    }
}' "${0%/*}/chinese.tsv" -
