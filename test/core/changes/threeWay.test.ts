// Whether a text was made with or without a change of somebody else.
import { expect, test } from 'vitest';
import { isMadeFrom } from '../../../src/core/changes/threeWay.ts';

const BASE = 'one\ntwo\n}\nthree\n}\n';
const CHANGED = 'one\ntwo\n}\nmine\nthree\n}\n';

test.each([
  ['made from it', CHANGED.replace('one', '1'), true],
  ['made from it with other line ends', CHANGED.replace('one', '1').replaceAll('\n', '\r\n'), true],
  ['the changed text itself', CHANGED, true],
  ['made from the earlier one', BASE.replace('one', '1'), false],
  ['made from the earlier one with the very line elsewhere', BASE.replace('one', 'one\n}'), false],
  ['made from it with other words in the changed line', CHANGED.replace('mine', 'theirs'), false],
])('a text %s', (_name, text, expected) => {
  expect(isMadeFrom(CHANGED, BASE, text)).toBe(expected);
});

test('a line that went and came again in a text made without it', () => {
  const without = 'one\n}\nthree\n}\n';
  expect(isMadeFrom(without, BASE, without.replace('three', '3'))).toBe(true);
  expect(isMadeFrom(without, BASE, BASE.replace('three', '3'))).toBe(false);
});
