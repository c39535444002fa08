// Where commands, entries of the chat's menu and settings stand; docs/panel/surface.md has their numbers.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { chatTitle, commandsOfAnEmptyWindow, isShown, menu, settingGroups } from './manifestSurface.ts';

test('the palette of an empty window has what a newcomer looks for', () => {
  expect(commandsOfAnEmptyWindow()).toEqual(
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

test.each([{}, { viewLocation: 'auxiliarybar' }, { 'parley.readOnly': 'true', 'parley.signsIn': 'true' }])(
  'the menu of the chat has three groups beside its icons (%o)',
  (values) => {
    expect([...chatTitle(values).keys()].toSorted()).toEqual([
      '1_session',
      '2_agent',
      '3_view',
      'navigation',
    ]);
  },
);

test.each([
  ['parley.turnOnFollow', {}],
  ['parley.turnOffFollow', { 'config.parley.followAgent': 'true' }],
  ['parley.turnOnReadOnly', {}],
  ['parley.turnOffReadOnly', { 'parley.readOnly': 'true' }],
])('the menu of the chat has %s where %o, and not its opposite', (command, values) => {
  const [, feature = ''] = command.split(/turn(?:On|Off)/);
  const shown = menu('view/title').filter(({ when }) => isShown(when, { view: 'parley.chat', ...values }));
  const named = shown.flatMap((each) => (each.command?.endsWith(feature) === true ? [each.command] : []));
  expect(named).toEqual([command]);
});

test('the advanced settings are the last', () => {
  const ids = settingGroups.map(({ id }) => id.replace('parley.', ''));
  expect(ids).toEqual(['agents', 'chat', 'permissions', 'changes', 'sessions', 'advanced']);
});

test('Parley is activated for each of its pages that VS Code restores, before it asks for the text', () => {
  const manifest = z.object({ activationEvents: z.array(z.string()) });
  const { activationEvents } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const schemes = globSync('src/**/*.ts').flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const name = /registerTextDocumentContentProvider\(\s*(\w+)/.exec(source)?.[1];
    return name === undefined ? [] : [new RegExp(`const ${name} = '([^']+)'`).exec(source)?.[1]];
  });
  expect(schemes).toContain('parley-transcript');
  expect(activationEvents).toEqual(expect.arrayContaining(schemes.map((scheme) => `onFileSystem:${scheme}`)));
});
