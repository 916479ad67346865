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
write_file("$class/gus/\"lab/$folder{'04'}/$_", read_file("$class/anna/lab/$folder{'04'}/$_"))
    for qw(reduce.cu predict.txt);
write_file("$class/hal/step99_none/reduce.cu", '');
($status, $out, $err) = run("course/grade_all.sh $class", 60);
is($status, 0, 'grade-all');
is(read_file('build/grade-all/grades.csv'),
   "student,step04,points,of\nanna,100,100,100\nben,0,0,100\ncarl doe,0,0,100\ndora,0,0,100\n"
   . "emil,0,0,100\nfay,0,0,100\ngus,100,100,100\nhal,0,0,100\nida,,,100\n",
   'a row for everybody, whatever they handed in');
like($err, qr{^1 of 9: anna: 100/100\n2 of 9: ben: 0/100$}m, 'with progress');
like($err, qr{^9 of 9: ida: not graded: a link$}m, 'and why somebody has no points');
like($out, qr/^student +step04 +points +of\nanna +100 +100 +100$/m, 'and a table');
my $graded = (stat 'build/grade-all/anna/row.csv')[9];
make_path("$class/=1+1", "$class/two/a/$folder{'04'}", "$class/two/b/$folder{'04'}");
($status, $out, $err) = run("course/grade_all.sh $class 4 'a* =1+1 two' 2 resume", 60);
is($status, 0, 'grade-all again: some, two at a time, and who was not graded before');
like(read_file('build/grade-all/grades.csv'),
     qr/\Astudent,step04,points,of\n'=1\+1,0,0,100\nanna,100,100,100\ntwo,0,0,100\n\z/,
     'a row for each, and no formula');
is((stat 'build/grade-all/anna/row.csv')[9], $graded, 'what was done is kept');
like($err, qr/two: 0\/100 \(several folders hold steps; this is \S+\)/, 'and what is unclear is said');
is(decode_json(read_file('build/grade-all/anna/results.json'))->{score}, 100, 'in the form of Gradescope, too');
for (["$class 4 nobody", qr/ONLY: nobody: no folder/], ["$class 4 '' 0", qr/JOBS: 0: how many/]) {
    my ($arguments, $message) = @$_;
    ($status, $out, $err) = run("course/grade_all.sh $arguments");
    is($status, 2, "grade-all $arguments: refused");
    like($err, qr/\A.*$message.*\n\z/, 'in one line');
}
make_path("$scratch/empty");
for (['', qr/Say where/], ['/nowhere', qr/no such folder/], ["$class 99", qr/no exercise 99/],
     ["$scratch/empty 04", qr/no folder in it/], ["$scratch/empty", qr/no exercise in it/]) {
    my ($arguments, $message) = @$_;
    ($status, $out, $err) = run("course/grade_all.sh $arguments");
    is($status, 2, "grade-all $arguments: refused");
    like($err, qr/\A.*$message.*\n\z/, 'in one line');
}

# ---- Gradescope --------------------------------------------------------------------------
SKIP: {
    skip 'needs zip and unzip', 7 if grep { system("command -v $_ >/dev/null 2>&1") != 0 } qw(zip unzip);
    my $root = "$scratch/autograder";
    make_path("$root/source", "$root/submission");
    ($status, $out, $err) = run("course/autograder.sh $scratch/autograder.zip 04");
    is("$status$err", '0', 'make autograder');
    is((run("cd $root/source && unzip -q $scratch/autograder.zip"))[0], 0, 'a zip file');
    is((run("grep -rl 'stride /= 2' $root/source --include=*.cu"))[1], '', 'without solutions');
    my $alone = 'env -i PATH="$PATH" HOME=/nonexistent CFLAGS=-O0 AUTOGRADER=' . $root;
    ($status, $out, $err) = run("cd / && $alone $root/source/setup.sh", 300);
    is($status, 0, 'is set up in a folder of its own') or diag($out, $err);
    write_file("$root/submission/$_", read_file("$class/anna/lab/$folder{'04'}/$_"))
        for qw(reduce.cu predict.txt);
    run("cd / && $alone $root/source/run_autograder", 60);
    my $results = eval { decode_json(read_file("$root/results/results.json")) } // {};
    is($results->{score}, 100, 'grades two files that were handed in');
    write_file("$root/submission/reduce.cu", read_file("$handout/$folder{'04'}/reduce.cu"));
    run("cd / && $alone $root/source/run_autograder", 60);
    $results = eval { decode_json(read_file("$root/results/results.json")) } // {};
    is($results->{tests}[0]{score}, 10, 'and others, test by test');
    like($results->{tests}[1]{output}, qr/BAD +n = /, 'with what failed');
}

done_testing();
