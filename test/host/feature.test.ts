// What a feature contributes: commands and messages that load the rest of it on first use.
import { expect, test } from 'vitest';
import { DisposableStore } from '../../src/core/base/lifecycle.ts';
import { nothing } from '../../src/host/contributions/commandArguments.ts';
import { feature } from '../../src/host/feature.ts';
import { kernelWith } from '../features/kernelWith.ts';
import { commands, resetVscode } from '../support/vscode.ts';

function started() {
  resetVscode();
  const owned = new DisposableStore();
  const calls: string[] = [];
  const shortcuts = feature({
    name: 'shortcuts',
    commands: { 'parley.showShortcuts': nothing },
    start: () => () => {
      calls.push('loaded');
      return Promise.resolve({
        commands: { 'parley.showShortcuts': () => void calls.push('command') },
        panel: { show_shortcuts: () => void calls.push('message'), system: () => undefined },
      });
    },
  });
  return { shortcuts, calls, owned, panel: shortcuts.start(kernelWith({ host: { owned } })) };
}

test('a feature is loaded with its first command, once', async () => {
  const { calls, owned, panel } = started();
  expect(calls).toEqual([]);
  await commands.executeCommand('parley.showShortcuts');
  await commands.executeCommand('parley.showShortcuts');
  expect(Object.keys(await panel())).toEqual(['show_shortcuts', 'system']);
  expect(calls).toEqual(['loaded', 'command', 'command']);
  owned.dispose();
});

test('its commands are known before it is loaded, and end with the window', async () => {
  const { shortcuts, calls, owned } = started();
  expect(shortcuts.commandIds).toEqual(['parley.showShortcuts']);
  owned.dispose();
  await commands.executeCommand('parley.showShortcuts');
  expect(calls).toEqual([]);
});

// Each of these must not compile: see `npm run typecheck`.
const start = () => () => Promise.resolve({ commands: {}, panel: {} });
// @ts-expect-error A command without a handler.
feature({ name: 'links', commands: { 'parley.copySessionLink': nothing }, start });
// @ts-expect-error A message of the panel without a handler.
feature({ name: 'shortcuts', commands: {}, start });
