// Time as the processor spent it: other programs on the machine do not make a test fail.

/** Runs `work` and returns what it took (ms of CPU time of this process). */
export function cpuTimeOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
