// How much of Parley a user meets at once: commands of a window in which nothing is configured, entries of a menu, settings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
const menu = (id: string) => contributes.menus[id] ?? [];

/** Whether a term of a `when` clause holds where no context key has a value, but those given. */
function holds(term: string, values: Readonly<Record<string, string>>): boolean {
  const [key = '', operator, value] = term.trim().split(' ');
  if (operator === '==') return values[key] === value;
  if (operator === '!=') return values[key] !== value;
  if (operator === 'not') return true;
  if (operator !== undefined) return false;
  return key.startsWith('!') ? values[key.slice(1)] === undefined : key === 'true' || key in values;
}

const isShown = (when: string, values: Readonly<Record<string, string>> = {}): boolean =>
  when.split('&&').every((term) => holds(term, values));

test('the palette of an empty window has at most 45 commands', () => {
  const conditions = new Map(menu('commandPalette').map(({ command, when }) => [command, when]));
  const shown = contributes.commands.filter(({ command }) =>
    isShown(conditions.get(command) ?? 'true', { gitOpenRepositoryCount: '0' }),
  );
  expect(shown.length).toBeLessThanOrEqual(45);
  // What a newcomer looks for is there.
  expect(shown.map(({ command }) => command)).toEqual(
    expect.arrayContaining([
      'parley.openChat',
      'parley.addAgent',
      'parley.newSession',
      'parley.openSettings',
    ]),
  );
});

test.each([
  'parley.allowOnce',
  'parley.undoChanges',
  'parley.redoFiles',
  'parley.closeSession',
  'parley.signOut',
])('%s is not offered where there is nothing to do it with', (command) => {
  const [condition] = menu('commandPalette').filter((each) => each.command === command);
  expect(isShown(condition?.when ?? 'true')).toBe(false);
});

/** The entries of the chat's menu by group, where one of two in the same place is shown. */
function chatMenu(values: Readonly<Record<string, string>>): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  for (const { when, group } of menu('view/title')) {
    const [name = ''] = group.split('@');
    if (name !== 'navigation' && isShown(when, { view: 'parley.chat', ...values }))
      groups.set(name, (groups.get(name) ?? 0) + 1);
  }
  return groups;
}

test.each([{}, { viewLocation: 'auxiliarybar' }, { 'parley.readOnly': 'true', 'parley.signsIn': 'true' }])(
  'the menu of the chat has three groups of together at most 12 entries (%o)',
  (values) => {
    const groups = chatMenu(values);
    expect([...groups.keys()].toSorted()).toEqual(['1_session', '2_agent', '3_view']);
    expect([...groups.values()].reduce((sum, each) => sum + each)).toBeLessThanOrEqual(12);
  },
);

test('at most 20 settings stand before the advanced ones, which are the last', () => {
  const ids = contributes.configuration.map(({ id }) => id.replace('parley.', ''));
  expect(ids).toEqual(['agents', 'chat', 'permissions', 'changes', 'sessions', 'advanced']);
  const before = contributes.configuration.slice(0, -1).flatMap(({ properties }) => Object.keys(properties));
  expect(before.length).toBeLessThanOrEqual(20);
});
