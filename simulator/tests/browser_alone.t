# What of the runtime asks for more than a browser has: docs/browser.md names each file, so that nothing makes it harder unseen.
use strict;
use warnings;
use lib 'tests/lib';
use Objects;
use Run;
use Test::More;

system('make -s simulator alone') == 0 or die "the simulator does not build\n";

# Names that a file takes from the system, by the words of the page.
my %asks = (
    'threads'          => qr/^pthread_(?!atfork)\w+$/,
    'pages of memory'  => qr/^(?:mmap|munmap|mprotect|mremap|madvise|mincore|mlock|shm_open|memfd_create)$/,
    'signals'          => qr/^(?:sig\w+|raise|kill|alarm|setitimer|timer_create|_?setjmp|__sigsetjmp|_?longjmp)$/,
    'its own image'    => qr/^(?:dl\w+|etext|edata)$/,
    'processes'        => qr/^(?:fork|vfork|popen|pclose|exec[vl]\w*|posix_spawn\w*|wait(?:pid)?|system|pthread_atfork)$/,
    'connections'      => qr/^(?:socket|socketpair|bind|listen|accept4?|connect|send\w*|recv\w*|poll|eventfd)$/,
);
my %found = map { $_ => {} } keys %asks, 'assembly';
my @sources = glob 'runtime/*/*.c';
my @objects = map { object_of($_) } @sources;
is(join(' ', grep { !-f } @objects), '', 'each file has its object');
for (split /\n/, (run("nm -P -A @objects"))[1]) {
    my ($file, $name, $type) = m{^build/(?:objects|alone)/runtime/(\S+)\.o: (\S+) (\S)} or next;
    next if $type !~ /^[Uw]$/;
    $found{$_}{"$file.c"} = 1 for grep { $name =~ $asks{$_} } keys %asks;
}
for my $source (@sources, glob 'runtime/*/*.h') {
    my $code = read_file($source) =~ s{/\*.*?\*/|//[^\n]*}{}gsr;
    $found{assembly}{$source =~ s{^runtime/}{}r} = 1 if $code =~ /\b(?:__asm__|__asm|asm)\b/;
}
cmp_ok(scalar keys %{$found{$_}}, '>', 0, "$_: there are some") for sort keys %found;

my %named = read_file('docs/browser.md') =~ /^\| ([a-z ]+) \| (`[^|]*`) \|/mg;
is(join(', ', sort keys %named), join(', ', sort keys %found), 'docs/browser.md has these kinds');
for my $kind (sort keys %found) {
    my @files = ($named{$kind} // '') =~ /`([^`]+)`/g;
    is(join(' ', @files), join(' ', sort keys %{$found{$kind}}), "$kind: the files that docs/browser.md names");
}

done_testing;
