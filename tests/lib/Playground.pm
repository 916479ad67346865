package Playground;
# The playground's server, started for a test, and asked as a browser would, or as none would.
use strict;
use warnings;
use Cwd qw(getcwd);
use IO::Socket::INET;
use JSON::PP ();
use POSIX ();
use Lab;

# Why it cannot be tested here, or nothing if it can.
sub missing {
    my ($status) = run('playground/need.sh ' . ($ENV{CC} // 'cc'));
    return $status == 0 ? '' : 'needs libmicrohttpd and CodeMirror';
}

# Starts one with a folder for the user's files; it ends with the test.
sub start {
    my ($class, $own) = @_;
    chomp(my $editor = (run('playground/need.sh ' . ($ENV{CC} // 'cc')))[1]);
    pipe my $from, my $to or die "pipe: $!";
    my $child = fork // die "fork: $!";
    if (!$child) {
        open STDIN, '<', '/dev/null';
        open STDOUT, '>&', $to or POSIX::_exit(126);
        exec 'build/playground/server', '.', $own, $editor, 0 or POSIX::_exit(127);
    }
    close $to;
    my $line = <$from> // die "the server does not start\n";
    my ($port, $token) = $line =~ m{http://127\.0\.0\.1:(\d+)/(\w+)/$} or die "no address: $line";
    return bless {pid => $child, port => $port, token => $token, said => $from,
                  origin => "http://127.0.0.1:$port", url => "http://127.0.0.1:$port/$token/",
                  runs => getcwd() . "/build/playground/runs.$child"}, $class;
}

sub connect {
    my ($self) = @_;
    return IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $self->{port}, Timeout => 20)
        // die "cannot connect: $!";
}

# Sends these bytes and returns all that comes until the server closes, or a time has passed.
sub raw {
    my ($self, $bytes, $seconds) = @_;
    my $socket = $self->connect;
    local $SIG{PIPE} = 'IGNORE';
    print $socket $bytes;
    $socket->flush;
    my ($answer, $end) = ('', time + ($seconds // 60));
    my $ready = '';
    vec($ready, fileno $socket, 1) = 1;
    while (time < $end && select(my $now = $ready, undef, undef, $end - time)) {
        sysread $socket, $answer, 1 << 16, length $answer or last;
    }
    return $answer;
}

# A request's bytes. Headers: name => value, or undef to leave one out that is there otherwise.
sub request {
    my ($self, $method, $path, $body, %headers) = @_;
    my %all = (Host => "127.0.0.1:$self->{port}", Connection => 'close',
               $method eq 'GET' ? () : (Origin => $self->{origin}),
               defined $body ? ('Content-Length' => length $body) : (), %headers);
    return "$method $path HTTP/1.1\r\n"
        . join('', map { "$_: $all{$_}\r\n" } grep { defined $all{$_} } sort keys %all) . "\r\n" . ($body // '');
}

# Asks below the token; returns status, body and headers.
sub ask {
    my ($self, $method, $path, @rest) = @_;
    return $self->ask_at($method, "/$self->{token}/$path", @rest);
}

sub ask_at {
    my ($self, @request) = @_;
    my ($head, $body) = split /\r\n\r\n/, $self->raw($self->request(@request)), 2;
    my ($status) = ($head // '') =~ m{^HTTP/1\.1 (\d+)};
    my %headers = ($head // '') =~ m{^([\w-]+): (.*?)\r?$}mg;
    $body //= '';
    if (($headers{'Transfer-Encoding'} // '') eq 'chunked') {
        my $whole = '';
        while ($body =~ s/^([0-9a-fA-F]+)\r\n//) {
            my $length = hex $1 or last;
            $whole .= substr $body, 0, $length, '';
            $body =~ s/^\r\n//;
        }
        $body = $whole;
    }
    return ($status // 0, $body, \%headers);
}

# Runs a text; returns the event that tells the end, with the run's id, or the status.
sub run_text {
    my ($self, $name, $text, %with) = @_;
    my %setting = (n => 4096, block => 64, device => 'h100', %with);
    my ($status, $body, $headers) = $self->ask(
        'POST', "run/$name?" . join('&', map { "$_=$setting{$_}" } sort keys %setting), $text);
    return {status => "refused with $status", log => $body, stage => ''} if $status != 200;
    my @events = map { JSON::PP->new->utf8->decode($_) } grep { /\S/ } split /\n/, $body;
    return {%{$events[-1]}, id => $headers->{'X-Run'}, events => [map { $_->{event} } @events]};
}

# What runs of this server are still there: processes in their folders, and runners.
sub left {
    my ($self) = @_;
    return sort map { my $folder = $_;
        my ($cwd, $command) = (readlink("$folder/cwd") // '', read_file("$folder/cmdline") // '');
        index($cwd, $self->{runs}) == 0 || index($command, "$self->{runs}/") >= 0 ? $folder =~ s{/proc/}{}r : ()
    } glob '/proc/[0-9]*';
}

# The same, once they had some seconds to end.
sub left_at_last {
    my ($self, $seconds) = @_;
    my $end = time + ($seconds // 10);
    my @left;
    while ((@left = $self->left) && time < $end) {
        select undef, undef, undef, .05;
    }
    return join ' ', @left;
}

# Ends it; returns its exit status, as the shell has it.
sub stop {
    my ($self, $signal) = @_;
    my $child = delete $self->{pid} or return;
    kill $signal // 'TERM', $child;
    waitpid $child, 0;
    return $? & 127 ? 128 + ($? & 127) : $? >> 8;
}

sub DESTROY {
    my ($self) = @_;
    local ($?, $!, $@);
    $self->stop;
}

1;
