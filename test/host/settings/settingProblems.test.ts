// Settings that do not hold as they are written are reported, each once.
import { beforeEach, expect, test } from 'vitest';
import { watchSettingProblems } from '../../../src/host/settings/settingProblems.ts';
import { flag } from '../../../src/host/contributions/setting.ts';
import { MemoryLog } from '../../support/log.ts';
import { changeSettings, resetVscode, vscode } from '../../support/vscode.ts';

const ofFeature = { 'kettle.whistles': flag(false) };

beforeEach(resetVscode);

test('a limit out of range is reported with what is used instead, once', () => {
  vscode.settings.set('history.maxAgeDays', 1e-7);
  const watch = watchSettingProblems(new MemoryLog(), [ofFeature]);
  expect(vscode.messages).toContain(
    '“parley.history.maxAgeDays” is 1e-7, which is below the minimum. Parley uses 1 instead.',
  );
  const { length } = vscode.messages;
  changeSettings();
  expect(vscode.messages).toHaveLength(length);
  vscode.settings.set('idleMinutes', 'soon');
  changeSettings();
  expect(vscode.messages.join('\n')).toContain('“parley.idleMinutes” has an invalid value: "soon"');
  watch.dispose();
});

test('a part of the budget that cannot be used is reported', () => {
  vscode.settings.set('budget', { EUR: { session: { stop: '5' } } });
  watchSettingProblems(new MemoryLog(), [ofFeature]).dispose();
  expect(vscode.messages.join('\n')).toContain('“EUR.session.stop” in “parley.budget” is ignored');
});

test('a setting of a feature that cannot be used is reported', () => {
  vscode.settings.set('kettle.whistles', 'loud');
  watchSettingProblems(new MemoryLog(), [ofFeature]).dispose();
  expect(vscode.messages.join('\n')).toContain('“parley.kettle.whistles” has an invalid value: "loud"');
});

test('nothing is reported where all holds', () => {
  watchSettingProblems(new MemoryLog(), [ofFeature]).dispose();
  expect(vscode.messages).toEqual([]);
});
