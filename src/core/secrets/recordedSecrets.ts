// Hides what its place shows to be a secret in events and states of a session: in what tools were given and printed.
import { maskProperty, maskStructure } from './secretStructure.ts';

/** What only records with tool calls and terminals have. */
const MAY_HAVE_TOOLS = /"(?:toolCallId|terminalId|terminals)":/;

/** Values of tools that may have any structure. */
const RAW = new Set(['rawInput', 'rawOutput']);
/** The variables of a command. */
const VARIABLES = 'env';
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
  const isOfTool = isTool || isToolOrTerminal(value);
  const isText = 'text' in value && 'type' in value && value.type === 'text';
  const fields: [name: string, field: unknown][] = Object.entries(value);
  for (const each of fields) {
    const [name, field] = each;
    if (isOfTool && RAW.has(name)) each[1] = maskStructure(field, maskText);
    else if (isOfTool && name === VARIABLES) each[1] = maskProperty(name, field, maskText, depth);
    else if (typeof field !== 'string') each[1] = masked(field, maskText, isOfTool, depth + 1);
    else if (isOfTool && (TEXTS.has(name) || (isText && name === 'text'))) each[1] = maskText(field);
  }
  return Object.fromEntries(fields);
}

/** A tool call, what names one or a terminal, or a terminal in a state. */
function isToolOrTerminal(value: object): boolean {
  return 'toolCallId' in value || 'terminalId' in value || ('output' in value && 'isForeign' in value);
}
