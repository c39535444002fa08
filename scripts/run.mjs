// Starts the programs that the commands are made of, with the project's own Node first in PATH.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { Failure } from './say.mjs';
import { root } from './project.mjs';

/** The environment in which `node` is the devDependency, however the command itself was started. */
export function projectEnvironment(extra = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  return { ...process.env, PATH: path, ...extra };
}

/**
 * Runs a program to its end with its output on ours and without standard input.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, failure?: string, shell?: boolean }} [options]
 *   failure: the sentence to fail with when the program does not end with 0.
 */
export async function run(command, args, options = {}) {
  const code = await exitCode(command, args, options);
  if (code !== 0)
    throw new Failure(options.failure ?? `${command} ${args[0] ?? ''} failed (exit code ${code}).`);
}

/** Like {@link run}, but hands back the exit code: 127 where the program cannot be started. */
export function exitCode(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: projectEnvironment(options.env),
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: options.shell ?? false,
    });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/** Like {@link exitCode}, but what the program writes is printed in one piece at its end: for programs side by side. */
function collectedExitCode(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: projectEnvironment(options.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: options.shell ?? false,
    });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(chunks));
      resolve(code ?? 1);
    });
  });
}

/** npm's command and first arguments: the npm that runs us, so that its version is the user's own. */
function npm() {
  const script = process.env['npm_execpath'];
  if (script?.endsWith('.js')) return { command: process.execPath, first: [script], shell: false };
  return { command: 'npm', first: [], shell: process.platform === 'win32' };
}

/** Runs npm to its end; options as in {@link run}. */
export async function runNpm(args, options = {}) {
  const { command, first, shell } = npm();
  await run(command, [...first, ...args], { failure: `npm ${args.join(' ')} failed.`, ...options, shell });
}

/** Runs npm to its end and hands back its exit code. */
export function npmExitCode(args, options = {}) {
  const { command, first, shell } = npm();
  return exitCode(command, [...first, ...args], { ...options, shell });
}

/** Runs npm to its end, prints what it wrote in one piece, and hands back its exit code. */
export function collectedNpm(args) {
  const { command, first, shell } = npm();
  return collectedExitCode(command, [...first, ...args], { shell });
}
