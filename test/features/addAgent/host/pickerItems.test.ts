// The rows of the agent picker: what is in which section, and what each says.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  pickerItems,
  type PickerContent,
  type PickerItem,
} from '../../../../src/features/addAgent/host/pickerItems.ts';
import { parseRegistry } from '../../../../src/features/addAgent/node/list/registryFormat.ts';
import { registryEntry } from '../../../support/registry/registryServer.ts';

const HOUR_MS = 3600 * 1000;
const installs = join('/storage', 'agents');
const target = { archive: 'https://x.test/a.tgz', cmd: 'bin/agent' };
const npx = (name: string) => ({ npx: { package: `${name}@1.2.3` } });
const agents = [
  registryEntry('zeta', npx('zeta')),
  registryEntry('alpha', { binary: { 'linux-x86_64': target } }, { website: 'https://alpha.test' }),
  registryEntry('python', { uvx: { package: 'python' } }),
  registryEntry('none', {}),
];

function rows(more: Partial<PickerContent> = {}): readonly PickerItem[] {
  const list = parseRegistry({ agents });
  if (list === undefined) throw new Error('The list cannot be read.');
  return pickerItems({
    configured: {},
    found: [],
    versions: new Map(),
    machine: { platform: 'linux-x86_64', hasNpx: true, hasUvx: false },
    list: { ...list, source: 'server', loadedAt: 10 * HOUR_MS },
    isLoading: false,
    failure: undefined,
    icon: () => undefined,
    installs,
    isRegistryOnly: false,
    now: 12 * HOUR_MS,
    ...more,
  });
}

const texts = (items: readonly PickerItem[]) =>
  items.map(({ label, description, choice }) =>
    choice === undefined
      ? `— ${label}`
      : [label, description].filter((text) => text !== undefined).join(' | '),
  );

const found = {
  id: 'zeta',
  name: 'Zeta',
  path: '/usr/bin/zeta',
  entry: { command: 'zeta', args: ['acp'] },
};

test('agents of the machine come first, then the registry by name, then what the user enters', () => {
  expect(texts(rows({ found: [found], versions: new Map([['/usr/bin/zeta', '4.5.6']]) }))).toEqual([
    '— Found on this machine',
    'Zeta | 4.5.6',
    '— ACP Registry (updated 2 hr ago)',
    'Agent alpha | 1.2.3 · download',
    'Agent none | 1.2.3 · not available for this platform',
    'Agent python | 1.2.3 · needs uv',
    'Agent zeta | 1.2.3 · npx',
    '— Other',
    'Custom Command…',
    'Remote Agent by URL…',
    'Demo agent',
  ]);
});

test('the well-known come first in their own order, then all others by name', () => {
  const ids = ['zeta', 'qwen-code', 'auggie', 'claude-acp', 'codex-acp'];
  const list = parseRegistry({ agents: ids.map((id) => registryEntry(id, npx(id), { name: id })) });
  if (list === undefined) throw new Error('The list cannot be read.');
  const labels = rows({ list: { ...list, source: 'server', loadedAt: 0 } }).map(({ label }) => label);
  expect(labels.slice(1, 6)).toEqual(['claude-acp', 'codex-acp', 'qwen-code', 'auggie', 'zeta']);
});

test('an agent that is in the settings is not offered again, and one with a newer version is an update', () => {
  const configured = {
    'My Zeta': { command: 'npx', args: ['-y', 'zeta@1.0.0'] },
    'My Alpha': { command: join(installs, 'alpha@1.2.3', 'files', 'bin', 'agent') },
    Own: { command: 'zeta' },
  };
  expect(texts(rows({ configured, found: [found] }))).toEqual([
    '— Updates',
    'My Zeta | 1.0.0 → 1.2.3',
    '— ACP Registry (updated 2 hr ago)',
    'Agent none | 1.2.3 · not available for this platform',
    'Agent python | 1.2.3 · needs uv',
    '— Other',
    'Custom Command…',
    'Remote Agent by URL…',
    'Demo agent',
    '— Added',
    'My Alpha | 1.2.3',
    'Own',
  ]);
});

