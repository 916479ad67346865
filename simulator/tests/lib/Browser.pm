package Browser;
# A headless Chromium, spoken to over two pipes in its DevTools protocol: messages of JSON that
# end in a NUL. Needs nothing but Chromium and Perl.
use strict;
use warnings;
use Encode qw(encode_utf8);
use File::Path qw(make_path);
use JSON::PP;
use MIME::Base64;
use POSIX ();
use Scalar::Util qw(weaken);
use lib 'tests/lib';
use Json 'json_decode';
use Run;

my $json = JSON::PP->new->utf8->allow_nonref;
my $patience = 60;    # seconds for an answer
my @running;          # weak references: all that were started

# The command of a Chromium, or '' if there is none. One that does not say its version is none: on
# Ubuntu it may only say what to install.
my $command;
sub command {
    return $command //= find_command();
}

sub find_command {
    for my $name (grep { $_ } $ENV{CHROMIUM}, qw(chromium chromium-browser google-chrome chrome)) {
        my ($found) = grep { -x && !-d } $name =~ m{/} ? $name : map { "$_/$name" } split /:/, $ENV{PATH};
        return $found if $found && (run("$found --version"))[0] == 0;
    }
    return '';
}

# Why a test that needs a browser is skipped, or nothing if it can run.
sub missing { return command() ? '' : 'needs Chromium' }

# Starts a browser with one page. paints => 0: the page is laid out and answers, but nothing of it is painted, which
# takes half the time; then nothing comes that waits for a frame: requestAnimationFrame, a mouse that moves, a
# wheel. A Chromium that knows no hidden pages paints it nevertheless.
sub start {
    my ($class, %with) = @_;
    my $home = scratch() . "/chromium$$." . @running;
    my $program = command();    # here, as run() may have files of the numbers that the browser gets
    make_path($home);
    local $^F = 9;    # the pipes stay open in the browser
    pipe(my $its_in, my $out) or die "pipe: $!";
    pipe(my $in, my $its_out) or die "pipe: $!";
    my $child = fork // die "fork: $!";
    if (!$child) {
        POSIX::setpgid(0, 0);
        # The numbers that the browser expects may be among those of the pipes.
        my @ends = map { POSIX::fcntl($_, POSIX::F_DUPFD(), 20) } $its_in, $its_out;
        POSIX::dup2($ends[0], 3);
        POSIX::dup2($ends[1], 4);
        open STDERR, '>', "$home/errors";
        open STDOUT, '>&', \*STDERR;
        exec $program, '--headless', '--disable-gpu', '--hide-scrollbars', '--no-first-run',
            ($> == 0 ? '--no-sandbox' : ()), "--user-data-dir=$home", '--remote-debugging-pipe',
            'about:blank' or POSIX::_exit(127);
    }
    close $its_in;
    close $its_out;
    $out->autoflush(1);
    my $self = bless {child => $child, in => $in, out => $out, next => 1, unread => '', events => [],
                      errors => [], requests => []}, $class;
    push @running, $self;
    weaken($running[-1]);
    my $page = $with{paints} // 1 ? $self->first_page
        : $self->call('Target.createTarget', {url => 'about:blank', hidden => JSON::PP::true})->{targetId};
    $self->{session} = $self->call('Target.attachToTarget',
                                   {targetId => $page, flatten => JSON::PP::true})->{sessionId};
    $self->call($_) for map { "$_.enable" } qw(Page Runtime Log Network);
    return $self;
}

sub first_page {
    my ($self) = @_;
    my ($page) = grep { $_->{type} eq 'page' } @{$self->call('Target.getTargets')->{targetInfos}};
    return $page->{targetId};
}

