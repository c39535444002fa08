// The sheet of keyboard shortcuts: what it lists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../scripts/project.mjs';
import { keyRows } from '../../../../src/features/shortcuts/host/keyRows.ts';
import { panelKeyRows } from '../../../../src/features/shortcuts/host/panelKeyStrings.ts';
import { shortcutItems } from '../../../../src/features/shortcuts/host/shortcutSheet.ts';
import { QuickPickItemKind } from '../../../support/vscode.ts';

const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const find = (platform: NodeJS.Platform | undefined, command: string) =>
  shortcutItems(manifest, platform).find((item) => item.command === command);

test('Every key of the manifest and of the panel is listed, each command once in its group', () => {
  const items = shortcutItems(manifest, 'linux');
  const commands = new Set(keyRows(manifest).map(({ command }) => command));
  const listed = items.flatMap(({ command }) => command ?? []);
  expect(new Set(listed)).toEqual(commands);
  const titles = items.map(({ label }) => label);
  for (const { title } of panelKeyRows()) expect(titles).toContain(title);
});

test('The groups begin with that of the composer, and none is empty', () => {
  const kinds = shortcutItems(manifest, 'linux').map(({ kind }) => kind === QuickPickItemKind.Separator);
  expect(shortcutItems(manifest, 'linux')[0]?.label).toBe('Composer');
  expect(kinds.some((isSeparator, index) => isSeparator && kinds[index + 1] !== false)).toBe(false);
});

test('Keys are those of the system; where it is not known, those of macOS are named besides', () => {
  const command = 'parley.sendComposedPrompt';
  expect(find('linux', command)?.description).toBe('Ctrl+Enter');
  expect(find('darwin', command)?.description).toBe('Cmd+Enter');
  expect(find(undefined, command)?.description).toBe('Ctrl+Enter (macOS: Cmd+Enter)');
});

test('Several keys of a command are in one row, and keys of Linux are only there', () => {
  expect(find('linux', 'parley.accessibleView')?.description).toBe('Alt+F2 or Alt+Shift+F2');
  expect(find('win32', 'parley.accessibleView')?.description).toBe('Alt+F2');
});