test('a list that could not be loaded says why, and where the one that is shown is from', () => {
  const list = parseRegistry({ agents: [] });
  if (list === undefined) throw new Error('The list cannot be read.');
  const bundled = { ...list, source: 'bundled', loadedAt: Date.UTC(2026, 9, 1, 12) } as const;
  expect(texts(rows({ list: bundled }))).not.toContain('The ACP registry could not be loaded');
  const items = rows({ list: bundled, failure: 'cdn.test did not answer in time.' });
  expect(items.at(-1)).toMatchObject({
    label: 'The ACP registry could not be loaded',
    detail: 'cdn.test did not answer in time. Select to try again.',
  });
  expect(texts(rows({ isLoading: true }))[0]).toBe('— ACP Registry (loading…)');
});

test('a registry without agents says so, behind what can be added all the same', () => {
  const list = parseRegistry({ agents: [] });
  if (list === undefined) throw new Error('The list cannot be read.');
  const empty = { ...list, agents: [], source: 'server', loadedAt: 10 * HOUR_MS } as const;
  expect(texts(rows({ list: empty })).slice(-2)).toEqual([
    '— ACP Registry',
    'The ACP registry lists no agents',
  ]);
  expect(texts(rows({ list: empty, isLoading: true }))).not.toContain('The ACP registry lists no agents');
});

test('what failed is never the first row, so that Enter selects an agent whatever is typed', () => {
  const failure = 'cdn.test did not answer in time.';
  const configured = { Own: { command: 'own' } };
  expect(texts(rows({ failure, configured, found: [found] }))).toEqual([
    '— Found on this machine',
    'Zeta',
    '— ACP Registry (not updated; as of Jan 1, 1970)',
    'Agent alpha | 1.2.3 · download',
    'Agent none | 1.2.3 · not available for this platform',
    'Agent python | 1.2.3 · needs uv',
    'Agent zeta | 1.2.3 · npx',
    '— Other',
    'Custom Command…',
    'Remote Agent by URL…',
    'Demo agent',
    '— Added',
    'Own',
    '— ACP Registry',
    'The ACP registry could not be loaded',
  ]);
  const shownAlways = rows({ failure }).filter(({ alwaysShow }) => alwaysShow === true);
  expect(shownAlways[0]?.label).toBe('Custom Command…');
});

test('where only the registry is wanted, nothing else is offered', () => {
  expect(texts(rows({ isRegistryOnly: true, found: [found] }))[0]).toBe('— ACP Registry (updated 2 hr ago)');
  expect(texts(rows({ isRegistryOnly: true }))).not.toContain('Custom Command…');
});

test('text of the registry is never drawn as an icon, and hides nothing', () => {
  const list = parseRegistry({ agents: [registryEntry('one', npx('one'), { name: '$(check) A\u202Eb' })] });
  if (list === undefined) throw new Error('The list cannot be read.');
  const [, row] = rows({ list: { ...list, source: 'server', loadedAt: 0 } });
  expect(row?.label).toBe('$ (check) A\\u{202e}b');
});

test('an agent that stands out says so in the list, without an icon that it may have copied', () => {
  const odd = [
    registryEntry('name', npx('name'), { name: 'Сlaude Code' }),
    registryEntry('variable', { npx: { package: 'a@1.2.3', env: { NODE_OPTIONS: '--import=x' } } }),
    registryEntry('argument', { binary: { 'linux-x86_64': { ...target, args: ['--require'] } } }),
  ];
  const list = parseRegistry({ agents: [...odd, ...agents] });
  if (list === undefined) throw new Error('The list cannot be read.');
  const icon = () => ({ dark: 'data:a', light: 'data:b' });
  const all = rows({ list: { ...list, source: 'server', loadedAt: 0 }, icon });
  const marked = all.filter(({ description }) => description?.endsWith('check before you add it') === true);
  expect(marked.map(({ label }) => label)).toEqual(['Agent argument', 'Agent variable', 'Сlaude Code']);
  for (const { iconPath } of marked) expect(iconPath).toMatchObject({ id: 'warning' });
});

test('a row leads to the website of its agent', () => {
  const buttons = rows().map(({ label, buttons: all = [] }) => [label, all.map(({ tooltip }) => tooltip)]);
  expect(buttons).toContainEqual(['Agent alpha', ['Open Website']]);
  expect(buttons).toContainEqual(['Agent zeta', []]);
});
