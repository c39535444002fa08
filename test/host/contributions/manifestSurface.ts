// What of the manifest a user meets at once: commands of the palette, entries of the chat's menu, settings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { root } from '../../../scripts/project.mjs';

const entry = z.object({
  command: z.string().optional(),
  submenu: z.string().optional(),
  when: z.string().default('true'),
  group: z.string().default(''),
});
const { contributes } = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string() })),
      menus: z.record(z.string(), z.array(entry)),
      configuration: z.array(
        z.object({ id: z.string(), title: z.string(), properties: z.record(z.string(), z.unknown()) }),
      ),
    }),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** The values of context keys; a key that is not in it has none. */
export type ContextValues = Readonly<Record<string, string>>;

export const menu = (id: string) => contributes.menus[id] ?? [];

/** Whether a term of a `when` clause holds. */
function holds(term: string, values: ContextValues): boolean {
  const [key = '', operator, value] = term.trim().split(' ');
  if (operator === '==') return values[key] === value;
  if (operator === '!=') return values[key] !== value;
  if (operator === 'not') return true;
  if (operator !== undefined) return false;
  return key.startsWith('!') ? values[key.slice(1)] === undefined : key === 'true' || key in values;
}

/** Whether something with that `when` clause is shown where no context key has a value, but those given. */
export const isShown = (when: string, values: ContextValues = {}): boolean =>
  when.split('&&').every((term) => holds(term, values));

/** The commands that the palette lists in a window without a folder, an agent or a session. */
export function commandsOfAnEmptyWindow(): readonly string[] {
  const conditions = new Map(menu('commandPalette').map(({ command, when }) => [command, when]));
  return contributes.commands
    .map(({ command }) => command)
    .filter((command) => isShown(conditions.get(command) ?? 'true', { gitOpenRepositoryCount: '0' }));
}

/** How many entries the chat's title has by group, `navigation` being its icons. */
export function chatTitle(values: ContextValues = {}): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  for (const { when, group } of menu('view/title')) {
    const [name = ''] = group.split('@');
    if (isShown(when, { view: 'parley.chat', ...values })) groups.set(name, (groups.get(name) ?? 0) + 1);
  }
  return groups;
}

/** The groups of settings, in the order of the settings editor. */
export const settingGroups = contributes.configuration;
