// Types of processTree.mjs for the tests.
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** The command line. */
  readonly command: string;
}
export function descendants(pid: number): Promise<RunningProcess[]>;
export function stillRunning(pids: readonly number[]): Promise<number[]>;
export function endTree(pid: number, graceMilliseconds?: number): Promise<void>;
