// The values that an `mcp.json` has the user enter: what it may say of them, as VS Code defines it.
import * as z from 'zod/mini';
import { mcpStrings } from './mcpStrings.ts';

/** More is not read from one file. */
const MAX_INPUTS = 100;
const MAX_ID_LENGTH = 100;

const id = z.string().check(z.minLength(1), z.maxLength(MAX_ID_LENGTH));
const description = z.exactOptional(z.string());
const pickOption = z.union([
  z.string(),
  z.pipe(
    z.object({ value: z.string(), label: z.exactOptional(z.string()) }),
    z.transform(({ value }) => value),
  ),
]);

const mcpInput = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('promptString'),
    id,
    description,
    default: z.exactOptional(z.string()),
    password: z.exactOptional(z.boolean()),
  }),
  z.object({
    type: z.literal('pickString'),
    id,
    description,
    default: z.exactOptional(z.string()),
    options: z.array(pickOption).check(z.minLength(1)),
  }),
  z.object({
    type: z.literal('command'),
    id,
    description,
    command: z.string().check(z.minLength(1)),
    args: z.exactOptional(z.unknown()),
  }),
]);
export type McpInput = z.infer<typeof mcpInput>;

/** The inputs of a file, and a sentence for each that cannot be used. The first of several with one id counts. */
export function inputsFrom(value: unknown): {
  readonly inputs: readonly McpInput[];
  readonly problems: readonly string[];
} {
  if (value === undefined) return { inputs: [], problems: [] };
  const list = z.array(z.unknown()).safeParse(value);
  if (!list.success) return { inputs: [], problems: [mcpStrings.inputsNotList()] };
  const inputs: McpInput[] = [];
  const problems: string[] = [];
  for (const [index, each] of list.data.slice(0, MAX_INPUTS).entries()) {
    const parsed = mcpInput.safeParse(each);
    if (!parsed.success) problems.push(mcpStrings.inputInvalid(index + 1));
    else if (!inputs.some((known) => known.id === parsed.data.id)) inputs.push(parsed.data);
  }
  return { inputs, problems };
}

/** Whether what the user answers is hidden while it is typed. */
export function isPassword(input: McpInput): boolean {
  return input.type === 'promptString' && input.password === true;
}
