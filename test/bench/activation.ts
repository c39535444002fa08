// Measures the extension's own part of its activation: loading the bundle and `activate()`, in a fresh Node.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { root } from '../../scripts/project.mjs';

/** Started anew so many times; the figure is the median. */
const TIMES = 5;

/** Milliseconds that dist/extension.js needs to be loaded and activated. */
export function ownActivation(): number {
  const times = Array.from({ length: TIMES }, () => {
    const script = join(import.meta.dirname, 'activate.cjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The extension did not activate: ${stderr}`);
    return z.number().parse(JSON.parse(stdout));
  });
  return times.sort((one, other) => one - other)[Math.floor(TIMES / 2)] ?? Number.NaN;
}
