# The playground's server, asked again and again by all that may ask it: right kernels, wrong ones, endless ones, bombs, texts that are
# too long, pages that are closed, strangers. After each nothing runs, and in the end nothing is left: no process, no file, no memory, no open file.
# PLAYGROUND_RUNS=200: as many runs; without it, one of each kind that is quick.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use Playground;
use Test::More;

plan skip_all => Playground::missing() if Playground::missing();
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s playground_built >/dev/null') == 0 or die "the playground does not build\n";

my $own = scratch() . '/own';
$ENV{TMPDIR} = scratch() . '/temporary';
mkdir $_ for $own, $ENV{TMPDIR};
my $server = Playground->start($own);
my $step = read_file('step04_interleaved/reduce.cu');
my $query = 'step04_interleaved?n=4096&block=64&device=h100';

# Sends a text to be run, and closes the page when a number of its processes are there.
sub closed_at {
    my ($processes, $text) = @_;
    my $socket = $server->connect;
    print $socket $server->request('POST', "/$server->{token}/run/$query", $text);
    $socket->flush;
    my $end = time + 60;
    my $seen = 0;
    while ($seen < $processes && time < $end) {
        my @now = $server->left;
        $seen = @now if @now > $seen;
    }
    close $socket;
    return $seen >= $processes ? 'closed' : "only $seen processes";
}

sub ending {
    my ($text) = @_;
    my $run = $server->run_text('step04_interleaved', $text);
    return join ' ', grep { ($_ // '') ne '' } @$run{qw(stage ending status)};
}

# $_[0], with something in it that no run before had
my $changes = 0;
sub edited { return $_[0] . "// edit " . ++$changes . "\n" }

my $races = $step =~ s/\n    __syncthreads\(\);//r;
my $endless = $step =~ s/(smem\[tid\] = idx < n)/while (n > 0) smem[0]++; $1/r;
my $endless_main = $step =~ s/(int main.*?\{)/$1 for (;;) ;/sr;
my $bomb = "#include <unistd.h>\nstruct bomb { bomb() { for (int i = 0; i < 6; i++) if (fork() == 0) setsid(); for (;;) pause(); } } bomb;\n$step";
my $below = "/$server->{token}/run/$query";
my @kinds = ( # what is asked, how it ends, whether it is quick
    ['an edit', sub { ending(edited($step)) }, 'run ended 0', 0],
    ['a race', sub { ending(edited($races)) }, 'run ended 1', 1],
    ['a mistake of the language', sub { ending(edited($step =~ s/tid;/tid/r)) }, 'compile ended 1', 0],
    ['a megabyte of source', sub { ending('x' x (1 << 20)) }, 'refused with 413', 1],
    ['no token', sub { ($server->ask_at('POST', "/run/$query", $step))[0] }, '403', 1],
    ['another origin', sub { ($server->ask_at('POST', $below, $step, Origin => 'http://evil.example'))[0] }, '403', 1],
    ['a tab that is closed while the compiler works', sub { closed_at(3, edited($step)) }, 'closed', 1],
    ['a file that is saved', sub { ($server->ask('PUT', 'file/step04_interleaved?version=none', edited($step)))[0] . (unlink("$own/step04_interleaved.cu") ? '' : ' nothing') }, '200', 1],
    ['an endless kernel', sub { ending(edited($endless)) }, 'run ended 1', 0],
    ['a tab that is closed on an endless main', sub { closed_at(3, edited($endless_main)) }, 'closed', 0],
    ['a fork bomb', sub { closed_at(40, edited($bomb)) }, 'closed', 0],
    ['a page and a view', sub { my $run = $server->run_text('step04_interleaved', edited($step)); ($server->ask('GET', "runs/$run->{id}/view.html"))[0] }, '200', 0],
);

# [kB of memory, open files, threads] of the server
sub held {
    my ($memory, $threads) = map { read_file("/proc/$server->{pid}/status") =~ /^$_:\s+(\d+)/m } qw(VmRSS Threads);
    my @files = glob "/proc/$server->{pid}/fd/*";
    return [$memory, scalar @files, $threads];
}

my $rounds = $ENV{PLAYGROUND_RUNS} // 0;
my @asked = $rounds ? map { $kinds[$_ % @kinds] } 0 .. $rounds - 1 : grep { $_->[3] } @kinds;
my ($warm, @wrong);
for my $i (0 .. $#asked) {
    my ($what, $ask, $expected) = @{$asked[$i]};
    my $ended = $ask->();
    push @wrong, "$i, $what: '$ended', not '$expected'" if $ended ne $expected;
    my $left = $server->left_at_last;
    push @wrong, "$i, $what: $left is left running" if $left ne '';
    $warm = held() if $i == int(@asked / 3);
}
is(join("\n", @wrong), '', @asked . ' requests end as they should, and leave nothing running');
my $end = time + 5;
select undef, undef, undef, .1 while held()->[1] > $warm->[1] && time < $end;
my $held = held();
diag("memory, files, threads: @$warm, then @$held") if $rounds;
cmp_ok($held->[0], '<=', $warm->[0] + 1024, 'the server holds no more memory than after a third of them, but a megabyte');
cmp_ok($held->[1], '<=', $warm->[1], '... and no more open files');
cmp_ok($held->[2], '<=', $warm->[2], '... nor threads');
cmp_ok(scalar(() = glob "$server->{runs}/*"), '<=', 12, 'few folders of runs are kept');
is(join(' ', map { s{.*/}{}r } glob "$ENV{TMPDIR}/*"), '', 'no temporary file is left');
is(join(' ', glob "$own/*"), '', 'nothing was written into the user\'s folder');
is($server->stop, 0, 'the server is well');
done_testing;
