// When a spare session is created.
import { beforeEach, expect, test } from 'vitest';
import { WarmSpares } from '../../../src/core/agentUpkeep/warmSpares.ts';
import { scriptedWindow, type ScriptedWindow } from '../../support/scriptedWindow.ts';

let window: ScriptedWindow;

beforeEach(() => {
  window = scriptedWindow();
});

test('a spare is created as soon as a session is used, if the setting is on', async () => {
  let isEnabled = false;
  const created: string[] = [];
  new WarmSpares({ ...window, createSpare: (name) => created.push(name), isEnabled: () => isEnabled });
  const key = await window.openSession();
  expect(created).toEqual([]);
  isEnabled = true;
  await window.runTurn(key);
  expect(created).toEqual(['A']);
});
