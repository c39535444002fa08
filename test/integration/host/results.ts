// The lines that a suite inside an extension host writes for the program that started it.
import * as z from 'zod';

/** Environment variable with the path of the file that receives one JSON line per event. */
export const resultsVariable = 'PARLEY_INTEGRATION_RESULTS';

export const suiteEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), tests: z.number() }),
  z.object({
    kind: z.literal('test'),
    file: z.string(),
    name: z.string(),
    milliseconds: z.number(),
    /** Stack of the failure; absent when the test passed. */
    error: z.string().optional(),
  }),
  /** What a test has measured: printed, and judged by nobody. */
  z.object({ kind: z.literal('measure'), text: z.string() }),
  z.object({ kind: z.literal('end') }),
]);

export type SuiteEvent = z.infer<typeof suiteEvent>;
