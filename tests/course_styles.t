# Solutions that a program rewrites in other styles, tests/lib/Styles.pm: loops, helpers, templates, structs, lambdas,
# groups. All keep all points. Here each style is tried on one step; COURSE_CASES=all tries it on all.
use strict;
use warnings;
use lib 'tests/lib';
use Course;
use Drawn;
use File::Path qw(make_path);
use Lab;
use Styles;
use Test::More;

build_grader();
my $scratch = scratch();
my @steps = grep { $_ <= 13 } exercises();
my $all = ($ENV{COURSE_CASES} // '') eq 'all';
my (@names, @commands);
my $turn = 0;
for my $style (drawn(styles())) {
    my @places = grep { my $source = read_file(folder_of($_) . '/reduce.cu'); restyled($source, $style) ne $source } @steps;
    cmp_ok(scalar @places, '>=', 2, "$style: a style of several steps");
    for my $number ($all ? @places : $places[$turn++ * 5 % @places]) {
        my $name = "${style}_$number";
        my $step = folder_of($number);
        make_path("$scratch/students/$name/$step");
        write_file("$scratch/students/$name/$step/reduce.cu", restyled(read_file("$step/reduce.cu"), $style));
        write_file("$scratch/students/$name/$step/predict.txt", read_file("course/predict/step$number.txt"));
        push @names, $name;
        push @commands, grade_command($name, "$scratch/students/$name", $number);
    }
}
my %result;
@result{@names} = grade_many(@commands);
for my $name (@names) {
    my (undef, $status, $out, $err) = @{$result{$name}};
    is("$status$err", '0', "$name: full marks") or diag($out);
}

done_testing();
