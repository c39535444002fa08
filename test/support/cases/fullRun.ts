// What runs in full in `npm run test:full` alone: all cases of a property, which are a tenth elsewhere.
import type { Parameters } from 'fast-check';

/** Set by `npm run test:full`. */
export const isFullRun = process.env['PARLEY_FULL_TESTS'] === '1';

/** The option of `fc.assert` for a property that is tested with `many` cases in the full run. */
export function propertyRuns(many: number): Pick<Parameters, 'numRuns'> {
  return { numRuns: isFullRun ? many : Math.ceil(many / 10) };
}
