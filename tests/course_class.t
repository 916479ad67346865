# A class: all submissions of a folder, and Gradescope's container.
use strict;
use warnings;
use lib 'tests/lib';
use Course;
use File::Path qw(make_path);
use JSON::PP;
use Lab;
use POSIX qw(getcwd mkfifo);
use Test::More;

build_grader();
my $scratch = scratch();
my %folder = map { $_ => folder_of($_) } exercises();
my $handout = handout();
# A kernel with a gap compiles, and has ten points: less is run, and it is as well to be told from others.
my $unsolved = "$handout/$folder{'04'}/reduce.cu";
my ($status, $out, $err);

# ---- a class ------------------------------------------------------------------------------
my $class = "$scratch/class";
make_path("$class/anna/lab/$folder{'04'}", "$class/ben", "$class/carl doe/$folder{'04'}",
          "$class/dora/$folder{'04'}");
write_file("$class/anna/lab/$folder{'04'}/reduce.cu", read_file("$folder{'04'}/reduce.cu"));
write_file("$class/anna/lab/$folder{'04'}/predict.txt", read_file('course/predict/step04.txt'));
mkfifo("$class/carl doe/$folder{'04'}/reduce.cu", 0600);
write_file("$class/dora/$folder{'04'}/reduce.cu", 'x' x 3000000);
# links lead to what others have, and a quote in a name is no end of a text
make_path("$class/emil", "$class/fay/$folder{'04'}", "$class/gus/__MACOSX/$folder{'04'}",
          "$class/gus/\"lab/$folder{'04'}", "$class/hal/step99_none");
symlink getcwd() . "/$folder{'04'}", "$class/emil/$folder{'04'}";
symlink getcwd() . "/$folder{'04'}/reduce.cu", "$class/fay/$folder{'04'}/reduce.cu";
symlink "$class/anna", "$class/ida";
write_file("$class/gus/\"lab/$folder{'04'}/reduce.cu", read_file($unsolved));
write_file("$class/gus/\"lab/$folder{'04'}/predict.txt", read_file('course/predict/step04.txt'));
write_file("$class/hal/step99_none/reduce.cu", '');
($status, $out, $err) = run("course/grade_all.sh $class", 300);
is($status, 0, 'grade-all');
is(read_file('build/grade-all/grades.csv'),
   "student,step04,points,of,note\nanna,100,100,100,\nben,0,0,100,no folder of step 04; there is: nothing\n"
   . "carl doe,0,0,100,\ndora,0,0,100,\nemil,0,0,100,\nfay,0,0,100,\ngus,10,10,100,\n"
   . "hal,0,0,100,no folder of step 04; there is: step99_none\nida,,,100,not graded: a link\n",
   'a row for everybody, whatever they handed in');
