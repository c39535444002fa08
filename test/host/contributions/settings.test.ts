// Settings as they are read and written.
import { beforeEach, expect, test } from 'vitest';
import {
  readSetting,
  readSettingPlaces,
  readUserSetting,
  readWorkspaceValues,
  settings,
  writeSetting,
} from '../../../src/host/contributions/settings.ts';
import { settingProblems } from '../../../src/host/contributions/settingAccess.ts';
import { areAgentsUnreadable } from '../../../src/host/settings/settings.ts';
import { resetVscode, Uri, vscode } from '../../support/vscode.ts';

beforeEach(resetVscode);

const configure = (values: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(values)) vscode.settings.set(name, value);
};

test('a value that can be used is read as it is', () => {
  configure({ idleMinutes: 5, notifications: 'always', agents: { Qwen: { command: 'qwen' } } });
  expect(readSetting('idleMinutes')).toBe(5);
  expect(readSetting('notifications')).toBe('always');
  expect(readUserSetting('agents')).toEqual({ Qwen: { command: 'qwen' } });
});

test('a value that cannot be used counts as the safe one', () => {
  configure({ enterKey: 'shout', warmSpare: 'yes', agents: 'qwen', defaultAgent: 5, trace: true });
  expect(readSetting('enterKey')).toBe('send');
  expect(readSetting('warmSpare')).toBe(false);
  expect(readUserSetting('agents')).toEqual({});
  expect(readUserSetting('defaultAgent')).toBe('');
  expect(readSetting('trace')).toBe('off');
});

test('a limit that cannot be used deletes and stops nothing', () => {
  configure({ 'history.maxSizeMB': 'little', 'history.maxAgeDays': -1, idleMinutes: null });
  expect(readSetting('history.maxSizeMB')).toBe(0);
  expect(readSetting('history.maxAgeDays')).toBe(0);
  expect(readSetting('idleMinutes')).toBe(0);
});

test.each([
  ['history.maxAgeDays', 1e-7, 1],
  ['history.maxAgeDays', 1e308, 36_500],
  ['history.maxSizeMB', 0.5, 10],
  ['history.maxSizeMB', 1e308, 1_000_000],
  ['idleMinutes', 1e-7, 1],
  ['idleMinutes', 1e308, 20_160],
] as const)('%s of %d counts as %d, and is reported', (name, written, used) => {
  configure({ [name]: written });
  expect(readSetting(name)).toBe(used);
  const bound = written < used ? 'minimum' : 'maximum';
  expect(settingProblems(settings)).toEqual([{ name, value: written, used, bound }]);
});

test.each([Number.NaN, -1, '7', null, {}])('a limit of %s means none, and is reported', (written) => {
  configure({ 'history.maxAgeDays': written });
  expect(readSetting('history.maxAgeDays')).toBe(0);
  expect(settingProblems(settings)).toEqual([
    { name: 'history.maxAgeDays', value: written, used: 0, bound: undefined },
  ]);
});

test('values that hold as they are written are no problem', () => {
  configure({ 'history.maxAgeDays': 0, 'history.maxSizeMB': 10, idleMinutes: 1.5, trace: 'messages' });
  expect(settingProblems(settings)).toEqual([]);
});

test('what a workspace says of a setting of the user counts for nothing', () => {
  vscode.folders.push(new Uri('/hostile'));
  for (const [name, { setBy }] of Object.entries(settings)) {
    if (setBy === 'user') vscode.places.set(name, { workspaceValue: 1e-7, workspaceFolderValue: 1e-7 });
  }
  configure({ 'history.maxAgeDays': 30, notifications: 'always' });
  expect(readSetting('history.maxAgeDays')).toBe(30);
  expect(readSetting('history.maxSizeMB')).toBe(4_000);
  expect(readSetting('notifications')).toBe('always');
  expect(readSetting('trace')).toBe('off');
  expect(settingProblems(settings)).toEqual([]);
});

test('a folder without a workspace file says one thing, as that folder', () => {
  vscode.folders.push(new Uri('/work'));
  vscode.places.set('agents', { workspaceValue: { A: {} } });
  vscode.folderSettings.set('/work', new Map([['agents', { A: {} }]]));
  expect(readWorkspaceValues('agents')).toEqual([
    { uri: 'file:///work', path: '/work', folder: '/work', value: { A: {} } },
  ]);
});

test('a workspace file and each of its folders speak for themselves', () => {
  vscode.folders.push(new Uri('/one'), new Uri('/two'), new Uri('/silent'));
  vscode.workspaceFile.push(new Uri('/all.code-workspace'));
  vscode.places.set('agents', { workspaceValue: { W: {} } });
  vscode.folderSettings.set('/one', new Map([['agents', { A: {} }]]));
  vscode.folderSettings.set('/two', new Map([['agents', { B: {} }]]));
  expect(readWorkspaceValues('agents')).toEqual([
    { uri: 'file:///all.code-workspace', path: '/all.code-workspace', folder: '/one', value: { W: {} } },
    { uri: 'file:///one', path: '/one', folder: '/one', value: { A: {} } },
    { uri: 'file:///two', path: '/two', folder: '/two', value: { B: {} } },
  ]);
});

test('agents can be read when none are set, or an object', () => {
  expect(areAgentsUnreadable()).toBe(false);
  configure({ agents: {} });
  expect(areAgentsUnreadable()).toBe(false);
  configure({ agents: ['qwen'] });
  expect(areAgentsUnreadable()).toBe(true);
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
  await writeSetting('warmSpare', true);
  expect(vscode.writes).toEqual([['warmSpare', true, 1]]);
});
