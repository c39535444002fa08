// Arguments of commands, which key bindings, menus and other extensions make up.
import { expect, test } from 'vitest';
import {
  agentArgument,
  fileArgument,
  linesArgument,
  sessionArgument,
  textArgument,
} from '../../../src/host/contributions/commandArguments.ts';
import { Uri } from '../../support/vscode.ts';

test('a text that is empty or none counts as absent', () => {
  expect(textArgument('mode')).toBe('mode');
  for (const argument of ['', 5, {}, null, undefined]) expect(textArgument(argument)).toBeUndefined();
});

test('a session is given by its id or by its row in the Sessions view', () => {
  expect(sessionArgument('session-1')).toBe('session-1');
  expect(sessionArgument({ kind: 'session', id: 'session-1', agent: 'Fake' })).toBe('session-1');
  for (const argument of ['', { kind: 'agent', agent: 'Fake' }, { id: 'session-1' }, undefined])
    expect(sessionArgument(argument)).toBeUndefined();
});

test('an agent is given by its name or by its row in the Sessions view', () => {
  expect(agentArgument('Birch')).toBe('Birch');
  expect(agentArgument({ kind: 'agent', agent: 'Birch' })).toBe('Birch');
  expect(agentArgument({ kind: 'session', id: 'session-1', agent: 'Birch' })).toBeUndefined();
});

test('a row of a session in the Source Control view means the file in that session', () => {
  const [file, original] = [new Uri('/file'), new Uri('/file in a session')];
  expect(fileArgument({ resourceUri: file, original })).toBe(original);
});

test('a file is given by its address or by a row of the Source Control view', () => {
  const uri = new Uri();
  expect(fileArgument(uri)).toBe(uri);
  expect(fileArgument({ resourceUri: uri })).toBe(uri);
  for (const argument of ['/file', { resourceUri: '/file' }, null, undefined])
    expect(fileArgument(argument)).toBeUndefined();
});

test('lines are those of the change in the gutter that was clicked', () => {
  const changes = [
    { modifiedStartLineNumber: 3, modifiedEndLineNumber: 5 },
    { modifiedStartLineNumber: 8, modifiedEndLineNumber: 0 },
  ];
  expect(linesArgument(changes, 0)).toEqual({ start: 2, end: 5 });
  // Lines were only removed.
  expect(linesArgument(changes, 1)).toEqual({ start: 8, end: 8 });
  expect(linesArgument(changes, 2)).toBeUndefined();
  expect(linesArgument('changes', 0)).toBeUndefined();
});
