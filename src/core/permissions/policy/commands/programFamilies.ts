// Options by which kinds of programs, such as shells and package managers, do more than their name says.

/**
 * Each text is a list of `--long` options, single letters as `-x`, options with one dash as `-exec`, and subcommands.
 * The sources are the manual pages of the programs.
 */
export interface ProgramOptions {
  /** What runs another program or loads code. */
  readonly runs?: string;
  /** What writes to a file, or acts on another folder or file than the program's own job does. */
  readonly writes?: string;
  /** The letters of short options with a value: what follows in the same word is no option. */
  readonly values?: string;
  /** Long options that are whole and no abbreviations of those above. */
  readonly plain?: string;
  /** Whether its operands are, or may become, files it writes. */
  readonly writesOperands?: true;
  /** How many operands it reads; it writes to those that follow. */
  readonly readsOperands?: number;
  /** Which options of a program that reads so many have their value in the next word, which may begin with a dash. */
  readonly separateValue?: RegExp;
  /** Whether a variable assignment among its arguments (`SHELL=x`) changes what runs. */
  readonly readsVariables?: true;
  /** Whether its first operand is a script, after which all words are the script's. */
  readonly isInterpreter?: true;
  /** Whether its arguments may be a command. */
  readonly runsArguments?: true;
  /** Whether a long option cannot be abbreviated. */
  readonly hasExactOptions?: true;
  /** Whether its first word, where that is no option, is the only subcommand. */
  readonly takesOneSubcommand?: true;
  /** Whether what follows `--` is for the program that it starts. */
  readonly passesOperands?: true;
  /** Whether options stand behind operands too. */
  readonly mixesOperands?: true;
  /** Whether subcommands can be abbreviated. */
  readonly abbreviatesSubcommands?: true;
  /** Whether letter case and dashes between words do not count in options; then they are listed without both. */
  readonly spellsFreely?: true;
  /** What of its arguments is a program in a language of its own that can run others or write files. */
  readonly code?: RegExp;
}

