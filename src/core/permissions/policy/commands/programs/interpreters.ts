// Programs that run what they are given: shells and languages. Behind a script, the words are the script's.
import type { ProgramTable } from './programSchema.ts';

export const INTERPRETERS: ProgramTable = {
  'node nodejs tsx ts-node': {
    source: 'https://nodejs.org/api/cli.html',
    options:
      '-v,--version -h,--help -c,--check --test --test-only --test-name-pattern:text --watch --enable-source-maps --trace-warnings --no-warnings ' +
      '--trace-deprecation --no-deprecation --throw-deprecation --expose-gc --stack-trace-limit:number --max-old-space-size:number ' +
      '--test-concurrency:number --test-timeout:number --experimental-strip-types --experimental-test-coverage',
    operands: 'path argument*',
    runs: 'script',
  },
  'python pypy py': {
    source: 'https://docs.python.org/3/using/cmdline.html',
    options: '-V,--version -h,--help -u -B -O -OO -q -v -W:ignore|default|error|always -I -E -s',
    operands: 'path argument*',
    runs: 'script',
  },
  'ruby perl php lua luajit rscript julia groovy scala osascript guile expect tclsh wish r irb jshell bc ed ex jruby ipython jython raku ocaml racket sbcl clisp swipl kotlin qjs pry octave gnuplot maxima':
    {
      source: 'https://docs.ruby-lang.org/en/master/ruby/options_md.html',
      options: '-v,--version -h,--help -w -W',
      operands: 'path argument*',
      runs: 'script',
    },
  'sh bash rbash zsh dash ash ksh mksh oksh pdksh ksh93 yash csh tcsh fish nu elvish xonsh osh rc': {
    source: 'https://www.gnu.org/software/bash/manual/bash.html',
    options: '--version --help -e -u -x -v -n -eu -ex -eux -l',
    operands: 'path argument*',
    runs: 'script',
  },
  cmd: {
    source: 'https://learn.microsoft.com/windows-server/administration/windows-commands/cmd',
    operands: 'path argument*',
    runs: 'script',
    hasNoOptions: true,
  },
  'powershell pwsh': {
    source: 'https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_pwsh',
    options: '-NoProfile -NoLogo -NonInteractive -File:path',
    operands: 'path argument*',
    runs: 'script',
    hasLongDash: true,
  },
  'alias bind declare enable hash let local mapfile read readarray readonly setenv shopt typeset unset': {
    source: 'https://www.gnu.org/software/bash/manual/bash.html#Bash-Builtins',
    runs: 'arguments',
  },
};
