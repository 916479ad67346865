# The way from measured times to the clock's constants and to the page on the clock.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
my $fit = 'build/calibrate/fit';
system("make -s simulator $fit build/calibrate/clock_section build/calibrate/clock_errors") == 0
    or die "the programs do not build\n";
my $folder = scratch();
my ($status, $out, $errors);

sub write_file {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die "$folder/$name: $!";
    print $file $text;
    close $file or die "$folder/$name: $!";
}

# ---- fit -------------------------------------------------------------------------------------
# The "measured" times are the model's own, of a device with other constants: fit must find these.
my @list;
($status, undef, $errors) = run("build/simcc -o $folder/queued tests/calibrate/queued.cu");
is("$status$errors", '0', 'queued.cu compiles');
for my $power (14, 18, 20) {
    my $run = "SIM_CHECKS=0 SIM_CLOCK=only $folder/queued " . 2 ** $power;
    run("SIM_CLOCK_RECORDING=$folder/$power $run");
    my %time = map { $_ => 0 + (run("SIM_DEVICE=$_ $run"))[1] } 'h100', 'h100,launch=6000,block_start=900';
    push @list, {name => "n$power/a", recording => "$folder/$power", %time};
}
my $list = sub {
    my ($device) = @_;
    write_file('list', join '', map { "$_->{name} $_->{$device} $_->{recording} 2 queued\n" } @list);
    return "$folder/list";
};
($status, $out, $errors) = run("$fit h100 " . $list->('h100'));
is("$status$errors", '0', 'fit prints times');
is(join(' ', $out =~ /^n\d+\/a +\S+ +\S+ +(\S+)$/mg), '1.000 1.000 1.000', 'as the program itself printed them');
like($out, qr/^3 times, mean \S+ \/ measured\)\| 0\.00\d+$/m, 'the mean error last');

