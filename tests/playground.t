# The playground's server: it lets in nobody but its own page, keeps what the user wrote, and leaves
# nothing running, whatever the kernel does and whenever the page goes.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use Playground;
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};

# ---- Without its library or its editor -------------------------------------------------------------
{
    my ($status, $out, $errors) = run('make -s playground CC="cc -nostdinc"');
    is("$status$out", '2', 'without the library make fails'); # 3 of the script, as make tells it
    like($errors, qr{\Amake playground needs libmicrohttpd and CodeMirror 5, and microhttpd\.h is not here: .*\n(?:make:.*\n)?\z},
         'with one sentence');
    is((run('playground/start.sh own 0 "cc -nostdinc" make'))[0], 3, 'the script ends with 3');
    ($status, undef, $errors) = run('CODEMIRROR=/nowhere playground/need.sh cc');
    like("$status$errors", qr{\A(?:0|3make playground needs .* is not here: .*\n)\z}, 'the editor is looked for in other places, too');
}
if (my $missing = Playground::missing()) { # a plan cannot come behind tests
    SKIP: { skip $missing, 1 }
    done_testing();
    exit;
}
system('make -s playground_built >/dev/null') == 0 or die "the playground does not build\n";

my $own = scratch() . '/own';
mkdir $own;
my $server = Playground->start($own);
my ($status, $body, $headers);
sub count_left { my @left = $_[0]->left; return scalar @left }

# ---- Who may ask -----------------------------------------------------------------------------------
my $host = "127.0.0.1:$server->{port}";
my $home = "/$server->{token}/";
is(($server->ask('GET', ''))[0], 200, 'the page, with the token');
is(($server->ask('GET', 'files', undef, Host => "localhost:$server->{port}"))[0], 200, 'localhost is this machine');
my $step = read_file('step04_interleaved/reduce.cu');
my $other_token = $server->{token} =~ tr/0-9a-f/1-9a-f0/r;
for (['no token', '/', {}], ['no token, a file', '/files', {}], ['half a token', substr($home, 0, 17) . '/', {}],
     ['another token', "/$other_token/", {}], ['a longer token', "/$server->{token}0/", {}], ['a token without end', "/$server->{token}", {}],
     ['another host', $home, {Host => "evil.example:$server->{port}"}], ['another port', $home, {Host => '127.0.0.1:1'}],
     ['no port', $home, {Host => '127.0.0.1'}], ['no host', $home, {Host => undef}], ['two hosts', $home, {host => $host}],
     ['another origin', $home, {Origin => 'http://evil.example'}], ['no origin at all', $home, {Origin => 'null'}],
     ['the origin of another port', $home, {Origin => 'http://127.0.0.1:1'}],
     ['another origin that begins alike', $home, {Origin => "$server->{origin}.evil.example"}],
     ['another site', "${home}files", {'Sec-Fetch-Site' => 'cross-site', 'Sec-Fetch-Mode' => 'no-cors'}],
     ['another port\'s page', "${home}files", {'Sec-Fetch-Site' => 'same-site', 'Sec-Fetch-Mode' => 'cors'}]) {
    my ($what, $path, $with) = @$_;
    my ($status, $body, $headers) = $server->ask_at('GET', $path, undef, %$with);
    like($status, qr/^40[03]$/, "refused: $what");
    unlike($body . join('', %$headers), qr/$server->{token}|Access-Control/, '... and told nothing');
}
my $query = 'step04_interleaved?n=4096&block=64&device=h100';
for (['without an origin', Origin => undef], ['from another origin', Origin => 'http://evil.example'], ['from a file', Origin => 'null'],
     ['for another host', Host => 'evil.example']) {
    my ($what, @with) = @$_;
    is(($server->ask('POST', "run/$query", $step, @with))[0], 403, "no run $what");
    is(($server->ask('PUT', 'file/step04_interleaved?version=none', 'x', @with))[0], 403, "no saving $what");
}
is(($server->ask('OPTIONS', "run/$query", undef, 'Access-Control-Request-Method' => 'POST'))[0], 405, 'no other page is asked in');
is(join(' ', glob "$own/*"), '', 'nothing was written');
is($server->left_at_last, '', 'nothing was run');
{
    my $other = IO::Socket::INET->new(PeerAddr => '127.0.0.2', PeerPort => $server->{port}, Timeout => 5);
    ok(!$other, 'it listens at no other address');
}