export const NODE: ProgramOptions = {
  runs:
    '-e --eval -p --print -r --require --import --loader --experimental-loader -i --interactive --run --env-file ' +
    '--env-file-if-exists --openssl-config --experimental-config-file --experimental-default-config-file --build-snapshot ' +
    '--snapshot-blob -C --conditions --watch-path --test-reporter --test-global-setup --inspect --inspect-brk',
  writes:
    '--cpu-prof --cpu-prof-dir --heap-prof --heap-prof-dir --diagnostic-dir --redirect-warnings --report-dir ' +
    '--report-directory --report-filename --trace-event-file-pattern --tls-keylog --test-reporter-destination --heapsnapshot-signal ' +
    '--experimental-sea-config --build-sea --localstorage-file --logfile',
  hasExactOptions: true,
  isInterpreter: true,
};
export const PYTHON: ProgramOptions = { runs: '-c -i', writes: '-m', values: 'WX', isInterpreter: true };
export const SHELL: ProgramOptions = {
  runs: '-c -s -i -o -O -C --command --init-command --rcfile --init-file',
  isInterpreter: true,
};
export const POWERSHELL: ProgramOptions = {
  code: /^[-/\u2013\u2014](?:e|ec|en[a-z]*|c[a-z]*)$|[\s&(;|]/i,
  isInterpreter: true,
};
export const AWK: ProgramOptions = {
  runs: '-f --file -i --include -l --load -E --exec -W',
  writes: '-o --pretty-print -d --dump-variables -p --profile -D --debug',
  values: 'Fv',
  code: /system|getline|[|>@]/,
};
export const PACKAGES: ProgramOptions = {
  runs:
    '--script-shell --shell --node-options --globalconfig --userconfig --config --git --editor --viewer --browser ' +
    '--init-module --require --shell-emulator config set',
  writes:
    '--prefix --dir --cwd -C --registry --global-dir --modules-folder --use-yarnrc -g --global --cache --store-dir ' +
    '--pack-destination --logs-dir --output --cache-folder --global-folder exec x dlx explore edit init innit create node ' +
    'link ln',
  values: 'wF',
  runsArguments: true,
  abbreviatesSubcommands: true,
};
export const MAKE: ProgramOptions = {
  runs: '-f --file --makefile -I --include-dir -E --eval',
  writes: '-C --directory',
  values: 'lWo',
  readsVariables: true,
};
/** What changes the shell that runs the rest of the line, as an assignment before a command does. */
export const SHELL_STATE: ProgramOptions = { code: /^/, runsArguments: true };
/**
 * `set -euo pipefail` begins the lines of many agents. With `-k`, words behind commands are assignments; whatever is no
 * switch is an argument that later commands may run.
 */
export const SHELL_SWITCHES: ProgramOptions = {
  code: /^(?![-+][a-jl-zA-Z]+$|pipefail$)/,
  runsArguments: true,
};
export const SED: ProgramOptions = { runs: '-f --file', writes: '-i -I --in-place', values: 'el' };
export const TEST_RUNNER: ProgramOptions = {
  runs:
    '-c --config -r --rootdir --root --roots --projects --dir --globalsetup --globalteardown --setupfiles --setupfilesafterenv ' +
    '--runner --testrunner --environment --testenvironment --transform --resolver --watchplugins --preset --testsequencer ' +
    '--snapshotserializers --dependencyextractor --modulenamemapper --modulepaths --filter --testresultsprocessor --require ' +
    '--import --loader --file --package --ui --api --browser --pool --typecheck.checker --coverage.customprovidermodule ' +
    '--env --prettierpath --workspace --diff',
  writes:
    '--outputfile --outputfile.json --outputfile.junit --outputfile.html --outputfile.blob --coveragedirectory --cachedirectory --coverage.reportsdirectory --attachmentsdir --cache.dir --init',
  spellsFreely: true,
  hasExactOptions: true,
};
export const GRADLE: ProgramOptions = {
  runs: '-I --init-script -b --build-file -c --settings-file --include-build -D --system-prop -P --project-prop',
  writes: '-p --project-dir -g --gradle-user-home --project-cache-dir',
  values: 'x',
  // It sets the address that every later run loads Gradle from; names of tasks can be abbreviated.
  code: /^(?!-)(?:.*:)?w(?:r(?:a(?:p(?:p(?:er?)?)?)?)?)?$/is,
};
export const MAVEN: ProgramOptions = {
  runs: '-f --file -s --settings -gs --global-settings -t --toolchains -gt --global-toolchains -ps --define',
  writes: '-l --log-file',
  plain: '-ntp -nsu -fae -fn -ff -rf -llr',
  values: 'DTPpa',
  code: /^-D(?!(?:test|it\.test|skipTests|skipITs|maven\.test\.skip|(?:surefire\.)?failIfNo(?:Specified)?Tests)(?:=|$))/,
};
export const COPY: ProgramOptions = { writesOperands: true };
export const CONTAINERS: ProgramOptions = {
  writes: 'run exec compose create start build cp debug -H --host --config',
  runsArguments: true,
};
export const MULTIPLEXER: ProgramOptions = {
  runs: '-c -f',
  writes:
    '-S -L -X -d -m -D new new-session new-window neww split-window splitw respawn-pane respawn-window run-shell run ' +
    'if-shell send-keys send pipe-pane popup display-popup source-file bind set-hook',
  runsArguments: true,
};
export const PAGER: ProgramOptions = {
  runs: '-k --lesskey-file --lesskey-src --lesskey-content --lesskey-context --use-color-cmd',
  writes: '-o -O --log-file --LOG-FILE',
  values: 'bhjpPtTxyzD',
  code: /^\+/,
};
export const SCRIPT: ProgramOptions = {
  runs: '-e -E -r -R -B -F -c -M -m -I -i -l -d -S -x -X --eval --exec --expr --print --require --command --execute --init',
  isInterpreter: true,
};
export const MONITOR: ProgramOptions = {
  runs: '-c --command -e --execute --init-command --command-timeout -cmd -x -ex -iex --eval --init -f --file',
};
