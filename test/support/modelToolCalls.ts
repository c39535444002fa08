// How a scripted model calls the tools that an agent offers, by whatever names the agent has given them and their arguments.
import * as z from 'zod';

/** What `[[write]]` writes into its file. */
export const WRITTEN_TEXT = 'first line\nwritten by the scripted model\n';

/** What `[[edit]]` looks for in its file, and what it puts there. */
export const EDIT_BEFORE = 'second line';
export const EDIT_AFTER = 'second line, changed by the scripted model';

/** What `[[tool]]` gives to every text argument of its tool. */
export const TOOL_ARGUMENT = 'hello';

/** The steps of `[[plan]]`. */
export const PLAN_STEPS = ['Read the file', 'Change the second line', 'Run the tests'];

const argument = z.object({
  type: z.unknown(),
  items: z.object({ properties: z.record(z.string(), z.unknown()).optional() }).optional(),
});

/** A tool as the chat completions API describes it. */
export const offeredTool = z.object({
  function: z.object({ name: z.string(), parameters: z.unknown().optional() }),
});
export type OfferedTool = z.infer<typeof offeredTool>;

const parameters = z.object({
  properties: z.record(z.string(), argument.catch({ type: undefined })).optional(),
  required: z.array(z.string()).optional(),
});

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Arguments = readonly [name: string, argument: z.infer<typeof argument>][];

/** Calls the tool that reads files. */
export function readCall(tools: readonly OfferedTool[], path: string): ToolCall | undefined {
  return callOf(tools, /^(read|read_?file|view)$/i, (names) => ({ ...atPath(names, path) }));
}

/** Calls the tool that writes whole files, with {@link WRITTEN_TEXT}. */
export function writeCall(tools: readonly OfferedTool[], path: string): ToolCall | undefined {
  return callOf(tools, /^(write|write_?file|create_file)$/i, (names) => ({
    ...atPath(names, path),
    ...valueOf(names, /content|text/i, WRITTEN_TEXT),
  }));
}

/** Calls the tool that replaces text in a file: {@link EDIT_BEFORE} by {@link EDIT_AFTER}. */
export function editCall(tools: readonly OfferedTool[], path: string): ToolCall | undefined {
  return callOf(tools, /^(edit|edit_?file|replace|str_replace)$/i, (names) => {
    const edits = names.find(([name]) => name === 'edits')?.[1].items?.properties;
    if (edits === undefined) return { ...atPath(names, path), ...replacement(names.map(([name]) => name)) };
    return { ...atPath(names, path), edits: [replacement(Object.keys(edits))] };
  });
}

/** Calls the tool that runs a command in a shell. */
export function shellCall(tools: readonly OfferedTool[], command: string): ToolCall | undefined {
  return callOf(tools, /^(bash|shell|run_shell_command)$/i, (names) => valueOf(names, /^command$/i, command));
}

/** Calls the tool whose name ends with `name`, with {@link TOOL_ARGUMENT} for each required text. */
export function namedCall(tools: readonly OfferedTool[], name: string): ToolCall | undefined {
  return callOf(tools, new RegExp(`${name}$`), () => ({}));
}

/** Calls a tool of the editor; agents put the name of the server before its own. */
export function editorCall(
  tools: readonly OfferedTool[],
  name: string,
  input: Readonly<Record<string, unknown>>,
): ToolCall | undefined {
  return callOf(tools, new RegExp(`parley.?ide.*${name}$`), () => ({ ...input }));
}

/** Calls the tool by which an agent finds those that it does not offer at once. */
export function toolSearchCall(tools: readonly OfferedTool[], name: string): ToolCall | undefined {
  return callOf(tools, /^tool_?search$/i, (names) => valueOf(names, /query|select|name/i, name));
}

/** Calls a tool that was found, by the tool that calls those which are not offered. */
export function foundToolCall(
  tools: readonly OfferedTool[],
  name: string,
  input: Readonly<Record<string, unknown>>,
): ToolCall | undefined {
  return callOf(tools, /^tool_call$/, () => ({ name, arguments: input }));
}

/** Calls the tool that keeps a list of things to do: the whole plan first, then one finished step after the other. */
export function planCall(tools: readonly OfferedTool[], step: number): ToolCall | undefined {
  return callOf(tools, /todo|^TaskCreate$/i, (names) => {
    // Claude adds one task after the other.
    const task = PLAN_STEPS[Math.min(step, PLAN_STEPS.length - 1)] ?? '';
    if (names.some(([name]) => name === 'subject')) return valueOf(names, /^subject$/, task);
    if (names.some(([name]) => name === 'op')) {
      return step === 0 ? { op: 'init', items: PLAN_STEPS } : { op: 'done', task: PLAN_STEPS[step - 1] };
    }
    const status = (index: number): string => {
      if (index < step) return 'completed';
      return index === step ? 'in_progress' : 'pending';
    };
    const fields = Object.keys(names.find(([name]) => name === 'todos')?.[1].items?.properties ?? {});
    const label = fields.find((name) => /^(content|description|title)$/.test(name)) ?? 'content';
    const withId = fields.length === 0 || fields.includes('id');
    return {
      todos: PLAN_STEPS.map((text, index) => ({
        ...(withId ? { id: `${index + 1}` } : {}),
        [label]: text,
        status: status(index),
      })),
    };
  });
}

/** The question of `[[ask]]`, and its answers. */
export const QUESTION = 'Which colour do you like?';
export const CHOICES = ['Red', 'Green'];

/** Calls the tool that asks the user. */
export function askCall(tools: readonly OfferedTool[]): ToolCall | undefined {
  return callOf(tools, /^ask_?user_?question$/i, () => ({
    questions: [
      {
        question: QUESTION,
        header: 'Colour',
        options: CHOICES.map((label) => ({ label, description: `The colour ${label}` })),
        multiSelect: false,
      },
    ],
  }));
}

function callOf(
  tools: readonly OfferedTool[],
  pattern: RegExp,
  fill: (names: Arguments) => Record<string, unknown>,
): ToolCall | undefined {
  const tool = tools.find(({ function: { name } }) => pattern.test(name))?.function;
  if (tool === undefined) return undefined;
  const { properties = {}, required: needed = [] } = parameters.safeParse(tool.parameters).data ?? {};
  const names: Arguments = Object.entries(properties);
  const required = names.filter(([name, { type }]) => type === 'string' && needed.includes(name));
  const input = { ...Object.fromEntries(required.map(([name]) => [name, TOOL_ARGUMENT])), ...fill(names) };
  return { name: tool.name, input };
}

function atPath(names: Arguments, path: string): Record<string, unknown> {
  return valueOf(names, /path|file/i, path);
}

/** The first argument whose name matches, with a value. */
function valueOf(names: Arguments, pattern: RegExp, value: string): Record<string, unknown> {
  const name = names.find(([each]) => pattern.test(each))?.[0];
  return name === undefined ? {} : { [name]: value };
}

function replacement(names: readonly string[]): Record<string, string> {
  const before = names.filter((name) => /^old/i.test(name)).map((name) => [name, EDIT_BEFORE]);
  const after = names.filter((name) => /^new/i.test(name)).map((name) => [name, EDIT_AFTER]);
  return Object.fromEntries([...before, ...after]);
}