# ---- Paths that lead elsewhere, broken requests ------------------------------------------------------
for ('page/../server.c', 'page/..%2fserver.c', 'page//etc/passwd', 'editor/../../../../etc/passwd', 'editor/lib', 'page/', 'page/index.html/',
     'file/../server', 'file/..%2F..%2Fetc', 'file/step99_none', 'file/.sum', 'file/a.b.sum', 'file/' . 'a' x 5000, 'file/step02_smem.sum',
     'original/%00', 'runs/../x', 'runs/1/program', 'runs/999/view.json', 'runs/999/view.html', 'nothing') {
    my ($status, $body) = $server->ask('GET', $_);
    is($status, 404, 'there is no ' . substr $_, 0, 40);
    unlike($body, qr/root:|include/, '... and nothing of a file is told');
}
for ("\r\n\r\n", "GET\r\n\r\n", "GET $home HTTP/9.9\r\nHost: $host\r\n\r\n", "\x00\xff" x 500, 'GET ' . '/' x 100000 . " HTTP/1.1\r\n\r\n",
     "GET $home HTTP/1.1\r\nHost: $host\r\n" . ('X: ' . 'y' x 1000 . "\r\n") x 200 . "\r\n",
     "PUT ${home}file/a.sum?version=none HTTP/1.1\r\nHost: $host\r\nOrigin: $server->{origin}\r\nContent-Length: -5\r\n\r\n",
     "PUT ${home}file/a.sum?version=none HTTP/1.1\r\nHost: $host\r\nOrigin: $server->{origin}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n") {
    my $answer = $server->raw($_, 2);
    like($answer, qr{\A(?:\z|HTTP/1\.[01] [45]\d\d )}, 'a broken request: ' . substr(s/[^ -~]/./gr, 0, 30));
}
my @silent = map { $server->connect } 1 .. 8; # who says nothing keeps nobody out
is(($server->ask('GET', 'files'))[0], 200, 'the server is well');
@silent = ();

