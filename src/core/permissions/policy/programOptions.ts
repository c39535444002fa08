// Options and subcommands by which well-known programs do more than their name says: run other programs, load code from
// elsewhere, write to a file.

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
  /** Whether a variable assignment among its arguments (`SHELL=x`) changes what runs. */
  readonly readsVariables?: true;
  /** Whether its first operand is a script, after which all words are the script's. */
  readonly isInterpreter?: true;
  /** Whether its arguments may be a command. */
  readonly runsArguments?: true;
  /** Whether a long option cannot be abbreviated. */
  readonly hasExactOptions?: true;
  /** What of its arguments is a program in a language of its own that can run others or write files. */
  readonly code?: RegExp;
}

const NODE: ProgramOptions = {
  runs:
    '-e --eval -p --print -r --require --import --loader --experimental-loader -i --interactive --run --env-file ' +
    '--env-file-if-exists --openssl-config --experimental-config-file --experimental-default-config-file --build-snapshot ' +
    '--snapshot-blob -C --conditions --watch-path --test-reporter --test-global-setup --inspect --inspect-brk',
  writes:
    '--cpu-prof --cpu-prof-dir --heap-prof --heap-prof-dir --diagnostic-dir --redirect-warnings --report-dir ' +
    '--report-directory --report-filename --trace-event-file-pattern --tls-keylog --test-reporter-destination --heapsnapshot-signal',
  hasExactOptions: true,
  isInterpreter: true,
};
const PYTHON: ProgramOptions = { runs: '-c -i', writes: '-m', values: 'WX', isInterpreter: true };
const SHELL: ProgramOptions = {
  runs: '-c -s -i -o -O -C --command --init-command --rcfile --init-file',
  isInterpreter: true,
};
const POWERSHELL: ProgramOptions = {
  code: /^[-/\u2013\u2014](?:e|ec|en[a-z]*|c[a-z]*)$|[\s&(;|]/i,
  isInterpreter: true,
};
const AWK: ProgramOptions = {
  runs: '-f --file -i --include -l --load -E --exec',
  writes: '-o --pretty-print -d --dump-variables -p --profile -D --debug',
  values: 'Fv',
  code: /system|getline|[|>@]/,
};
const PACKAGES: ProgramOptions = {
  runs:
    '--script-shell --shell --node-options --globalconfig --userconfig --config --git --editor --viewer --browser ' +
    '--init-module --require --shell-emulator config set',
  writes:
    '--prefix --dir --cwd -C --registry --global-dir --modules-folder --use-yarnrc -g --global --cache --store-dir ' +
    '--pack-destination --logs-dir --output --cache-folder --global-folder exec x dlx explore edit init create node',
  values: 'wF',
  runsArguments: true,
};
const MAKE: ProgramOptions = {
  runs: '-f --file --makefile -I --include-dir -E --eval',
  writes: '-C --directory',
  values: 'lWo',
  readsVariables: true,
};
const COPY: ProgramOptions = { writesOperands: true };
const CONTAINERS: ProgramOptions = {
  writes: 'run exec compose create start build cp debug -H --host --config',
  runsArguments: true,
};
const MULTIPLEXER: ProgramOptions = {
  runs: '-c -f',
  writes:
    '-S -L -X -d -m -D new new-session new-window neww split-window splitw respawn-pane respawn-window run-shell run ' +
    'if-shell send-keys send pipe-pane popup display-popup source-file bind set-hook',
  runsArguments: true,
};
const PAGER: ProgramOptions = {
  runs: '-k --lesskey-file --lesskey-src --lesskey-content --lesskey-context --use-color-cmd',
  writes: '-o -O --log-file --LOG-FILE',
  values: 'bhjpPtTxyzD',
  code: /^\+/,
};
const SCRIPT: ProgramOptions = {
  runs: '-e -E -r -R -B -F -c -M -m -I -i -l -d -S -x -X --eval --exec --expr --print --require --command --execute --init',
  isInterpreter: true,
};
const MONITOR: ProgramOptions = {
  runs: '-c --command -e --execute --init-command --command-timeout -cmd -x -ex -iex --eval --init -f --file',
};

/** By the program's name. What has no options counts as well: its arguments are no commands. Git, sed and tar have more of their own in `programHazards.ts`. */
export const PROGRAM_OPTIONS: ReadonlyMap<string, ProgramOptions> = new Map(
  Object.entries({
    git: {
      runs:
        '--ext-diff --upload-pack --receive-pack --exec --open-files-in-pager --template --extcmd --remote --config --to-command ' +
        '--tree-filter --index-filter --msg-filter --env-filter --smtp-server --sendmail-cmd --to-cmd --cc-cmd --header-cmd ' +
        'difftool mergetool filter-branch daemon instaweb hook maintenance credential send-email shell p4 svn cvsimport ' +
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
    sed: { runs: '-f --file', writes: '-i --in-place', values: 'El' },
    gsed: { runs: '-f --file', writes: '-i --in-place' },
    sort: {
      runs: '--compress-program',
      writes: '-o --output -T --temporary-directory',
      values: 'ktS',
    },
    uniq: { values: 'fsw' },
    tar: {
      runs:
        '--to-command --checkpoint-action -I --use-compress-program -F --info-script --new-volume-script --rsh-command ' +
        '--rmt-command',
      writes:
        '-x --extract --get -c --create -r --append -u --update -A --catenate --concatenate --delete --remove-files ' +
        '--index-file -C --directory --one-top-level --listed-incremental -g',
      plain: '--list',
      values: 'fbXTVLNKH',
    },
    bsdtar: { runs: '--use-compress-program', writes: '-x -c -r -u -C --directory', values: 'fbXT' },
    zip: { runs: '-T --test -TT --unzip-command', writesOperands: true },
    unzip: { writes: '-d -o', writesOperands: true },
    rg: { hasExactOptions: true, runs: '--pre --hostname-bin', values: 'ABCEefgjmMrtT' },
    ag: { runs: '--pager' },
    ack: { runs: '--pager --ackrc' },
    bat: { runs: '--pager --config-file', values: 'lrHm' },
    delta: { runs: '--pager --config' },
    npm: PACKAGES,
    pnpm: PACKAGES,
    yarn: PACKAGES,
    bun: { ...PACKAGES, runs: `${PACKAGES.runs ?? ''} -e --eval -p --print -r --preload repl` },
    make: MAKE,
    gmake: MAKE,
    bmake: MAKE,
    just: {
      runs: '-f --justfile --shell --shell-arg --set -c --command --dotenv-path',
      writes: '-d --working-directory',
    },
    ninja: { runs: '-f', writes: '-C', values: 'jkl' },
    cmake: { runs: '-P -E -C -D', writes: '-B -S --preset --build --install' },
    cargo: {
      hasExactOptions: true,
      runs: '--config -Z',
      writes: '--manifest-path -C --target-dir --out-dir --artifact-dir install',
      values: 'pFj',
      code: /^\+/,
    },
    go: {
      hasExactOptions: true,
      runs: '-exec -toolexec -overlay -modfile -vettool -ldflags -gccgoflags -compiler -pkgdir',
      writes:
        '-C -o -w -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir -test.outputdir ' +
        '-test.coverprofile -test.cpuprofile -test.memprofile',
      values: 'pvnr',
    },
    gofmt: { writes: '-w -cpuprofile' },
    uv: {
      hasExactOptions: true,
      writes: 'run tool pip --directory --project --config-file --with --index --python -p',
      runsArguments: true,
    },
    poetry: { writes: 'run shell -C --directory -P --project', runsArguments: true },
    pip: { writes: 'install --index-url -i --extra-index-url --python -t --target --log -d --dest' },
    bundle: { writes: 'exec console --gemfile', runsArguments: true },
    cp: COPY,
    mv: COPY,
    ln: COPY,
    dd: COPY,
    tee: COPY,
    install: COPY,
    rsync: { ...COPY, runs: '-e --rsh --rsync-path --write-batch --log-file' },
    scp: { ...COPY, runs: '-S -o -F -D' },
    sftp: { ...COPY, runs: '-S -o -F -b -D' },
    split: { ...COPY, runs: '--filter' },
    csplit: COPY,
    truncate: COPY,
    wget: { ...COPY, runs: '-e --execute --config --use-askpass' },
    curl: {
      runs: '-K --config --engine --libcurl',
      writes:
        '-o --output -O --remote-name --remote-name-all -J --remote-header-name --output-dir -D --dump-header -c --cookie-jar ' +
        '--trace --trace-ascii --trace-config --stderr --etag-save --hsts --alt-svc -w --write-out -T --upload-file -F --form ' +
        '--form-string -d --data --data-binary --data-ascii --data-urlencode --json -Q --quote',
      values: 'AbCeEHmPrtuUXxyYz',
    },
    awk: AWK,
    gawk: AWK,
    mawk: AWK,
    nawk: AWK,
    less: PAGER,
    more: PAGER,
    most: PAGER,
    man: {
      runs: '-P --pager -H --html -X --gxditview -C --config-file -B --preprocessor -p -M --manpath -l --local-file --browser',
    },
    node: NODE,
    nodejs: NODE,
    tsx: NODE,
    'ts-node': NODE,
    deno: {
      hasExactOptions: true,
      runs: 'eval repl -c --config --import-map --preload --v8-flags',
      writes: 'run task install -A --allow-all --allow-run --allow-write',
      runsArguments: true,
    },
    python: PYTHON,
    python2: PYTHON,
    python3: PYTHON,
    pypy: PYTHON,
    pypy3: PYTHON,
    ruby: SCRIPT,
    perl: SCRIPT,
    php: SCRIPT,
    lua: SCRIPT,
    luajit: SCRIPT,
    rscript: SCRIPT,
    julia: SCRIPT,
    elixir: SCRIPT,
    groovy: SCRIPT,
    scala: SCRIPT,
    osascript: SCRIPT,
    guile: SCRIPT,
    expect: SCRIPT,
    tclsh: SCRIPT,
    wish: SCRIPT,
    r: SCRIPT,
    irb: SCRIPT,
    jshell: SCRIPT,
    bc: { isInterpreter: true },
    sh: SHELL,
    bash: SHELL,
    rbash: SHELL,
    zsh: SHELL,
    dash: SHELL,
    ash: SHELL,
    ksh: SHELL,
    mksh: SHELL,
    oksh: SHELL,
    pdksh: SHELL,
    ksh93: SHELL,
    yash: SHELL,
    csh: SHELL,
    tcsh: SHELL,
    fish: SHELL,
    nu: SHELL,
    elvish: SHELL,
    xonsh: SHELL,
    osh: SHELL,
    rc: SHELL,
    cmd: { isInterpreter: true },
    powershell: POWERSHELL,
    pwsh: POWERSHELL,
    vi: { runs: '-c -S -s -u -e --cmd', code: /^\+/ },
    vim: { runs: '-c -S -s -u -e --cmd', code: /^\+/ },
    nvim: { runs: '-c -S -s -u -e -l --cmd', code: /^\+/ },
    ed: { isInterpreter: true },
    ex: { isInterpreter: true },
    emacs: { runs: '--eval --execute -l --load -f --funcall --script --batch' },
    gdb: MONITOR,
    lldb: MONITOR,
    psql: MONITOR,
    mysql: MONITOR,
    sqlite3: { ...MONITOR, code: /^\.|\n[ \t]*\.|writefile|load_extension|edit\(/ },
    docker: CONTAINERS,
    podman: CONTAINERS,
    nerdctl: CONTAINERS,
    kubectl: { writes: 'exec run debug cp --kubeconfig --as -f --filename', runsArguments: true },
    tmux: MULTIPLEXER,
    screen: MULTIPLEXER,
    zellij: { runs: '--layout -c --config', writes: 'run', runsArguments: true },
    'nix-shell': { runs: '-E --expr', writes: '--run --command -p --packages', runsArguments: true },
    nix: { runs: '--expr', writes: 'run shell develop -c --command', runsArguments: true },
    direnv: { writes: 'exec allow', runsArguments: true },
    mise: { writes: 'exec x run', runsArguments: true },
    asdf: { writes: 'exec', runsArguments: true },
    journalctl: { values: 'nu' },
    systemctl: { runs: 'edit -H --host -M --machine' },
    cat: {},
    ls: {},
    echo: {},
    printf: {},
    pwd: {},
    cd: {},
    true: {},
    false: {},
    test: {},
    grep: {},
    egrep: {},
    fgrep: {},
    head: {},
    tail: {},
    wc: {},
    cut: {},
    tr: {},
    nl: {},
    od: {},
    xxd: {},
    stat: {},
    file: { writes: '-C --compile' },
    du: {},
    df: {},
    date: { writes: '-s --set' },
    which: {},
    type: {},
    whereis: {},
    basename: {},
    dirname: {},
    realpath: {},
    readlink: {},
    diff: {},
    cmp: {},
    comm: {},
    join: {},
    paste: {},
    jq: {},
    yq: { writes: '-i --inplace -s --split-exp' },
    tree: { writes: '-o' },
    seq: {},
    sleep: {},
    mkdir: {},
    rmdir: {},
    touch: {},
    chmod: {},
    rm: {},
    kill: {},
    ps: {},
    id: {},
    whoami: {},
    uname: {},
    hostname: {},
    sha256sum: {},
    md5sum: {},
    base64: {},
    tsc: {
      hasExactOptions: true,
      writes: '--outDir --outFile --declarationDir --generateTrace --generateCpuProfile --tsBuildInfoFile',
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
  } satisfies Record<string, ProgramOptions>),
);
