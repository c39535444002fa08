// Settings as they are read and written.
import { beforeEach, expect, test } from 'vitest';
import {
  isSettingUsable,
  readSetting,
  readSettingPlaces,
  writeSetting,
} from '../../../src/host/contributions/settings.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';

beforeEach(resetVscode);

const configure = (values: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(values)) vscode.settings.set(name, value);
};

test('a value that can be used is read as it is', () => {
  configure({ idleMinutes: 5, notifications: 'always', agents: { Qwen: { command: 'qwen' } } });
  expect(readSetting('idleMinutes')).toBe(5);
  expect(readSetting('notifications')).toBe('always');
  expect(readSetting('agents')).toEqual({ Qwen: { command: 'qwen' } });
});

test('a value that cannot be used counts as the safe one', () => {
  configure({ enterKey: 'shout', warmSpare: 'yes', agents: 'qwen', budget: 5, trace: true });
  expect(readSetting('enterKey')).toBe('send');
  expect(readSetting('warmSpare')).toBe(false);
  expect(readSetting('agents')).toEqual({});
  expect(readSetting('budget')).toEqual({});
  expect(readSetting('trace')).toBe('off');
});

test('a limit that cannot be used deletes and stops nothing', () => {
  configure({ 'history.maxSizeMB': 'little', 'history.maxAgeDays': -1, idleMinutes: null });
  expect(readSetting('history.maxSizeMB')).toBe(0);
  expect(readSetting('history.maxAgeDays')).toBe(0);
  expect(readSetting('idleMinutes')).toBe(0);
});

test('a setting is usable when nothing is set, or something that can be read', () => {
  expect(isSettingUsable('agents')).toBe(true);
  configure({ agents: {} });
  expect(isSettingUsable('agents')).toBe(true);
  configure({ agents: ['qwen'] });
  expect(isSettingUsable('agents')).toBe(false);
});

test('each place has a value of its own, or none', () => {
  vscode.places.set('permissions.readOnly', { globalValue: true, workspaceValue: 'yes' });
  expect(readSettingPlaces('permissions.readOnly')).toEqual({
    user: true,
    workspace: false,
    folder: undefined,
  });
});

test('a value is written into the settings of the user', async () => {
  await writeSetting('followAgent', true);
  expect(vscode.writes).toEqual([['followAgent', true, 1]]);
});