# ---- Files -------------------------------------------------------------------------------------------
($status, $body, $headers) = $server->ask('GET', 'file/step04_interleaved');
is("$status $headers->{'X-Version'}", '200 none', 'a step that nobody has changed');
is($body, $step, '... is the lab\'s');
($status, undef, $headers) = $server->ask('PUT', 'file/step04_interleaved?version=none', "$step// mine\n");
is($status, 200, 'it is saved');
is(read_file("$own/step04_interleaved.cu"), "$step// mine\n", '... in the user\'s folder');
is(read_file('step04_interleaved/reduce.cu'), $step, '... and the lab\'s own stays');
my $version = $headers->{'X-Version'};
open my $file, '>', "$own/step04_interleaved.cu" or die $!;
print $file "another editor's\n";
close $file;
is(($server->ask('PUT', "file/step04_interleaved?version=$version", 'mine again'))[0], 409, 'what another editor wrote is not written over');
is(read_file("$own/step04_interleaved.cu"), "another editor's\n", '... and stays');
is(($server->ask('PUT', 'file/step04_interleaved?version=none', 'x'))[0], 409, '... nor by who takes it for new');
is(($server->ask('PUT', 'aside/step04_interleaved', "mine\0 again"))[0], 200, 'a text that gives way');
my ($aside) = glob "$own/step04_interleaved.cu.*~";
is(read_file($aside // ''), "mine\0 again", '... is kept beside it, to the byte');
my @aside = map { ($server->ask('PUT', 'aside/step04_interleaved', $_))[0] } 1 .. 3;
is(scalar(() = glob "$own/step04_interleaved.cu.*~"), 4, '... each in a file of its own');
unlink glob("$own/*~"), "$own/step04_interleaved.cu";
($status, $body) = $server->ask('GET', 'file/step04_interleaved.exercise');
like($body, qr{// TODO: pair the first half}, 'an exercise');
unlike($body, qr/stride > 0/, '... without its solution');

mkdir "$own/folder.sum.cu";
($status, $body) = $server->ask('GET', 'file/folder.sum');
is($status, 500, 'a folder is no text');

unlink "$own/link.sum.cu";
rmdir "$own/folder.sum.cu";
my $most = 256 << 10;
is(($server->ask('PUT', 'file/long.sum?version=none', 'x' x $most))[0], 200, 'as long as is allowed');
is(($server->ask('PUT', 'file/long.sum?version=none', 'x' x ($most + 1)))[0], 413, 'not longer');
my $chunks = join '', map { sprintf "%x\r\n%s\r\n", 65536, 'y' x 65536 } 1 .. 5;
like($server->raw("PUT ${home}file/long.map?version=none HTTP/1.1\r\nHost: $host\r\nOrigin: $server->{origin}\r\nConnection: close\r\n"
                  . "Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n"), qr{^HTTP/1.1 413 }, '... nor in pieces');
ok(!-e "$own/long.map.cu", '... and no part of it is written');
is(($server->ask('POST', "run/$query", 'x' x (1 << 20)))[0], 413, 'a megabyte of source is not run');
unlink "$own/long.sum.cu";

# ---- Runs --------------------------------------------------------------------------------------------
my $run = $server->run_text('step04_interleaved', $step);
is("@{$run->{events}} $run->{ending} $run->{status}", 'compile run end ended 0', 'a step');
like($run->{log}, qr/^GPU: sum 534907410|^GPU: sum \d+, .*: right$/m, '... says its sum');
my $view = JSON::PP->new->utf8->decode(($server->ask('GET', "runs/$run->{id}/view.json"))[1])->{runs}[0];
is($view->{files}[0]{name}, 'step04_interleaved/reduce.cu', '... has its source in the view');
is(scalar @{$view->{files}[0]{lines}}, ($step =~ tr/\n//), '... all of it');
like(($server->ask('GET', "runs/$run->{id}/what_if.csv"))[1], qr/^kernel,.*,barriers,/s, '... and what if');
($status, $body, $headers) = $server->ask('GET', "runs/$run->{id}/view.html?with=$run->{id}");
like($headers->{'Content-Security-Policy'}, qr/^sandbox allow-scripts; default-src 'none'/, 'the view is fenced in');
is(scalar(() = $body =~ /"simulator":/g), 2, '... of two versions');

my $race = $step =~ s/\n    __syncthreads\(\);//r;
$run = $server->run_text('step04_interleaved', $race);
is("$run->{ending} $run->{status}", 'ended 1', 'a race');
$view = JSON::PP->new->utf8->decode(($server->ask('GET', "runs/$run->{id}/view.json"))[1])->{runs}[0];
is($view->{shown}[0]{findings}[0]{kind}, 'race', '... is found');
$run = $server->run_text('step04_interleaved', $step =~ s/tid;/tid/r);
like("$run->{stage} $run->{ending} $run->{log}", qr{^compile ended .*step04_interleaved/reduce\.cu:\d+: error: }s, 'a mistake of the language');

my %hostile = ( # what a kernel's file may try, and how it ends
    'an endless kernel'    => [$step =~ s/(smem\[tid\] = idx < n)/while (n > 0) smem[0]++; $1/r, qr/^ended 1$/],
    'an endless main'      => [$step =~ s/(int main.*?\{)/$1 for (;;) ;/sr, qr/^(?:real_)?time 0$/], # on a busy machine the limit of real time strikes first
    'a fork'               => [$step =~ s/(int main.*?\{)/$1 fork();/sr =~ s/(#include <stdlib.h>)/$1\n#include <unistd.h>/r, qr/^crashed 31$/],
    'a file'               => [$step =~ s/(int main.*?\{)/$1 fopen("forged", "w");/sr =~ s/(#include <stdlib.h>)/$1\n#include <stdio.h>/r, qr/^crashed 31$/],
    'a socket'             => [$step =~ s/(int main.*?\{)/$1 socket(2, 1, 0);/sr =~ s/(#include <stdlib.h>)/$1\n#include <sys\/socket.h>/r, qr/^crashed 31$/],
    'a flood of output'    => [$step =~ s/(int main.*?\{)/$1 for (;;) puts("flooooooood");/sr =~ s/(#include <stdlib.h>)/$1\n#include <stdio.h>/r, qr/^(?:crashed 25|(?:real_)?time 0)$/],
    'memory without end'   => [$step =~ s/(int main.*?\{)/$1 for (;;) if (!malloc(1 << 30)) abort();/sr, qr/^crashed 6$/],
);
for my $what (sort keys %hostile) {
    my ($text, $ending) = @{$hostile{$what}};
    $run = $server->run_text('step04_interleaved', $text);
    like("$run->{ending} $run->{status}", $ending, "$what is ended") or diag(substr $run->{log}, 0, 500);
    cmp_ok(length $run->{log}, '<=', 1 << 17, '... and says no more than can be read');
}
is($server->left_at_last, '', 'nothing is left of them');

# Before main nothing is confined yet; a bomb of processes that leave their group is swept away all the same.
my $bomb = <<'C';
#include <unistd.h>
struct bomb { bomb() { for (int i = 0; i < 6; i++) if (fork() == 0) setsid(); for (;;) pause(); } } bomb;
C
{
    my $socket = $server->connect;
    print $socket $server->request('POST', "/$server->{token}/run/$query", $bomb . $step);
    $socket->flush;
    my $end = time + 60;
    select undef, undef, undef, .05 while count_left($server) < 40 && time < $end;
    cmp_ok(count_left($server), '>=', 40, 'a fork bomb before main');
    close $socket; # the page is closed
}
is($server->left_at_last, '', '... is gone when its page is');

# ---- Kernels in a frame --------------------------------------------------------------------------------
for my $frame (qw(sum rows map stencil)) {
    my ($name, $text) = ("mine.$frame", read_file("playground/frames/${frame}_kernel.cu"));
    is(($server->ask('GET', "file/$name"))[1], $text, "$frame: begins with a kernel");
    $run = $server->run_text($name, $text, n => 1003);
    is("$run->{ending} $run->{status}", 'ended 0', '... which is right') or diag($run->{log});
    my $broken = $text =~ s/i < n\b|row < rows/$& - 1/r;
    $run = $server->run_text($name, $broken, n => 1003);
    is("$run->{ending} $run->{status}", 'ended 1', '... and wrong where it leaves one out');
}
is($server->left_at_last, '', 'nothing is left of them');

# ---- Two servers, and the end --------------------------------------------------------------------------
my $second = Playground->start($own);
isnt($second->{token}, $server->{token}, 'each has a token of its own');
is(($second->ask_at('GET', $home))[0], 403, '... and lets in none of the other');
{
    my $socket = $second->connect;
    print $socket $second->request('POST', "/$second->{token}/run/$query", $hostile{'an endless main'}[0]);
    $socket->flush;
    my $end = time + 60;
    select undef, undef, undef, .02 while !count_left($second) && time < $end;
    ok(count_left($second), 'a run is under way');
    is($second->stop('KILL'), 137, 'the server is killed');
    is($second->left_at_last, '', '... and the run with it');
    close $socket;
}
ok(-e $second->{runs}, 'its folder is left');
Playground->start($own)->stop;
ok(!-e $second->{runs}, '... until the next server starts');
for (['x', 2, qr/^make playground: PORT=x: a number/], ['65536', 2, qr/^make playground: PORT=65536/], [$server->{port}, 3, qr/^make playground: cannot listen at this port: /]) {
    my ($port, $expected, $message) = @$_;
    my ($status, $out, $errors) = run("build/playground/server . $own /nowhere $port");
    is("$status$out", $expected, "PORT=$port");
    like($errors, $message, '... in one line');
}
is($server->stop('INT'), 0, 'Ctrl-C ends it');
ok(!-e $server->{runs}, '... and takes the runs\' folders away');
done_testing;
