# The view and the trace as the lab's commands make them. Whether they are true: the simulator's own tests.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use View;
use ViewCommands;
use JSON::PP ();
use Cwd qw(abs_path);
use Test::More;

plan skip_all => 'the views are the simulator\'s' if backend() eq 'gpu';
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
my $make = 'make -s BACKEND=sim';
system("$make step03 step04 lockstep >/dev/null") == 0 or die "the programs do not build\n";
my ($status, $out, $errors);

# ---- make ------------------------------------------------------------------------------------------
{
    ($status, $out, $errors) = run("$make step04 view N=2^13 BLOCK=64 SIM_DEVICE=k20m SIM_VIEW_BLOCKS=3");
    is("$status$errors", '0', 'make step04 view');
    like($out, qr{^The view: build/sim/view/step04\.html}m, 'says where the page is');
    my $view = view_of('build/sim/view/step04.html');
    is_sound($view, 'it is sound', 1);
    is($view->{runs}[0]{device}{key} . ' ' . blocks_of($view), 'k20m 3=asked',
       'with N, BLOCK, SIM_DEVICE and SIM_VIEW_BLOCKS');
    ($status, $out, $errors) = run("$make step03 step04 view N=2^13");
    is("$status$errors", '0', 'make step03 step04 view');
    like($out, qr{^The view: build/sim/view/step03_step04\.html}m, 'is one page');
    $view = view_of('build/sim/view/step03_step04.html');
    is_sound($view, 'it is sound', 1);
    is(scalar @{$view->{runs}}, 2, 'of two runs');
    ($status, $out, $errors) = run("$make step04 trace N=2^15");
    is("$status$errors", '0', 'make step04 trace');
    like($out, qr{^The trace, modelled: build/sim/view/step04\.trace\.json}m, 'says where the file is');
    my $trace = JSON::PP->new->utf8->decode(read_file('build/sim/view/step04.trace.json'));
    my @events = @{$trace->{traceEvents}};
    my %phases;
    $phases{$_->{ph}}++ for @events;
    is(join(' ', sort keys %phases), 'C M X', 'it has names, bars and counters');
    my (%end, $overlap);
    for (sort { $a->{ts} <=> $b->{ts} } grep { $_->{ph} eq 'X' } @events) {
        my $row = "$_->{pid} $_->{tid}";
        $overlap = $_ if $_->{ts} < ($end{$row} // 0) - 1e-3;
        $end{$row} = $_->{ts} + $_->{dur};
    }
    is($overlap && JSON::PP->new->encode($overlap), undef, 'no bars of a row overlap');
    ($status, $out, $errors) = run("$make step04 view N=0");
    isnt($status, 0, 'a bad N is refused');
    unlike($out, qr/The view/, 'and no page is promised');
    ($status, $out, $errors) = run("$make lockstep view N=9000");
    isnt($status, 0, 'a program with races fails');
    like($out, qr{^The view: build/sim/view/lockstep\.html}m, 'and shows them');
    ($status, $out, $errors) = run('tools/run/view.sh view gpu step04_interleaved --');
    is($status, 2, 'on a GPU there is no view');
    like($errors, qr/BACKEND=sim/, 'and it says what to do');
    ($status, $out, $errors) = run("$make step04 trace SIM_CLOCK=0");
    isnt($status, 0, 'without the clock there is no trace');
    like((run('make -s help'))[1], qr/make step05 view .*make step05 trace /s, 'make help knows both');
}

# ---- the pictures of the view in the lab's pages ------------------------------------------------------
my $folder_of_lab = abs_path('.');
my $pictures = "'--stale " . join(' ', map { "$folder_of_lab/docs/$_" } qw(view/pictures.txt view zh-CN/view)) . "'";
is((run("make -s -C simulator pictures PICTURES=$pictures"))[1], '', 'the pictures are drawn with the page as it is (make docs)');

done_testing;

