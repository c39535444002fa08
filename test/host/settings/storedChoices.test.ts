// Favorites, chosen values and spending, as VS Code keeps them.
import { expect, test } from 'vitest';
import type * as vscode from 'vscode';
import { StoredChoices } from '../../../src/host/settings/storedChoices.ts';

/** Keeps what a restart keeps: JSON. */
function memento(stored: Record<string, string> = {}): vscode.Memento {
  return {
    keys: () => Object.keys(stored),
    get: (key: string) => (stored[key] === undefined ? undefined : JSON.parse(stored[key])),
    update: async (key: string, value: unknown) => {
      stored[key] = JSON.stringify(value);
    },
  };
}

test('agents and options may be called like something of the language', () => {
  const choices = new StoredChoices(memento());
  for (const name of ['constructor', 'toString', 'm']) {
    expect(choices.favorites(name, name)).toEqual([]);
    expect(choices.favoritesOf(name)).toEqual({});
    expect(choices.chosen(name)).toEqual({});
    choices.toggleFavorite(name, name, 'a');
    choices.toggleFavorite(name, name, 'b');
    choices.toggleFavorite(name, name, 'a');
    choices.choose(name, name, true);
    expect(choices.favorites(name, name)).toEqual(['b']);
    expect(choices.favorites(name, 'valueOf')).toEqual([]);
    expect(choices.chosen(name)).toEqual({ [name]: true });
  }
});

test('what cannot be read counts as nothing', () => {
  const choices = new StoredChoices(
    memento({ 'parley.favourites': '[1]', 'parley.daySpending': '{"day":7}' }),
  );
  expect(choices.favorites('a', 'm')).toEqual([]);
  expect(choices.daySpending).toEqual({ day: '', spent: {} });
});
