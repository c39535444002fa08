// Programs that run the command in their arguments, and the other names by which a command may run.
import type { ProgramTable } from './programSchema.ts';

const MANUAL = 'man 1, by the name of each';

export const STARTING_PROGRAMS: ProgramTable = {
  sudo: { source: MANUAL, starts: { values: 'ugpCrtUDRTh' } },
  doas: { source: MANUAL, starts: { values: 'uC' } },
  env: { source: MANUAL, starts: { values: 'uC' } },
  nice: { source: MANUAL, starts: { values: 'n', onlyLimits: true } },
  ionice: { source: MANUAL, starts: { values: 'cnpu' } },
  timeout: { source: MANUAL, starts: { values: 'ks', operands: 1, onlyLimits: true } },
  time: { source: MANUAL, starts: { values: 'fo' } },
  stdbuf: { source: MANUAL, starts: { values: 'ioe' } },
  watch: { source: MANUAL, starts: { values: 'n' } },
  xargs: { source: MANUAL, starts: { values: 'InPLsdaE', addsWords: true } },
  parallel: { source: MANUAL, starts: { addsWords: true } },
  ssh: { source: MANUAL, starts: { values: 'bBcDeiJlLmpRwWQO', operands: 1 } },
  'su nohup setsid strace ltrace script exec command builtin eval trap chroot unshare busybox toybox npx bunx pnpx uvx wsl start flock taskset chrt setpriv systemd-run runuser pkexec nsenter unbuffer setarch prlimit numactl cgexec firejail bwrap proot fakeroot catchsegv valgrind gosu su-exec tini dumb-init dbus-run-session xvfb-run caffeinate chronic ifne entr nodemon dotenv cross-env run-parts sshpass mosh torsocks proxychains proxychains4 rlwrap catatonit start-stop-daemon daemonize at batch winpty runas gsudo':
    {
      source: MANUAL,
      starts: {},
    },
};

/** The words behind which a command begins. */
export const STARTING_WORDS: ReadonlySet<string> = new Set([
  'pnpm exec',
  'yarn exec',
  'uv run',
  'poetry run',
  'pipenv run',
  'pdm run',
  'bundle exec',
  'python -m',
]);

/** Programs with options behind which a command begins, and whether they add words to it. */
export const FINDERS: Readonly<
  Partial<Record<string, { readonly options: string; readonly addsWords: boolean }>>
> = {
  find: { options: '-exec -execdir -ok -okdir', addsWords: false },
  fd: { options: '-x -X --exec --exec-batch', addsWords: true },
  fdfind: { options: '-x -X --exec --exec-batch', addsWords: true },
};

/** Shells whose command line a flag with the letter `c` gives; their grammar is POSIX's in what matters here. */
export const LINE_SHELLS: ReadonlySet<string> = new Set(
  'sh bash zsh dash ksh ash mksh ksh93 yash fish csh tcsh rbash su runuser cmd'.split(' '),
);

/** Interpreters that read no code but their script once they have one. */
export const SCRIPTED: ReadonlySet<string> = new Set(
  'node nodejs tsx ts-node python pypy ruby perl php lua bash dash zsh ksh ash sh'.split(' '),
);

/** Programs that do what another one does. */
export const OTHER_NAMES: Readonly<Partial<Record<string, readonly string[]>>> = {
  rm: ['rimraf', 'unlink', 'trash', 'shred', 'del', 'erase', 'del-cli', 'remove-item', 'ri', 'srm'],
};
