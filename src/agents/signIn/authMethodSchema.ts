// The ways to sign in that an agent lists in its answer to `initialize`, in the forms of all protocol versions so far.
import * as z from 'zod/mini';
import { apiKeyName } from '../../core/signIn/apiKey.ts';
import type { AuthVariable } from '../../core/signIn/authMethod.ts';
import { oneLine } from '../../core/text/oneLine.ts';
import { startOf } from '../../core/text/wholeCharacters.ts';
import { lenient, lenientArray } from '../schema/lenient.ts';
import { idText } from '../schema/sentText.ts';
import { shortName } from '../schema/shortName.ts';

/** The length of a description, which is shown beside the others; agents write a sentence or two. */
const MAX_DESCRIPTION_CHARACTERS = 1_000;
const MAX_ID_CHARACTERS = 500;
const MAX_VARIABLES = 20;

/** No program gets an argument or a variable with a zero byte. */
const argument = z.string().check(z.refine((text) => !text.includes('\0'), 'has a zero byte'));
const args = z.array(argument);
const variableName = z.string().check(z.regex(/^[A-Za-z_]\w{0,100}$/));

/** Variables by name; a list of names and values is how version 2 writes them. */
const environment = z.union([
  z.record(variableName, argument),
  z.pipe(
    z.array(z.object({ name: variableName, value: argument })),
    z.transform((list) => Object.fromEntries(list.map(({ name, value }) => [name, value]))),
  ),
]);

/** How agents wrote terminal methods before they had a type: a command of their own. */
const terminalMeta = z.object({
  'terminal-auth': z.object({
    command: argument.check(z.minLength(1)),
    args: z.optional(args),
    env: z.optional(environment),
  }),
});

/** How older agents ask for a key that is passed with `authenticate`; who provides the key is no matter of ours. */
const keyMeta = z.object({ 'api-key': z.union([z.looseObject({}), z.literal(true)]) });

/** A program for a terminal: the agent's own with further arguments (R27), or one that the agent names. */
export interface ReportedCommand {
  /** Undefined: the agent's own. */
  readonly program: string | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const variable = z.pipe(
  z.object({
    name: variableName,
    label: lenient(shortName),
    secret: lenient(z.boolean()),
    optional: lenient(z.boolean()),
  }),
  z.transform(({ name, label = '', secret = true, optional = false }): AuthVariable => ({
    name,
    label,
    isSecret: secret,
    isOptional: optional,
  })),
);

/** What older agents send besides; a single name is the oldest form. */
const variables = z.union([
  z.pipe(
    z.object({ vars: lenientArray(variable).check(z.minLength(1), z.maxLength(MAX_VARIABLES)) }),
    z.transform(({ vars }) => vars),
  ),
  z.pipe(
    z.object({ varName: variableName }),
    z.transform(({ varName }): readonly AuthVariable[] => [
      { name: varName, label: '', isSecret: true, isOptional: false },
    ]),
  ),
]);

const link = z.url({ protocol: /^https?$/ });

/** A method as the agent lists it. */
export interface ReportedAuthMethod {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly command?: ReportedCommand;
  readonly variables?: readonly AuthVariable[];
  readonly passesKey?: boolean;
  readonly link?: string;
}

const authMethod = z.pipe(
  z.looseObject({
    id: idText.check(z.minLength(1), z.maxLength(MAX_ID_CHARACTERS)),
    name: lenient(shortName),
    description: lenient(z.string()),
    type: z.optional(z.unknown()),
    link: lenient(link),
  }),
  z.transform((method): ReportedAuthMethod | undefined => {
    const { id, name = '', description = '', type } = method;
    const reported = {
      id,
      name: name.trim() === '' ? shortName.parse(id) : name,
      description: oneLine(startOf(description, MAX_DESCRIPTION_CHARACTERS)),
      ...(method.link === undefined ? {} : { link: method.link }),
    };
    if (type === 'terminal') {
      // Without what it says to run there is nothing that could be run instead (R25).
      const command = terminalMethod.safeParse(method).data;
      return command === undefined ? undefined : { ...reported, command };
    }
    const own = terminalMeta.safeParse(method['_meta']).data?.['terminal-auth'];
    if (own !== undefined) {
      const { command: program, args: ownArgs = [], env = {} } = own;
      return { ...reported, command: { program, args: ownArgs, env } };
    }
    if (type !== 'env_var' && keyMeta.safeParse(method['_meta']).success) {
      const key = { name: apiKeyName(id), label: reported.name, isSecret: true, isOptional: false };
      return { ...reported, variables: [key], passesKey: true };
    }
    const asked = type === 'env_var' ? variables.safeParse(method).data : undefined;
    // Any other type, and none, is the agent's own affair (R24).
    return asked === undefined ? reported : { ...reported, variables: asked };
  }),
);

const terminalMethod = z.pipe(
  z.object({ args: z.nullish(args), env: z.nullish(environment) }),
  z.transform((method): ReportedCommand => ({
    program: undefined,
    args: method.args ?? [],
    env: method.env ?? {},
  })),
);

/** The methods, each id once; those that cannot be used are left out. */
export const authMethods = z.pipe(
  lenientArray(authMethod),
  z.transform((methods) => {
    const byId = new Map<string, ReportedAuthMethod>();
    for (const method of methods) {
      if (method !== undefined && !byId.has(method.id)) byId.set(method.id, method);
    }
    return [...byId.values()];
  }),
);
