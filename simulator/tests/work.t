# What takes time is done once, or for what a launch touches, and not for all that there is: how often the runtime
# calls some of its own functions. A time would say the same, but not on each machine.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

my ($folder, $library) = (scratch(), 'build/libalone.a');    # the library has names that programs do not see
my @counted = qw(dirty_sectors mprotect mirror_has name_thread watched_note);
delete @ENV{grep { /^SIM_/ } keys %ENV};
system("make -s simulator $library") == 0
    or die "the simulator does not build\n";
my ($status, $out, $errors) =
    run("build/simcc -c -o $folder/work.o tests/work/work.cu" .
        " && \${CC:-cc} -c -O1 -Wall -Wextra -o $folder/calls.o tests/work/calls.c" .
        " && g++ -no-pie -o $folder/work $folder/work.o $folder/calls.o " .
        join(' ', map { "-Wl,--wrap=$_" } qw(memcpy memset memmove free), @counted) .
        " -Wl,--whole-archive $library -Wl,--no-whole-archive -lpthread");
is("$status$out$errors", 0, 'a program that counts calls compiles');

# Returns the exit status, the calls by name, and what else was printed.
sub calls {
    my ($command) = @_;
    my ($status, undef, $errors) = run($command);
    my ($line) = $errors =~ s/^calls: (.*)\n//m ? $1 : '';
    return ($status, { reverse $line =~ /(\d+) of (\w+)/g }, $errors);
}

my ($launches, $lanes, $requests) = (200, 64 * 128 * 4, 64 * 4 * 2 * 2);
my ($small, $large);
# On one host thread: on several, the copy of 32 MB starts those that a launch of a warp does not need.
$ENV{SIM_THREADS} = 1;
($status, $small, $errors) = calls("SIM_REPEAT=0 $folder/work small");
is("$status$errors", 0, "$launches launches of a warp beside 1 MB");
cmp_ok($small->{dirty_sectors}, '<=', 6 * $launches, 'each looks at the page that it touches, a few times');
($status, $large, $errors) = calls("SIM_REPEAT=0 $folder/work large");
is("$status$errors", 0, 'beside 32 MB');
is_deeply($large, $small, 'they look at no more pages, and open memory no more often');
cmp_ok($small->{mprotect}, '<=', 2 * $launches + 10, 'each opens memory once');
($status, $large, $errors) = calls("SIM_REPEAT=1 $folder/work large");
cmp_ok($large->{mprotect}, '<=', 2 * $launches + 20, 'launches that repeat another open it once');
# Its 64 chunks are compared where it may have changed them, and not again in each launch that need not run.
($status, my $again, $errors) = calls("$folder/work again");
is("$status$errors", 0, "$launches launches that store the same");
cmp_ok($again->{mirror_has}, '<=', 64 * 10, 'what they store is compared a few times, not in each of them');
cmp_ok($again->{mirror_has}, '>', 64, 'but it is');

delete $ENV{SIM_THREADS};
($status, my $copies, $errors) = calls("$folder/work copies");
is($status, FOUND, 'reads of what a copy has not yet brought are found');
like($errors, qr/\($lanes times in this launch, this is the first\)/, "all $lanes of them");
cmp_ok($copies->{name_thread}, '<=', 64, 'few are put in words') or diag(explain($copies));
cmp_ok($copies->{name_thread}, '>', 0, 'one is');

($status, my $streams, $errors) = calls("$folder/work streams");
is("$status$errors", 0, 'launches in two streams');
is($streams->{watched_note}, $requests, 'bytes are noted by whole requests');

done_testing;
