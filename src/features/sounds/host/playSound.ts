// Plays a sound with a program of the system.
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import type { SoundCommand } from './soundCommands.ts';

const TIMEOUT_MS = 10_000;

/** Runs the commands in turn until one succeeds; resolves to whether one did. */
export async function playSound(commands: readonly SoundCommand[]): Promise<boolean> {
  for (const command of commands) if (await succeeds(command)) return true;
  return false;
}

function succeeds({ program, args, input }: SoundCommand): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      // Windows would run a program of the current folder.
      cwd: homedir(),
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: TIMEOUT_MS,
      windowsHide: true,
    });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