$list->('h100,launch=6000,block_start=900');
($status, $out, $errors) = run("$fit h100 $folder/list launch block_start");
is($status, 0, 'fit changes constants');
my ($launch) = $out =~ /^    \.launch = ([\d.]+),$/m;
cmp_ok(abs(log(($launch // 1) / 6000)), '<', 0.1, 'until the times are those measured') or diag($out);
like($out, qr/^SIM_DEVICE=h100,launch=[\d.]+,block_start=[\d.]+$/m, 'and prints them for SIM_DEVICE');
my ($is, $was) = $out =~ /^fitted 3 times, .*\| (\S+) before (\S+)$/m;
cmp_ok($is, '<', $was / 4, 'the error has fallen');

# A time that is far off by itself is not looked at when it is left out.
$list[1]{h100} *= 20;
$list->('h100');
($status, $out) = run("$fit --leave-out n18 h100 $folder/list launch");
like($out, qr/^fitted 2 times, .*\| 0\.0\d+ before 0\.0\d+$/m, 'a time is left out');
like($out, qr/^left out 1 times, .*\| (?:2\.9|3\.0)\d+ before/m, 'and its error told');

# Several times in turn: each fit begins anew, and beside the constants' values.
($status, $out) = run("$fit --leave-out n18 --leave-out n14 h100 $folder/list launch sectors_under_way");
is($status, 0, 'several fits at once');
is(join(' ', $out =~ /^without (\S+):$/mg), 'n18 n14', 'each is told');
my @left_out = $out =~ /^left out 1 times, .*\| (\S+) before/mg;
ok($left_out[0] > 2.5 && $left_out[1] > 0.2, 'with the error of what it left out') or diag($out);
my @whole = $out =~ /^SIM_DEVICE=h100,.*sectors_under_way=(.*)$/mg;
is(scalar(grep { /^\d+$/ && $_ != 1536 } @whole), 2, 'from other values; whole numbers stay whole') or diag("@whole");

for (["$fit h100 $folder/list no_constant", 2, 'there is no constant no_constant'],
     ["$fit --leave-out x h100 $folder/list launch", 2, '0 of 3 names begin with x'],
     ["$fit h100 $folder/none", 3, 'cannot read'], ["$fit h100", 2, 'usage:']) {
    ($status, $out, $errors) = run($_->[0]);
    is($status, $_->[1], "$_->[2]: exit status $_->[1]");
    like($errors, qr/\Q$_->[2]\E.*\n\z/, 'in one line');
}
write_file('list', "a 5.0 $folder/14 7 queued\n");
($status, $out, $errors) = run("$fit h100 $folder/list");
like("$status $errors", qr/^3 .*has no launch after event 7\n\z/, 'a launch that is not in the recording');
write_file('list', "a 5.0 $folder/14 2 sometimes\n");
($status, $out, $errors) = run("$fit h100 $folder/list");
like("$status $errors", qr/^3 .*cannot read the line a 5\.0/, 'a line that is none');

# ---- the cases ----------------------------------------------------------------------------------
system('make -s build/calibrate/blocks') == 0 or BAIL_OUT('no cases');
my (undef, $listed) = run('build/calibrate/blocks --list');
($status, $out, $errors) = run('SIM_CLOCK=1 build/calibrate/blocks --once');
is($status, 0, 'one launch of each case');
is($out, $listed, 'without a time, in the order of the list: a profiler counts the launches');
($status, $out, $errors) = run('calibrate/first_look.sh');
is($status, 2, 'a first look at no family');
like($errors, qr{^usage: calibrate/first_look\.sh FOLDER FAMILY}, 'is told how');

# ---- calibrate.sh -------------------------------------------------------------------------------
($status, $out, $errors) = run('calibrate/calibrate.sh none');
is($status, 2, 'a device that has no table');
like($errors, qr{^calibrate: there is no devices/none\.c$}m, 'is told so');
($status, $out, $errors) = run('calibrate/calibrate.sh k20m');
is($status, 2, 'and one that was not measured');
like($errors, qr{^calibrate: calibrate/recordings/k20m/ needs cases\.csv: calibrate/measure\.sh}m, 'too');

# ---- the tables ---------------------------------------------------------------------------------
write_file('device.txt', "date     2026-01-01\ndevice   GPU X\n");
write_file('run.csv', "program,kernel\nstep01_a,k\n");
write_file('clock.csv', <<'TEXT');
name,n,block,grid,measured_ms,modelled_ms
step01_a,16384,512,32,0.010000,0.010000
step02_b,16384,512,32,0.008000,0.011000
step01_a,65536,512,128,0.020000,0.022000
step02_b,65536,512,128,0.019000,0.023000
step01_a,65536,256,128,0.030000,0.020000
step01_a,131072,512,256,0.020000,0.020000
step02_b,131072,512,256,0.010000,0.010000
fast/idle,100,32,4,0.001000,0.004000
fast/other,100,32,4,0.001000,0.001000
held_out_far/one,100,32,4,0.001000,0.002000
held_out_far/two.slow,100,32,4,0.002000,0.002000
held_out_far/two.fast,100,32,4,0.001000,0.001000
TEXT
my $text = sub { (run("build/calibrate/$_[0] $folder"))[1] };
my $table = $text->('clock_section table');
like($table, qr/^GPU X:$/m, 'tables name the device');
like($table, qr/^\| 01 \| 10\.0 \/ 10\.0 \(1\.00\) \| 20\.0 \/ 22\.0 \(1\.10\) \| – /m, 'times over n');
unlike($table, qr/30\.0/, 'of blocks of 512');
my @worst = $text->('clock_section worst') =~ /^\| (\S.*?) \| (?:2|100)/mg;
is(join(', ', @worst[0 .. 3]), 'fast/idle, held_out_far/one, step 01, step 02', 'the worst first');
my $order = $text->('clock_section order');
like($order, qr/^\| 2\^14 \| 1 \| 0 \| 0\.0 % \|\n\| 2\^17 \| 1 \| 1 \| 100\.0 % \|\n\| all \| 2 \| 1 \| 50\.0 % \|$/m,
     'pairs that differ by 10 %, and no others');
is(join("\n", $order =~ /^\| step .*$/mg), '| step 02 | step 01 | 2^14 | 512 | 8.0, 10.0 | 11.0, 10.0 |',
   'one is wrong');
like($text->('clock_section versions'), qr/^Not compared/m, 'there was no first look');
write_file('first_look.csv', <<'TEXT');
name,n,block,grid,measured_ms,modelled_ms
held_out_near/copy.bytes,1024,32,4,0.004000,0.004000
held_out_near/copy.words,1024,64,4,0.002000,0.003000
held_out_near/copy.words,2048,64,4,0.003000,0.003000
held_out_near/copied.words,1024,64,4,0.001000,0.003000
held_out_near/fill,1024,64,4,0.001000,0.001000
held_out_near/fills,1024,64,4,0.002000,0.001000
held_out_near/sum.all,2048,32,4,0.002000,0.005000
held_out_near/sum.half,2048,32,4,0.003000,0.004000
TEXT
my $versions = $text->('clock_section versions');
like($versions, qr/^\| 2\^10 \| 1 \| 1 \| 100\.0 % \|\n\| 2\^11 \| 1 \| 0 \| 0\.0 % \|\n\| all \| 2 \| 1 \| 50\.0 % \|$/m,
     'versions of the same work at the same n');
like($versions, qr/^\| held_out_near\/sum\.all \| held_out_near\/sum\.half \| 2\^11 /m, 'one is wrong');
like($text->('clock_errors first_look'), qr/^\| held_out_near \| 8 \| /m, 'the errors of the first look');
unlike($text->('clock_errors first_look'), qr/look/, 'of which nothing says when it was');
write_file('first_look.csv', <<'TEXT');
name,n,block,grid,measured_ms,modelled_ms,look
held_out_near/copy.bytes,1024,32,4,0.004000,0.004000,1
held_out_near/copy.words,1024,64,4,0.002000,0.003000,1
held_out_wide/sum.all,2048,32,4,0.002000,0.005000,1
held_out_late/sum.all,2048,32,4,0.002000,0.004000,2
held_out_late/sum.half,2048,32,4,0.003000,0.004000,2
TEXT
is(join(' ', map { /^\| (?:\*\*)?(.*?)(?:\*\*)? \| (\d+) \| / ? "$1: $2," : () } split /\n/, $text->('clock_errors first_look')),
   'held_out_near: 2, held_out_wide: 1, all of look 1: 3, held_out_late: 2, all of look 2: 2, all: 5,', 'a row for each of several looks');
like($text->('clock_section versions'), qr/^\| \*\*all of look 1\*\* \| 1 \| 1 \| 100\.0 % \|\n\| \*\*all of look 2\*\* \| 1 \| 0 \| 0\.0 % \|$/m,
     '... and of their versions');
write_file('first_look.csv', <<'TEXT');
name,n,block,grid,measured_ms,modelled_ms,look,empty_ms,empty_modelled_ms
held_out_near/copy.bytes,1024,32,4,0.004000,0.004000,1
held_out_late/sum.all,2048,32,4,0.003000,0.004000,2,0.002000,0.001000
held_out_late/sum.half,2048,32,4,0.003000,0.004000,2,0.005000,0.006000
TEXT
# measured without 1 more than is modelled of an empty launch: 2 beside 4; with 1 less: 4 beside 4
my $alike = $text->('clock_errors first_look');
like($alike, qr/^\| \*\*all of look 2\*\* \| 2 \| 0\.288 \| .*\n\| look 2, empty launches alike \| 2 \| 0\.347 \| \+41 % \| .* 2\.00, /m,
     'beside the errors those without the difference of empty launches, where that is known');
unlike($alike, qr/look 1, empty/, '... and only there');
is($text->('clock_section order'), $order, 'the order of the steps is of steps alone');
my $steps = $text->('clock_errors steps');
# |log| of 1, 1.375, 1.1, 23/19, 2/3 and twice 1: 0, 0.3185, 0.0953, 0.1911, 0.4055, 0, 0
like($steps, qr/^\| all \| 7 \| 0\.144 \| \+3 % \| 0\.095 \| 43 % \| 57 % \| 57 % \| 71 % \| 0\.67, step 01, n = 2\^16, /m,
     'how the errors are spread');
like($steps, qr/^\| step 02 \| 3 \| 0\.170 /m, 'by step');
like($steps, qr/^\| n = 2\^14 \| 2 \| 0\.159 /m, 'by n');
like($steps, qr/^\| blocks of 256 \| 1 \| 0\.405 /m, 'by block');
my $cases = $text->('clock_errors cases');
like($cases, qr/^\| fast \| 2 \| 0\.693 \| .*4\.00, fast\/idle, n = 100/m, 'other kernels by family');
unlike($cases, qr/step|held_out/, 'without the steps and what is held out');
my $held_out = $text->('clock_errors held_out');
like($held_out, qr/^\| held_out_far \| 3 \| 0\.231 \|/m, 'which has a table of its own');
unlike($held_out, qr/fast/, 'without the others');
like($text->('clock_errors left_out'), qr/^Not fitted without/m, 'nothing was left out');
write_file('clock_leave_out.csv', "name,times,error_left_out,error_as_is\nstep01_a,3,0.5000,0.2000\n");
like($text->('clock_errors left_out'), qr/^\| step01_a \| 3 \| 0\.500 \| 0\.200 \|$/m, 'or it was');

write_file('limits.csv', <<'TEXT');
name,n,block,grid,instructions,modelled_instructions,limit,modelled_limit
near/one,100,32,4,100,110,memory,memory
near/two,100,32,4,100,200,memory,computing
near/three,100,32,4,200,100,barrier,barrier
TEXT
my ($limits) = (run("calibrate/limits_section.sh $folder"))[1] =~ /--:\|\n(.*)/s;
my $name = $folder =~ s{.*/}{}r;
is($limits =~ s/^\| \Q$name\E //mgr, <<'TEXT', 'limits that the model has as ncu has them, and instructions');
| barrier | 1 | 1 | 0.693 | 0.693 | 0 % |
| memory | 2 | 1 | 0.394 | 0.394 | 50 % |
| all | 3 | 2 | 0.494 | 0.693 | 33 % |
TEXT

write_file('clock_order', "NVIDIA A:\n\n| n | pairs | in the right order | |\n| 2^14 | 3 | 2 | 66.7 % |\n| all | 8 | 7 | 87.5 % |\n\nNVIDIA B:\n\n| all | 4 | 1 | 25.0 % |\n");
write_file("clock_$_", "NVIDIA A:\n\n| step 01 | 9 | 0.1 | +1 % | 0.2 | 1 % | 2 % | 3 % | 4 % | 0.5 |\n| all | 5 | 0.250 | -3 % | 0.125 | 10 % | 20 % | 30 % | 40 % | 0.5, x |\n")
    for qw(steps cases held_out first_look);
write_file('clock_versions', "| **all of look 1** | 2 | 1 | 50.0 % |\n");
is((run("calibrate/worth_section.sh $folder"))[1] =~ s/\A(?:.*\n){2}//r, <<'TEXT', 'what the clock is worth: of each table the row of all, the device\'s own');
| the steps: constants are fitted to them | NVIDIA A | 5 | 0.250 | 0.125 | 30 % | 87.5 % |
| others that constants are fitted to | NVIDIA A | 5 | 0.250 | 0.125 | 30 % |  |
| held out of the fits, looked at since | NVIDIA A | 5 | 0.250 | 0.125 | 30 % |  |
| nobody had looked at them | NVIDIA A | 5 | 0.250 | 0.125 | 30 % |  |
TEXT

done_testing();
