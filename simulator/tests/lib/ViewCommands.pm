package ViewCommands;
# Commands that are run with a view, and questions to what it shows.
use strict;
use warnings;
use Exporter 'import';
use Run;
use Test::More;
use View;

our @EXPORT = qw(view is_sound blocks_of compiled_for_view);

# Runs a command with SIM_VIEW; returns the data, the status and the errors.
sub view {
    my ($command, $settings) = @_;
    my $file = scratch() . '/view.json';
    unlink $file;
    my ($status, undef, $errors) = run("export SIM_VIEW=$file " . ($settings // '') . "; $command");
    return (view_of($file), $status, $errors);
}

sub is_sound {
    my ($view, $name, $race_free) = @_;
    is(join("\n", view_problems($view, $race_free)), '', $name);
}

# The blocks of the first launch that is shown, each with the reasons for it.
sub blocks_of {
    my ($view) = @_;
    return join ' ', map { $_->{index} . '=' . join('+', @{$_->{why}}) } @{$view->{runs}[0]{shown}[0]{blocks}};
}

# Compiles programs of tests/view into the test's own folder.
sub compiled_for_view {
    for my $name (@_) {
        my ($status, undef, $errors) = run('build/simcc -o ' . scratch() . "/$name tests/view/$name.cu");
        is("$status$errors", '0', "$name.cu compiles");
    }
}

1;
