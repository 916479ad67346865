# The course in Chinese: one table, course/words.zh.tsv, has what the grader, the scripts and handouts say in both
# languages. Both name the same places and numbers, and no sentence is missing.
use strict;
use warnings;
use utf8;
use lib 'tests/lib';
use Course;
use Encode qw(decode encode);
use File::Path qw(make_path);
use Lab;
use Links;
use Links;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
build_grader();
my $scratch = scratch();
my %folder = map { $_ => folder_of($_) } exercises();
my $letter = qr/[\x{3400}-\x{9fff}]/;
my ($status, $out, $err);

# Numbers, names of code, paths and holes: the same in both languages.
sub facts {
    my ($text) = @_;
    $text =~ s{<a id="[^"]*"></a>}{}g;
    return join ' ', sort $text =~ m{\{\d(?:\.\.\.)?\}|(?<![\w.])-?\d[\d.]*\b|\w*_\w*|\b\w+\.(?:cu|txt|h|md)\b|`[^`]*`}g;
}

# ---- the table ------------------------------------------------------------------------------------------------
my @lines = grep { /\t/ } split /\n/, decode('UTF-8', read_file('course/words.zh.tsv'));
my %english;
cmp_ok(scalar @lines, '>', 250, 'a table of sentences');
for (@lines) {
    my ($english, $chinese, @more) = split /\t/;
    my $has_words = $english =~ s/\{\d[.]*\}|BAD|GOOD|MISSING|TODO|Softmax|RowSum|error|\bx\b|with//gr =~ /[a-z]/i;
    ok(!@more && (!$has_words || $chinese =~ $letter), "Chinese: $english") if @more || ($has_words && $chinese !~ $letter);
    is(facts($chinese), facts($english), "the same places and numbers: $english") if facts($chinese) ne facts($english);
    ok(!$english{$english}++, "once: $english") if $english{$english};
    unlike($chinese, qr/$letter [,;:?!.]|$letter[,;?!]|$letter [，。：；！？]|$letter[A-Za-z0-9{]|[A-Za-z0-9}]$letter/, "as the pages are set: $english")
        if $chinese =~ /$letter[,;?!]|$letter [，。：；！？]|$letter[A-Za-z0-9]|[A-Za-z0-9]$letter/;
}

# ---- nothing is missing ---------------------------------------------------------------------------------------
# What the sources say, with values in place of %s and the like; a part of a sentence stands behind others.
my @said;
for my $file (glob 'course/*.c course/shapes/*.c') {
    next if $file =~ m{/(grade_options|grade|judg\w*|timed|confined|hint|in_language|exercise_text|numbers)\.c$};
    my $source = read_file($file) =~ s{/\*.*?\*/}{}sgr =~ s{//[^\n]*}{}gr;
    $source =~ s/'\\?"'/'q'/g;
    $source =~ s/"\s*"//g;
    $source =~ s/"\s*PRI\w+\s*"//g;
    while ($source =~ /"((?:[^"\\\n]|\\.)*)"/g) {
        my $text = $1 =~ s/\\n//gr =~ s/\\"/"/gr;
        next if $text !~ /[a-z]{2,} [a-z]+ [a-z]{2,}/ || $text =~ m{[<(]\w+ (?:const)?\*|::|^ *extern|void |unsigned (?:int|grid)|%\[|diagnostic|grade:|^error: %s was|^"?# simcc|out of memory|^line 1|no kernel$|^typeinfo|^cannot };
        push @said, [$file, $text =~ s/%s of them large/one of them large/r =~ s/%-7s/GOOD   /gr =~ s/%(?:\.\*s|-?\d*s)/seven/gr =~ s/%[-\d.+l]*[a-z]+/7/gr];
    }
}
cmp_ok(scalar @said, '>', 80, 'sentences of the grader');
push @said, map { my $file = $_; map { [$file, $_] } read_file($file) =~ /SOLUTION BEGIN: (.*)/g } map { "$folder{$_}/reduce.cu" } exercises();
push @said, map { my $file = $_; map { [$file, $_] } read_file($file) =~ /^(#.*)/mg } glob 'course/predict/*.txt';
for my $script (qw(course/handin.sh course/watch.sh course/to_do.sh course/collect.sh course/grade_one.sh course/grade_all.sh course/autograder.sh)) {
    push @said, grep { $_->[1] =~ /[a-z]/ } map { [$script, s/\$\(.*?\)|\$\w+/7/gr] } read_file($script) =~ s/"\$\((.*?)\)"/7/gr =~ s/\$\([^()]*\)/7/gr =~ /\b(?:say|note) (?:"|')(.*?)(?:"|')(?: |;|$)/mg;
}
write_file("$scratch/said", join '', map { "$_->[1]\nn = 7, blocks of 7$_->[1]\nn = 7, blocks of 7: sum 7, expected 7$_->[1]\nseven: $_->[1]\n" } @said);
($status, $out) = run("build/course/in_language zh <$scratch/said");
my @chinese = split /\n/, decode('UTF-8', $out);
is(scalar @chinese, 4 * @said, 'said, line by line');
for my $place (0 .. $#said) {
    my @left = grep { /$letter/ && !/\Q$said[$place][1]\E/ } @chinese[4 * $place .. 4 * $place + 3];
    ok(@left > 0, "$said[$place][0]: $said[$place][1]: in Chinese") if !@left;
}
($status, $out) = run("build/course/in_language en <$scratch/said");
is($out, read_file("$scratch/said"), 'in English as it is written');
is((run('build/course/in_language fr </dev/null'))[0], 2, 'no other language');

# ---- hints -------------------------------------------------------------------------------------------------------
for my $number (exercises()) {
    my %hint = decode('UTF-8', read_file("course/hints/step$number.txt")) =~ /^\[(\d \w\w)\]\n(.*?)(?=^\[|\z)/msg;
    for my $stage (1 .. 3) {
        my ($english, $chinese) = @hint{"$stage en", "$stage zh"};
        $_ =~ s{//.*}{}mg for $english, $chinese;
        like($chinese, $letter, "$number: hint $stage in Chinese") if $stage < 3;
        my ($of_english, $of_chinese) = map { my %seen; join ' ', sort grep { !$seen{$_}++ } m{\w*_\w+|\w+\(\)|\b\w+[A-Z]\w*\b}g } $english, $chinese;
        is($of_chinese, $of_english, "$number: hint $stage: the same names");
        is($chinese =~ s/\s+//gr, $english =~ s/\s+//gr, "$number: and the same code") if $stage == 3;
    }
}

# ---- a grading in both languages -------------------------------------------------------------------------------------
my %sources = (wrong => ['04', sub { s/stride \/= 2/stride \/= 4/r }], race => ['04', sub { s/ {8}__syncthreads.*\n//r }],
               idea => ['02', sub { s/tid % \(2 \* stride\) == 0/tid == 0/r }], build => ['04', sub { s/int main/int x = "y";\nint main/r }]);
for my $name (sort keys %sources) {
    my ($number, $change) = @{$sources{$name}};
    local $_ = read_file("$folder{$number}/reduce.cu");
    my $source = $change->();
    isnt($source, $_, "$name: a mistake");
    make_path("$scratch/$name/$folder{$number}");
    write_file("$scratch/$name/$folder{$number}/reduce.cu", $source);
    write_file("$scratch/$name/$folder{$number}/predict.txt", "block_barriers = 7\n");
    my %text;
    for my $language ('en', 'zh') {
        ($status, $out) = run(grade_command($name, "$scratch/$name", $number) =~ s{build/course/grade}{build/course/grade --language $language}r, 300);
        $text{$language} = decode('UTF-8', $out . read_file("$scratch/graded/$name/grade.json"));
    }
    my @en = split /\n/, $text{en};
    my @zh = split /\n/, $text{zh};
    is(scalar @zh, scalar @en, "$name: as many lines");
    my @differ = grep { facts($en[$_] =~ s/(?<=")message": .*//r) ne facts($zh[$_] =~ s/(?<=")message": .*//r) } 0 .. $#en;
    is(join("\n", map { "$en[$_] | $zh[$_]" } @differ), '', 'with the same places and numbers');
    my @english = grep { s/"(?:step|test|message|asked|record|points|of|price)":|"kept"|"missing"|"output"|error: .*|int x = .*//gr
                             =~ /(?<![\w\/.:])(?!BAD|GOOD|MISSING|FAIL)[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}/ } @zh;
    is(join("\n", @english), '', 'and nothing in English');
}

# ---- handouts ----------------------------------------------------------------------------------------------------------
is((run("course/handout.sh $scratch/handout '' '' zh"))[0], 0, 'a handout in Chinese');
is((run("course/handout.sh $scratch/none '' '' fr"))[0], 2, 'and none in another language');
for my $page (split /\n/, (run("find $scratch/handout -name '*.md'"))[1]) {
    is(join(' ', broken_links($page)), '', "$page: its links");
}
my @pages = map { s{^\Q$scratch/handout/\E}{}r } glob "$scratch/handout/README.md $scratch/handout/step*/README.md $scratch/handout/docs/*.md";
cmp_ok(scalar @pages, '>', 17, 'its pages');
for my $page (@pages) {
    my $text = decode('UTF-8', read_file("$scratch/handout/$page"));
    next if $page eq 'docs/sources.md'; # which is in English in the lab, too
    my @english = grep { !/$letter/ && /[a-z]{3,} [a-z]{2,} [a-z]{2,} [a-z]{2,}/ && !/^ {4,}|https?:/ } split /\n/, $text =~ s/^```.*?^```//smgr =~ s/<!--.*?-->//sgr;
    is(join("\n", @english), '', "$page: in Chinese");
    unlike($text, qr/zh-CN|<!-- English/, "$page: by its own names");
    for my $target ($text =~ /\]\(([^)#\s]+)/g) {
        next if $target =~ /^https?:/;
        my ($folder) = $page =~ m{^(.*/)?[^/]*$};
        ok(-e "$scratch/handout/" . ($folder // '') . $target, "$page: $target") if !-e "$scratch/handout/" . ($folder // '') . $target;
    }
}
for my $number (exercises()) {
    my $step = $folder{$number};
    my $source = decode('UTF-8', read_file("$scratch/handout/$step/reduce.cu"));
    my @to_do = $source =~ m{// TODO: (.*)}g;
    is(scalar(grep { !/$letter/ } @to_do), 0, "$number: what to do is in Chinese");
    like(decode('UTF-8', read_file("$scratch/handout/$step/README.md")), qr/## 你的任务\n.*\Q$to_do[0]\E.*make step$number hint/s, "$number: and its page says so");
    is(scalar(grep { /^#/ && !/$letter/ } split /\n/, decode('UTF-8', read_file("$scratch/handout/$step/predict.txt"))), 0, "$number: and predict.txt");
}
is(read_file("$scratch/handout/course/language"), "zh\n", 'the grader there speaks Chinese');
like(decode('UTF-8', read_file("$scratch/handout/docs/students.md")), qr/^种子 7 的随机数。$/m, 'as its page shows');
is(read_file("$scratch/handout/docs/diagrams/race.svg"), read_file('docs/zh-CN/diagrams/race.svg'), 'its pictures, too');
isnt(read_file("$scratch/handout/docs/diagrams/race.svg"), read_file('docs/diagrams/race.svg'), 'which are other ones');

done_testing();
