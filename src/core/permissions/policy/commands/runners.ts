// Programs that run the command in their arguments: `sudo`, `xargs`, `timeout` and the like.
import type { SimpleCommand } from './commandLine.ts';
import { knownProgram } from './programTable.ts';

/** Whether a program runs the command in its arguments. */
export function isRunner(program: string): boolean {
  return knownProgram(program)?.starts !== undefined;
}

/** Where the command that a runner runs begins; undefined when that is not known. */
export function innerCommandIndex(command: SimpleCommand): number | undefined {
  const runner = knownProgram(command[0] ?? '')?.starts;
  let operands = runner?.operands ?? 0;
  for (let index = 1; index < command.length; index++) {
    const word = command[index];
    if (word === undefined) return undefined;
    if (word === '--') continue;
    if (word.startsWith('-') && word.length > 1) {
      const values = runner?.values;
      if (values === undefined || !/^-[A-RT-Za-z]/.test(word)) return undefined;
      if (values.includes(word.charAt(1)) && word.length === 2) index++;
    } else if (!/^[A-Za-z_]\w*=/.test(word) && operands-- <= 0) {
      return index;
    }
  }
  return undefined;
}