# One command; returns its result and keeps the events that came before it.
sub call {
    my ($self, $method, $parameters) = @_;
    my $id = $self->{next}++;
    my %message = (id => $id, method => $method, params => $parameters // {});
    $message{sessionId} = $self->{session} if $self->{session};
    local $SIG{PIPE} = 'IGNORE'; # if it has ended, reading says so
    print {$self->{out}} $json->encode(\%message), "\0";
    while (1) {
        my $answer = $self->read_message;
        if (($answer->{id} // 0) == $id) {
            die "$method: $answer->{error}{message}\n" if $answer->{error};
            return $answer->{result};
        }
        $self->note($answer);
    }
}

sub read_message {
    my ($self) = @_;
    my $end = time + $patience;
    while ((my $at = index $self->{unread}, "\0") < 0) {
        my $ready = '';
        vec($ready, fileno $self->{in}, 1) = 1;
        select($ready, undef, undef, $end - time) > 0 or die "the browser does not answer\n";
        sysread($self->{in}, $self->{unread}, 1 << 16, length $self->{unread})
            or die "the browser has ended\n";
    }
    my $at = index $self->{unread}, "\0";
    my $text = substr $self->{unread}, 0, $at + 1, '';
    chop $text;
    return json_decode($text);
}

# Events of interest: what the console says, errors, what is fetched, the page's end of loading.
sub note {
    my ($self, $event) = @_;
    my ($method, $with) = ($event->{method} // '', $event->{params});
    if ($method eq 'Runtime.exceptionThrown') {
        my $details = $with->{exceptionDetails};
        push @{$self->{errors}}, $details->{exception}{description} // $details->{text};
    } elsif ($method eq 'Runtime.consoleAPICalled') {
        push @{$self->{errors}}, join ' ', $with->{type}, map { $_->{value} // $_->{description} // '' }
                                                              @{$with->{args}};
    } elsif ($method eq 'Log.entryAdded') {
        push @{$self->{errors}}, "$with->{entry}{level}: $with->{entry}{text}";
    } elsif ($method eq 'Network.requestWillBeSent') {
        push @{$self->{requests}}, $with->{request}{url};
    } elsif ($method eq 'Page.frameNavigated' && !$with->{frame}{parentId} && delete $self->{leaves}) {
        $self->{errors} = []; # of the page before
    } elsif ($method eq 'Page.loadEventFired') {
        $self->{loaded} = 1;
    }
}

# Opens a file, with what follows # in its address; width in pixels, as somebody does who was never there. Forgets what
# was said before.
sub open_file {
    my ($self, $path, %with) = @_;
    $self->call('Emulation.setDeviceMetricsOverride',
                {width => 0 + ($with{width} // 1200), height => 0 + ($with{height} // 900),
                 deviceScaleFactor => 1, mobile => JSON::PP::false});
    $self->call('Emulation.setEmulatedMedia',
                {features => [{name => 'prefers-color-scheme', value => $with{theme} // 'light'}]});
    $self->call('Storage.clearDataForOrigin', {origin => 'file://', storageTypes => 'local_storage'});
    @{$self}{qw(errors requests)} = ([], []);
    # The same file with another # would not be loaded again; with another number behind ? it is another file.
    my $turn = $self->{opened}++;
    $self->visit("file://$path?$turn" . ($with{hash} ? "#$with{hash}" : ''));
}

sub visit {
    my ($self, $address) = @_;
    @{$self}{qw(leaves loaded)} = (1, 0);
    $self->call('Page.navigate', {url => $address});
    my $end = time + $patience;
    while (!$self->{loaded}) {
        my $message = time < $end && eval { $self->read_message };
        $self->note($message || die "$address does not load: ", $@ || "after $patience s\n");
    }
}

# The value of an expression in the page; dies with the page's error if it throws one. A promise
# is waited for.
sub value {
    my ($self, $expression) = @_;
    my $answer = $self->call('Runtime.evaluate', {expression => $expression,
        returnByValue => JSON::PP::true, awaitPromise => JSON::PP::true});
    my $thrown = $answer->{exceptionDetails};
    die encode_utf8($thrown->{exception}{description} // $thrown->{text}) . "\n" if $thrown;
    return $answer->{result}{value};
}

# Presses a key, by its name in events: "b", "ArrowRight", "Tab".
sub press {
    my ($self, @keys) = @_;
    my %code = (Tab => 9, Enter => 13, Escape => 27, ArrowLeft => 37, ArrowUp => 38, ArrowRight => 39,
                ArrowDown => 40, Home => 36, End => 35);
    for my $key (@keys) {
        my %event = (key => "$key", windowsVirtualKeyCode => $code{$key} // ord uc $key,
                     $code{$key} ? () : (text => "$key"));
        $event{text} = "\r" if $key eq 'Enter';
        $self->call('Input.dispatchKeyEvent', {type => 'keyDown', %event});
        $self->call('Input.dispatchKeyEvent', {type => 'keyUp', key => "$key"});
    }
}

# Clicks with the mouse into the middle of the first element that the selector finds.
sub click {
    my ($self, $selector) = @_;
    my $quoted = $json->encode($selector);
    my $at = $self->value("(() => { const element = document.querySelector($quoted);"
        . ' if (!element) return null; element.scrollIntoView({block: "center"});'
        . ' const {left, top, width, height} = element.getBoundingClientRect();'
        . ' return [left + width / 2, top + height / 2]; })()');
    die "there is no $selector to click\n" unless $at;
    for my $type (qw(mousePressed mouseReleased)) {
        $self->call('Input.dispatchMouseEvent', {type => $type, x => $at->[0], y => $at->[1],
                                                 button => 'left', clickCount => 1});
    }
}

# The whole page as a PNG.
sub screenshot {
    my ($self, $path) = @_;
    my $data = $self->call('Page.captureScreenshot', {captureBeyondViewport => JSON::PP::true})->{data};
    open my $file, '>:raw', $path or die "$path: $!";
    print $file decode_base64($data);
}

# What the page's console and errors have said since the file was opened.
sub said {
    my ($self) = @_;
    $self->value('new Promise(done => setTimeout(done, 0))');
    return join "\n", @{$self->{errors}};
}

# What it has fetched beside itself.
sub fetched {
    my ($self) = @_;
    return grep { !m{^(?:about:blank|data:|file://)} } @{$self->{requests}};
}

# Ends it. A test's own variables may live longer than its folder, which is gone after END.
sub stop {
    my ($self) = @_;
    return if $self->{is_stopped}++;
    local ($?, $!, $@);
    local $SIG{PIPE} = 'IGNORE';
    close $self->{out};
    my $end = time + 5;
    my $gone = 0;
    while (!$gone && time < $end) {
        $gone = waitpid $self->{child}, POSIX::WNOHANG();
        select undef, undef, undef, .05 unless $gone;
    }
    if (!$gone) {
        kill 'TERM', $self->{child};
        waitpid $self->{child}, 0;
    }
    # The processes that it has started may still write into its folder, which is about to be removed.
    $end = time + 5;
    while (kill('KILL', -$self->{child}) && time < $end) {
        select undef, undef, undef, .05;
    }
}

sub DESTROY { $_[0]->stop }

END { $_->stop for grep { defined } @running }

1;
