// The entry of an agent after an update: what the user added to it stays.
import * as z from 'zod/mini';
import type { AgentEntry } from '../../../../core/settings/agentEntry.ts';
import type { RegistryAgent } from './registryFormat.ts';

const previousEntry = z.looseObject({
  args: z.optional(z.array(z.string())),
  env: z.optional(z.record(z.string(), z.unknown())),
  cwd: z.exactOptional(z.string()),
});

/**
 * The new entry with the environment and the folder of the previous one, and with its arguments where those of the
 * registry are among them: then only the package is another.
 */
export function updatedEntry(
  previous: unknown,
  fresh: AgentEntry,
  { distribution }: RegistryAgent,
): AgentEntry {
  const parsed = previousEntry.safeParse(previous);
  if (!parsed.success) return fresh;
  const { cwd, env = {}, args = [] } = parsed.data;
  const names = [distribution.npx?.package, distribution.uvx?.package].flatMap((name) =>
    name === undefined ? [] : [packageName(name)],
  );
  const wanted = fresh.args ?? [];
  const kept = args.map((arg) => wanted.find((each) => isSamePackage(each, arg, names)) ?? arg);
  const variables = { ...fresh.env, ...textValues(env) };
  return {
    ...fresh,
    ...(wanted.every((arg) => kept.includes(arg)) && kept.length > 0 ? { args: kept } : {}),
    ...(Object.keys(variables).length === 0 ? {} : { env: variables }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

function isSamePackage(one: string, other: string, names: readonly string[]): boolean {
  const name = packageName(one);
  return names.includes(name) && packageName(other) === name;
}

function packageName(text: string): string {
  return /^(@?[^@=]+)/.exec(text)?.[1] ?? text;
}

function textValues(env: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([key, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[key, String(value)]] : [],
    ),
  );
}