like($err, qr{^1 of 9: anna: 100/100\n2 of 9: ben: 0/100 \(no folder of step 04; there is: nothing\)$}m, 'with progress');
like($err, qr{^9 of 9: ida: not graded: a link$}m, 'and why somebody has no points');
like($out, qr/^student +step04 +points +of\nanna +100 +100 +100$/m, 'and a table');
my $graded = (stat 'build/grade-all/anna/row.csv')[9];
make_path("$class/=1+1", "$class/two/a/$folder{'04'}", "$class/two/b/$folder{'04'}");
($status, $out, $err) = run("course/grade_all.sh $class 4 'a* =1+1 two' 2 resume", 300);
is($status, 0, 'grade-all again: some, two at a time, and who was not graded before');
my $table = read_file('build/grade-all/grades.csv');
like($table, qr/^'=1\+1,0,0,100,.*^two,0,0,100,2 folders are step 04's: a\/\S+ is graded$/ms, 'a row for each, and no formula');
like($table, qr/^ben,0,0,100,.*^ida,,,100,not graded: a link$/ms, 'and all others keep theirs');
is((stat 'build/grade-all/anna/row.csv')[9], $graded, 'what was done is kept');
like($err, qr/two: 0\/100 \(2 folders are step 04's: \S+ is graded\)/, 'and what is unclear is said');
unlike(read_file("build/grade-all/$_/grade.txt"), qr{/tmp/|\Q$scratch\E}, "$_ is told of no folder of the grader's")
    for qw(anna ben fay);

# New files with old dates; names in any script; archives, and folders by other names; a roster; parts of a class.
my $other = "$scratch/other";
make_path("$other/\x{e6}\x{9d}\x{8e}\x{e9}\x{9b}\x{b7}", "$other/\x{e9}\x{9f}\x{a9}\x{e6}\x{a2}\x{85}/Step 4", "$other/pia");
my @names = ("\x{e6}\x{9d}\x{8e}\x{e9}\x{9b}\x{b7}", "\x{e9}\x{9f}\x{a9}\x{e6}\x{a2}\x{85}");
write_file("$other/$names[0]/reduce.cu", 'no kernel');
write_file("$other/$names[1]/Step 4/reduce.cu", read_file($unsolved));
make_path("$other/pia/my work/lab 1");
is((run("cd $class/anna/lab && tar czf '$other/pia/my work/lab 1/mine.tar.gz' $folder{'04'} && cd '$class/gus/\"lab' && tar cf $other/quin.tar $folder{'04'}"))[0], 0, 'archives');
# as a spreadsheet writes it; an archive is found without its ending, too
write_file("$scratch/roster.csv", "\xEF\xBB\xBFfolder,id\r\n$names[0],77\r\nquin,78\r\n\"Roe, \"\"Rolf\"\"\",=79\r\n");
is((run("course/roster.sh $scratch/roster.csv"))[1], "$names[0]\t77\nquin\t78\nRoe, \"Rolf\"\t'=79\n", 'a roster');
is(join(' ', map { (run("course/steps_in.sh '$other/$_'"))[1] =~ tr/\n//dr } $names[1], 'pia', 'quin.tar', $names[0]), '04 04 04 ',
   'which steps are there: folders by other names, archives, a file alone');
my $all_of_them = "course/grade_all.sh $other 04 '' 1";
($status, $out, $err) = run("$all_of_them '' $scratch/roster.csv 1/2", 300);
is($err =~ s/^\d.*\n//gmr =~ tr/\n//, 0, 'a part of a class: no other lines');
like(read_file('build/grade-all/grades.csv'), qr/\Astudent,id,.*\n(?:.+\n){2}"Roe, ""Rolf""",'=79,,,100,nothing handed in\n\z/, 'two of four, and the roster');
my $row = 'build/grade-all/' . $names[0] . '/row.csv';
like(read_file($row), qr/^$names[0],0,0,100,reduce\.cu alone is taken/, 'by the own name') if -e $row;
($status, $out, $err) = run("$all_of_them y $scratch/roster.csv", 300);
$table = read_file('build/grade-all/grades.csv');
like($table, qr/^$names[0],77,0,0,/m, 'a name in Chinese, which hands in a file alone');
like($table, qr/^$names[1],,10,10,100,Step 4 is taken for $folder{'04'}$/m, 'another, and a folder by another name');
like($table, qr/^pia,,100,100,100,unpacked mine.tar.gz$/m, 'an archive');
like($out, qr/^Roe, "Rolf" +'=79/m, 'and a comma and quotes in a name stay');
like($out, qr/^$names[0] {26}77 /m, 'two Chinese letters are as wide as four others');
like($table, qr/^quin\.tar,78,10,10,100,$/m, 'an archive in place of a folder');
is((run("touch -d 2001-01-01 $row && cp -p $unsolved $other/$names[0]/ && touch -d 2000-01-01 $other/$names[0]/reduce.cu"))[0], 0,
   'a new file with an old date');
($status, $out, $err) = run("$all_of_them y $scratch/roster.csv", 300);
like($err, qr/^4 to grade, 3 of them done before\.\n4 of 4: $names[0]: 10\/100/m, 'is graded again, and no other');
(undef, undef, $err) = run("SEED=7 course/grade_all.sh $other 04 $names[0] 1 y", 300);
like($err, qr/^$names[0]: 10/, 'who was graded on other launches is graded again where a seed is named');
(undef, undef, $err) = run("SEED=7 course/grade_all.sh $other 04 $names[0] 1 y", 300);
is($err, "1 to grade, 1 of them done before.\n", 'once');
like(read_file('build/grade-all/' . $names[0] . '/grade.txt'), qr/^Random numbers of seed 7\.$/m, 'by the launches that it draws');
for my $seed ('x', '4294967296') {
    ($status, $out, $err) = run("SEED=$seed $all_of_them");
    is("$status$err", "2SEED: $seed: a seed is a whole number from 0 to 4294967295\n", "no seed: $seed");
}
run("$all_of_them y", 300);
like(read_file('build/grade-all/grades.csv'), qr/\Astudent,step04,.*^$names[0],10,/ms, 'and no id where no roster is named any more');
(undef, undef, $err) = run("SPOKEN=zh HINT_PRICE=3 course/grade_all.sh $other 04 $names[0] 1 y", 300);
is($err, "$names[0]: 1/100 (\xe5\x8d\x95\xe7\x8b\xac\xe4\xb8\x80\xe4\xb8\xaa reduce.cu \xe5\xbd\x93\xe4\xbd\x9c $folder{'04'})\n", 'another price of hints is another grading; what was handed in is told in the language');
unlike(read_file("build/grade-all/$names[0]/grade.txt"), qr/Handed in|alone/, 'and in the report');
($status, $out, $err) = run("$all_of_them '' '' 3/2");
is("$status$err", "2PART: 3/2: which part of how many, such as 2/8\n", 'no such part');
run("course/grade_all.sh $class 04 '' 2", 300);
my $of_anna = decode_json(read_file('build/grade-all/anna/results.json'));
is($of_anna->{score}, 100, 'in the form of Gradescope, too');
cmp_ok($of_anna->{leaderboard}[0]{value}, '>', 0, 'with the modelled time');
for (["$class 4 nobody", qr/ONLY: nobody: no folder/], ["$class 4 '' 0", qr/JOBS: 0: how many/]) {
    my ($arguments, $message) = @$_;
    ($status, $out, $err) = run("course/grade_all.sh $arguments");
    is($status, 2, "grade-all $arguments: refused");
    like($err, qr/\A.*$message.*\n\z/, 'in one line');
}
# ---- a class that is made up ----------------------------------------------------------------
write_file("$scratch/expected.tsv", "7\t02\t100\tsolution\n7\t03\tless\twrong\n");
write_file("$scratch/$_->[0].csv", "student,id,step02,step03,points,of,note\nann,7,$_->[1],,200,\n")
    for ['well', '100,90'], ['low', '90,90'], ['high', '100,100'];
for (['well', 0, qr/^02 +1 +1 +1 +0 +0 +0$/m], ['low', 1, qr/^id 7, exercise 02, solution: 100 due, got 90$/m],
     ['high', 1, qr/^id 7, exercise 03, wrong: less due, got 100$/m], ['well low', 1, qr/^id 7, exercise 02, solution: got 100, and 90 in the other table$/m]) {
    my ($tables, $exit, $line) = @$_;
    ($status, $out, $err) = run("perl tests/class.pl compare $scratch " . join ' ', map { "$scratch/$_.csv" } split ' ', $tables);
    is("$status$err", $exit, "points compared with those that are due: $tables");
    like($out, $line, 'by exercise');
}
make_path("$scratch/empty");
for (['', qr/Say where/], ['/nowhere', qr/no such folder/], ["$class 99", qr/no exercise 99/],
     ["$scratch/empty 04", qr/no folder in it/], ["$scratch/empty", qr/no exercise in it/]) {
    my ($arguments, $message) = @$_;
    ($status, $out, $err) = run("course/grade_all.sh $arguments");
    is($status, 2, "grade-all $arguments: refused");
    like($err, qr/\A.*$message.*\n\z/, 'in one line');
}

# What hints cost stands in the table.
is((run("course/handout.sh $scratch/priced 04 '' en '2 3 5'"))[0], 0, 'a handout whose hints have a price');
my $hint = getcwd() . '/build/course/hint';
run("cd $scratch/priced && $hint ask en '2 3 5' $folder{'04'}") for 1 .. 2;
make_path("$scratch/asked/anna");
is((run("cp -R $scratch/priced/$folder{'04'} $scratch/asked/anna"
        . " && cp course/predict/step04.txt $scratch/asked/anna/$folder{'04'}/predict.txt"))[0], 0, 'a class of one, who asked twice');
run("HINT_PRICE='2 3 5' course/grade_all.sh $scratch/asked 04", 300);
is(read_file('build/grade-all/grades.csv'), "student,step04,points,of,note\nanna,5,5,100,step 04: 2 hints for 5 points\n",
   'its table has the price');

# a student of another class with the same name, and the same exercise
make_path("$scratch/others/anna", "$scratch/others/mara");
run("cp $unsolved $scratch/others/anna && cp $unsolved $scratch/others/mara");
run("course/grade_all.sh $scratch/others 04 mara", 300);
unlike(read_file('build/grade-all/grades.csv'), qr/^anna,/m, "the grade of another class's student is not in the table");
like(read_file('build/grade-all/grades.csv'), qr/^mara,10,/m, 'and her own is');

# ---- Gradescope --------------------------------------------------------------------------
SKIP: {
    skip 'needs zip and unzip', 16 if grep { system("command -v $_ >/dev/null 2>&1") != 0 } qw(zip unzip);
    my $root = "$scratch/autograder";
    make_path("$root/source", "$root/submission");
    ($status, $out, $err) = run("course/autograder.sh $scratch/autograder.zip 04 'idea nothing'");
    is($status, 2, 'a test that is none');
    ($status, $out, $err) = run("course/autograder.sh $scratch/autograder.zip 04 'idea predict'");
    is("$status$err", '0', 'make autograder');
    # The archive has even seconds, rounded up: what is unpacked at once would be newer than the objects.
    is((run("cd $root/source && unzip -q $scratch/autograder.zip && find . -exec touch {} +"))[0], 0, 'a zip file');
    is((run("grep -rl 'stride /= 2' $root/source --include=*.cu"))[1], '', 'without solutions');
    is(take_objects("$root/source/lab"), '', 'with the grader and the simulator that are here');
    mkdir "$scratch/passing";
    my $alone = "env -i PATH=\"\$PATH\" HOME=/nonexistent TMPDIR=$scratch/passing AUTOGRADER=$root";
    ($status, $out, $err) = run("cd / && $alone $root/source/setup.sh", 300);
    is($status, 0, 'is set up in a folder of its own') or diag($out, $err);
    is((run("cd $root/source/lab/build/simcc && find objects -name '*.o' -newer libsimulator.a"))[1], "objects/simcc/toolchain.o\n",
       'and compiles of the simulator what names its folder alone');
    write_file("$root/submission/$_", read_file("$class/anna/lab/$folder{'04'}/$_"))
        for qw(reduce.cu predict.txt);
    run("cd / && $alone $root/source/run_autograder", 300);
    my $results = eval { decode_json(read_file("$root/results/results.json")) } // {};
    is($results->{score}, 100, 'grades two files that were handed in');
    is(join(' ', map { $_->{name} =~ / (\S+):/ } grep { $_->{visibility} eq 'after_due_date' } @{$results->{tests}}),
       'idea predict', 'of which some tests are shown after the due date');
    is($results->{leaderboard}, undef, 'as long as the idea is kept back, no leaderboard tells of it');
    write_file("$root/submission/predict.txt", read_file("$handout/$folder{'04'}/predict.txt"));
    run("cd / && $alone $root/source/run_autograder", 300);
    $results = eval { decode_json(read_file("$root/results/results.json")) } // {};
    like($results->{output}, qr/^All tests that are shown now are passed\./, 'nor the next thing to do of the predictions');
    write_file("$root/submission/predict.txt", read_file("$class/anna/lab/$folder{'04'}/predict.txt"));
    write_file("$root/source/after_due", "\n");
    write_file("$root/source/language", "zh\n");
    ($status, $out) = run("cd / && $alone $root/source/run_autograder", 300);
    like($out, qr/^\xe4\xba\xa4\xe4\xb8\x8a\xe6\x9d\xa5\xe7\x9a\x84\xef\xbc\x9a\xe5\x8d\x95\xe7\x8b\xac\xe4\xb8\x80\xe4\xb8\xaa reduce.cu \xe5\xbd\x93\xe4\xbd\x9c /m, 'in Chinese, what was handed in');
    like(read_file("$root/results/results.json"), qr/"step04\xef\xbc\x8c\xe6\xa8\xa1\xe5\x9e\x8b\xe6\x97\xb6\xe9\x97\xb4\xef\xbc\x8c\xe5\xbe\xae\xe7\xa7\x92"/, 'and the leaderboard');
    write_file("$root/source/language", "en\n");
    write_file("$root/submission/reduce.cu", read_file("$handout/$folder{'04'}/reduce.cu"));
    run("cd / && $alone $root/source/run_autograder", 300);
    $results = eval { decode_json(read_file("$root/results/results.json")) } // {};
    is($results->{tests}[0]{score}, 10, 'and others, test by test');
    like($results->{tests}[1]{output}, qr/BAD +n = /, 'with what failed');
    is(join(' ', glob "$scratch/passing/*"), '', 'nothing is left in the folder of what passes');
}

done_testing();
