// Hides what its place shows to be a secret in events and states of a session: in what tools were given and printed.
import { maskStructure } from './secretStructure.ts';

/** What only records with tool calls and terminals have. */
const MAY_HAVE_TOOLS = /"(?:toolCallId|terminalId|terminals)":/;

/** Values of tools that may have any structure. */
const RAW = new Set(['rawInput', 'rawOutput']);
/** Texts of tools that may be a command line or the output of one. The texts of files are not among them. */
const TEXTS = new Set(['title', 'command', 'data', 'output']);

/** Only values of tools are nested deeper, and `maskStructure` has a limit of its own. */
const MAX_DEPTH = 100;

type MaskText = (text: string) => string;

/** Whether a record as JSON has anything that {@link maskRecorded} looks at. */
export function mayHaveTools(json: string): boolean {
  return MAY_HAVE_TOOLS.test(json);
}

/** A copy of an event or a state. What users and agents said is left as it is. */
export function maskRecorded(value: unknown, maskText: MaskText): unknown {
  return masked(value, maskText, false, 0);
}

function masked(value: unknown, maskText: MaskText, isTool: boolean, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => masked(each, maskText, isTool, depth + 1));
  const fields = Object.entries(value);
  const names = new Set(fields.map(([name]) => name));
  const isOfTool = isTool || names.has('toolCallId') || names.has('terminalId') || isTerminal(names);
  const isText = names.has('text') && fields.some(([name, field]) => name === 'type' && field === 'text');
  return Object.fromEntries(
    fields.map(([name, field]) => {
      if (isOfTool && RAW.has(name)) return [name, maskStructure(field, maskText)];
      const isMasked = isOfTool && (TEXTS.has(name) || (isText && name === 'text'));
      return [
        name,
        isMasked && typeof field === 'string'
          ? maskText(field)
          : masked(field, maskText, isOfTool, depth + 1),
      ];
    }),
  );
}

/** A terminal in a state. */
function isTerminal(names: ReadonlySet<string>): boolean {
  return names.has('output') && names.has('isForeign');
}
