// Measures the extension's own part of its activation: loading the bundle and `activate()`, in a fresh Node.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { root } from '../../scripts/project.mjs';

/** Started anew so many times; the figure is the median. */
const TIMES = 5;

const activation = z.object({
  /** What loading the bundle and `activate()` took. */
  milliseconds: z.number(),
  /** The code that was loaded for it: dist/extension.js and the chunks it requires at once. */
  bytes: z.number(),
});
export type Activation = z.infer<typeof activation>;

/** The median of {@link TIMES} activations. */
export function ownActivation(): Activation {
  const times = Array.from({ length: TIMES }, () => {
    const script = join(import.meta.dirname, 'activate.cjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The extension did not activate: ${stderr}`);
    return activation.parse(JSON.parse(stdout));
  });
  const sorted = times.sort((one, other) => one.milliseconds - other.milliseconds);
  return activation.parse(sorted[Math.floor(TIMES / 2)]);
}
