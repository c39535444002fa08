// In which side bar the chat is, by what Parley did and by where the panel was seen.
import { beforeEach, expect, test } from 'vitest';
import type * as vscodeTypes from 'vscode';
import { ChatPlace } from '../../../src/host/chat/chatPlace.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';

beforeEach(() => resetVscode());

function memento(): vscodeTypes.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
}

test('what a command did is known, stored, and reported once', () => {
  const state = memento();
  const place = new ChatPlace(state);
  let changes = 0;
  place.onChange(() => (changes += 1));
  expect(place.isSecondary).toBe(false);
  place.moved(true);
  place.moved(true);
  expect(changes).toBe(1);
  expect(new ChatPlace(state).isSecondary).toBe(true);
  place.moved(false);
  expect(place.isSecondary).toBe(false);
});

test.each([
  ['left', 'right', true],
  ['left', 'left', false],
  ['right', 'left', true],
  ['right', 'right', false],
] as const)(
  'with the primary side bar on the %s, a panel on the %s is in the secondary: %s',
  (primary, side, isSecondary) => {
    vscode.settings.set('workbench.sideBar.location', primary);
    const place = new ChatPlace(memento());
    place.seen(side);
    expect(place.isSecondary).toBe(isSecondary);
  },
);
