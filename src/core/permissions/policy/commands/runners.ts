// Programs that run the command in their arguments: `sudo`, `xargs`, `timeout` and the like.
import type { SimpleCommand } from './commandLine.ts';
import { programName } from './programName.ts';

/** A runner's short options with a value, and how many operands come before the command. */
interface Runner {
  readonly values?: string;
  readonly operands?: number;
}

const RUNNERS: ReadonlyMap<string, Runner> = new Map(
  Object.entries({
    sudo: { values: 'ugpCrtUDRTh' },
    doas: { values: 'uC' },
    su: {},
    env: { values: 'uC' },
    nohup: {},
    nice: { values: 'n' },
    ionice: { values: 'cnpu' },
    timeout: { values: 'ks', operands: 1 },
    time: { values: 'fo' },
    stdbuf: { values: 'ioe' },
    setsid: {},
    strace: {},
    ltrace: {},
    script: {},
    watch: { values: 'n' },
    xargs: { values: 'InPLsdaE' },
    parallel: {},
    exec: {},
    command: {},
    builtin: {},
    eval: {},
    trap: {},
    ssh: { values: 'bBcDeiJlLmpRwWQO', operands: 1 },
    chroot: {},
    unshare: {},
    busybox: {},
    toybox: {},
    npx: {},
    bunx: {},
    pnpx: {},
    uvx: {},
    wsl: {},
    start: {},
    flock: {},
    taskset: {},
    chrt: {},
    setpriv: {},
    'systemd-run': {},
    runuser: {},
    pkexec: {},
    nsenter: {},
    unbuffer: {},
    setarch: {},
    prlimit: {},
    numactl: {},
    cgexec: {},
    firejail: {},
    bwrap: {},
    proot: {},
    fakeroot: {},
    catchsegv: {},
    valgrind: {},
    gosu: {},
    'su-exec': {},
    tini: {},
    'dumb-init': {},
    'dbus-run-session': {},
    'xvfb-run': {},
    caffeinate: {},
    chronic: {},
    ifne: {},
    entr: {},
    nodemon: {},
    dotenv: {},
    'cross-env': {},
    'run-parts': {},
    sshpass: {},
    mosh: {},
    torsocks: {},
    proxychains: {},
    proxychains4: {},
    rlwrap: {},
    catatonit: {},
    'start-stop-daemon': {},
    daemonize: {},
    at: {},
    batch: {},
    winpty: {},
    runas: {},
    gsudo: {},
  } satisfies Record<string, Runner>),
);

/** Whether a program, by its {@link programName}, runs the command in its arguments. */
export function isRunner(name: string): boolean {
  return RUNNERS.has(name);
}

/** Where the command that a runner runs begins; undefined when that is not known. */
export function innerCommandIndex(command: SimpleCommand): number | undefined {
  const runner = RUNNERS.get(programName(command[0] ?? ''));
  let operands = runner?.operands ?? 0;
  for (let index = 1; index < command.length; index++) {
    const word = command[index];
    if (word === undefined) return undefined;
    if (word === '--') continue;
    if (word.startsWith('-') && word.length > 1) {
      const isKnown = runner?.values !== undefined && /^-[A-Za-z]/.test(word) && !word.startsWith('-S');
      if (!isKnown) return undefined;
      if (runner.values.includes(word.charAt(1)) && word.length === 2) index++;
    } else if (!/^[A-Za-z_]\w*=/.test(word) && operands-- <= 0) {
      return index;
    }
  }
  return undefined;
}
