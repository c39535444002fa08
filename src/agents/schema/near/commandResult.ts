// The result of a command that agents send as JSON in a text, as Codex does: what it printed beside how it ended.
import { parseJson } from '../../../core/text/parseJson.ts';
import { fieldsOf } from './nearFields.ts';

const PRINTED = ['output', 'stdout', 'stderr', 'aggregated_output'] as const;
const ENDS =
  'exitCode exit_code returncode return_code returnCode exitStatus exit_status timedOut timed_out interrupted'.split(
    ' ',
  );
const MAX_CHARACTERS = 1_000_000;

/** The raw output as it is meant; a text that only is JSON may be what a command printed, and stays as it is. */
export function commandResult(rawOutput: unknown): unknown {
  if (typeof rawOutput !== 'string' || rawOutput.length > MAX_CHARACTERS || !/^\s*\{/.test(rawOutput))
    return rawOutput;
  const result = fieldsOf(parseJson(rawOutput));
  if (result === undefined) return rawOutput;
  const printed = PRINTED.some((name) => typeof result[name] === 'string');
  const ended = [result, fieldsOf(result['metadata']) ?? {}].some((fields) =>
    ENDS.some((name) => Object.hasOwn(fields, name)),
  );
  return printed && ended ? result : rawOutput;
}
