// Options and subcommands by which well-known programs do more than their name says: run other programs, load code from
// elsewhere, write to a file.
import {
  AWK,
  CONTAINERS,
  COPY,
  GRADLE,
  MAKE,
  MAVEN,
  MONITOR,
  MULTIPLEXER,
  NODE,
  PACKAGES,
  PAGER,
  POWERSHELL,
  PYTHON,
  SCRIPT,
  SED,
  SHELL,
  SHELL_STATE,
  SHELL_SWITCHES,
  TEST_RUNNER,
  type ProgramOptions,
} from './programFamilies.ts';

/** By the program's name. What has no options counts as well: its arguments are no commands. Git, sed and tar have more of their own in `programHazards.ts`. */
export const PROGRAM_OPTIONS: ReadonlyMap<string, ProgramOptions> = new Map(
  Object.entries({
    git: {
      runs:
        '--ext-diff --upload-pack --receive-pack --exec --open-files-in-pager --template --extcmd --remote --config --to-command ' +
        '--tree-filter --index-filter --msg-filter --env-filter --smtp-server --sendmail-cmd --to-cmd --cc-cmd --header-cmd ' +
        'difftool mergetool filter-branch merge-index submodule--helper credential-store credential-cache daemon instaweb hook maintenance credential send-email shell p4 svn cvsimport ' +
        'archimport citool gui upload-pack receive-pack http-backend remote-ext remote-fd sh-setup web--browse',
      writes:
        '--output --output-directory --no-index --contents --export-marks --index-output --separate-git-dir',
      code: /^[a-z\d+.-]+::/i,
    },
    find: {
      runs: '-exec -execdir -ok -okdir',
      writes: '-delete -fprint -fprint0 -fprintf -fls',
    },
    fd: { runs: '-x --exec -X --exec-batch', values: 'dEetSo' },
    fdfind: { runs: '-x --exec -X --exec-batch', values: 'dEetSo' },
    sort: {
      runs: '--compress-program',
      writes: '-o --output -T --temporary-directory',
      values: 'ktS',
    },
    uniq: { separateValue: /^(?:-[^-fsw]*[fsw]|--(?:ch|skip-[cf])[^=]*)$/, readsOperands: 1 },
    shuf: { writes: '-o --output', values: 'in' },
    tar: {
      runs:
        '--to-command --checkpoint-action -I --use-compress-program -F --info-script --new-volume-script --rsh-command ' +
        '--rmt-command',
      writes:
        '--volno-file -x --extract --get -c --create -r --append -u --update -A --catenate --concatenate --delete --remove-files ' +
        '--index-file -C --directory --one-top-level --listed-incremental -g',
      plain: '--list',
      values: 'fbXTVLNKH',
      // An archive of another machine is read by a program that connects to it.
      code: /^(?:--file=)?[^/]*:/,
    },
    bsdtar: { runs: '--use-compress-program', writes: '-x -c -r -u -C --directory', values: 'fbXT' },
    zip: { runs: '-T --test -TT --unzip-command', writesOperands: true },
    unzip: { writes: '-d -o', writesOperands: true },
    rg: { hasExactOptions: true, runs: '--pre --hostname-bin', values: 'ABCEefgjmMrtT' },
    ag: { runs: '--pager' },
    ack: { runs: '--pager --ackrc' },
    bat: { runs: '--pager --config-file', values: 'lrHm' },
    delta: { runs: '--pager --config' },
    bun: { ...PACKAGES, runs: `${PACKAGES.runs ?? ''} -e --eval -p --print -r --preload repl` },
    just: {
      readsVariables: true,
      runs: '-f --justfile --chooser --shell --shell-arg --set -c --command --dotenv-path',
      writes: '-d --working-directory',
    },
    ninja: { runs: '-f', writes: '-C', values: 'jkl' },
    cmake: {
      runs: '-P -E -C -D --toolchain',
      writes: '-B -S --preset --build --install --graphviz --trace-redirect --profiling-output',
    },
    pytest: {
      runs: '-p -c --config-file -o --override-ini --rootdir --confcutdir --pdbcls --pastebin',
      writes: '--basetemp --junitxml --junit-xml --log-file',
      plain: '--co',
      values: 'kmnrW',
      code: /^@/,
    },
    gh: { takesOneSubcommand: true, runs: 'alias extension extensions ext config codespace cs' },
    cargo: {
      hasExactOptions: true,
      takesOneSubcommand: true,
      passesOperands: true,
      runs: '--config -Z rustc rustdoc',
      writes: '--manifest-path -C --target-dir --out-dir --artifact-dir install new init vendor',
      values: 'pFj',
      // A toolchain, and the description of a target, which names its linker.
      code: /^\+|\.json$/,
    },
    go: {
      hasExactOptions: true,
      runs: '-exec -toolexec -overlay -modfile -vettool -ldflags -gcflags -asmflags -gccgoflags -compiler -pkgdir',
      writes:
        '-C -o -w -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir -test.outputdir ' +
        '-test.coverprofile -test.cpuprofile -test.memprofile -test.blockprofile -test.mutexprofile -test.trace -test.testlogfile ' +
        '-test.gocoverdir',
      values: 'pvnr',
    },
    gofmt: { writes: '-w -cpuprofile' },
    uv: {
      hasExactOptions: true,
      writes: 'run tool pip --directory --project --config-file --with --index --python -p',
      runsArguments: true,
    },
    poetry: { writes: 'run shell -C --directory -P --project', runsArguments: true },
    pip: {
      writes:
        'install download wheel config --index-url -i --extra-index-url --python -t --target --log -d --dest',
    },
    bundle: { writes: 'exec console --gemfile', runsArguments: true },
    rsync: { ...COPY, runs: '-e --rsh --rsync-path --write-batch --log-file' },
    scp: { ...COPY, runs: '-S -o -F -D' },
    sftp: { ...COPY, runs: '-S -o -F -b -D' },
    split: { ...COPY, runs: '--filter' },
    wget: { ...COPY, runs: '-e --execute --config --use-askpass' },
    curl: {
      runs: '-K --config --engine --libcurl --variable',
      writes:
        '-o --output -O --remote-name --remote-name-all -J --remote-header-name --output-dir -D --dump-header -c --cookie-jar ' +
        '--trace --trace-ascii --trace-config --stderr --etag-save --hsts --alt-svc -w --write-out -T --upload-file -F --form ' +
        '--form-string -d --data --data-binary --data-ascii --data-urlencode --json -Q --quote --ssl-sessions --unix-socket ' +
        '--abstract-unix-socket',
      values: 'AbCeEHmPrtuUXxyYz',
      // The value is read from a file, and sent.
      code: /^(?:-[A-Za-z]*H|--[\w-]+=)?@|^--expand-/,
    },
    man: {
      runs: '-P --pager -H --html -X --gxditview -C --config-file -B --preprocessor -p -M --manpath -l --local-file --browser',
    },
    deno: {
      hasExactOptions: true,
      runs: 'eval repl -c --config --import-map --preload --v8-flags',
      writes: 'run task install -A --allow-all --allow-run --allow-write',
      runsArguments: true,
    },
    bc: { isInterpreter: true },
    cmd: { isInterpreter: true },
    vi: { runs: '-c -S -s -u -e --cmd', code: /^\+/ },
    vim: { runs: '-c -S -s -u -e --cmd', code: /^\+/ },
    nvim: { runs: '-c -S -s -u -e -l --cmd', code: /^\+/ },
    ed: { isInterpreter: true },
    ex: { isInterpreter: true },
    emacs: { runs: '--eval --execute -l --load -f --funcall --script --batch' },
    sqlite3: { ...MONITOR, code: /^\.|\n[ \t]*\.|writefile|load_extension|edit\(/ },
    kubectl: { writes: 'exec run debug cp --kubeconfig --as -f --filename', runsArguments: true },
    zellij: { runs: '--layout -c --config', writes: 'run', runsArguments: true },
    'nix-shell': { runs: '-E --expr', writes: '--run --command -p --packages', runsArguments: true },
    nix: { runs: '--expr', writes: 'run shell develop -c --command', runsArguments: true },
    direnv: { writes: 'exec allow', runsArguments: true },
    mise: { writes: 'exec x run', runsArguments: true },
    asdf: { writes: 'exec', runsArguments: true },
    journalctl: { values: 'nu' },
    systemctl: { runs: 'edit -H --host -M --machine' },
    // Shells evaluate the index of a variable, with the commands in it.
    printf: { writes: '-v', code: /\[.*[$`]/s },
    ...each({ code: /\[.*[$`]/s }, 'test ['),
    xxd: {
      // It compares so much of a name: `-lens` is `-len`, and `-le` is `-l` with the value `e`.
      separateValue:
        /^--?(?:c(?:ols.*)?|g(?:roup.*)?|l(?:en.*)?|n(?:ame.*)?|o(?:ffset.*)?|s(?:kip.*|eek.*)?|R)$/s,
      readsOperands: 1,
    },
    file: { writes: '-C --compile' },
    date: { writes: '-s --set' },
    yq: { writes: '-i --inplace --in-place -s --split-exp' },
    tree: { writes: '-o -R' },
    tsc: {
      hasExactOptions: true,
      spellsFreely: true,
      writes: '-outdir -outfile -out -declarationdir -generatetrace -generatecpuprofile -tsbuildinfofile',
      // A file with arguments.
      code: /^@/,
    },
    eslint: {
      hasExactOptions: true,
      runs: '-c --config --rulesdir --resolve-plugins-relative-to --plugin --parser -f --format',
      writes: '-o --output-file --fix --cache-location --cache-file',
    },
    prettier: {
      hasExactOptions: true,
      runs: '--config --plugin --plugin-search-dir',
      writes: '-w --write --cache-location',
    },
    ...each(
      SCRIPT,
      'ruby perl php lua luajit rscript julia elixir groovy scala osascript guile expect tclsh wish r irb jshell',
    ),
    ...each(
      SHELL,
      'sh bash rbash zsh dash ash ksh mksh oksh pdksh ksh93 yash csh tcsh fish nu elvish xonsh osh rc',
    ),
    ...each(
      SHELL_STATE,
      'alias bind declare enable export hash let local mapfile read readarray readonly setenv shopt typeset unset',
    ),
    set: SHELL_SWITCHES,
    ...each(COPY, 'cp mv ln dd tee install csplit truncate'),
    ...each(NODE, 'node nodejs tsx ts-node'),
    ...each(PYTHON, 'python python2 python3 pypy pypy3'),
    ...each(MAKE, 'make gmake bmake'),
    ...each(AWK, 'awk gawk mawk nawk'),
    ...each(PAGER, 'less more most'),
    ...each(CONTAINERS, 'docker podman nerdctl'),
    ...each(MULTIPLEXER, 'tmux screen'),
    ...each(TEST_RUNNER, 'jest vitest'),
    mocha: {
      ...TEST_RUNNER,
      runs: `${TEST_RUNNER.runs ?? ''} -u -n --nodeoption`,
      // A reporter may write to a file.
      writes: `${TEST_RUNNER.writes ?? ''} -O --reporteroption --reporteroptions`,
    },
    ...each(GRADLE, 'gradle gradlew'),
    ...each(MAVEN, 'mvn mvnw'),
    ...each(PACKAGES, 'npm pnpm yarn'),
    ...each(POWERSHELL, 'powershell pwsh'),
    ...each(SED, 'sed gsed'),
    ...each(MONITOR, 'gdb lldb psql mysql'),
    ...each(
      {},
      'cat ls echo pwd cd true false grep egrep fgrep head tail wc cut tr nl od stat du df which type whereis basename dirname realpath readlink diff cmp comm join paste jq seq sleep mkdir rmdir touch chmod rm kill ps id whoami uname hostname sha256sum md5sum base64',
    ),
  } satisfies Record<string, ProgramOptions>),
);

function each(options: ProgramOptions, names: string): Record<string, ProgramOptions> {
  return Object.fromEntries(names.split(' ').map((name) => [name, options]));
}
