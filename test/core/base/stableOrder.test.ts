// The order of a list while it is open.
import { expect, test } from 'vitest';
import { StableOrder } from '../../../src/core/base/stableOrder.ts';

const ids = (sections: readonly (readonly { readonly id: string }[])[]): string[] =>
  sections.map((items) => items.map(({ id }) => id).join(''));

const items = (text: string): { readonly id: string }[] => text.split('').map((id) => ({ id }));

const vowel = ({ id }: { readonly id: string }): number => ('aeiou'.includes(id) ? 0 : 1);

test('items come into their sections in their order', () => {
  expect(ids(new StableOrder().arrange(items('dacbe'), 2, vowel))).toEqual(['ae', 'dcb']);
});

test('what was seen stays where it was, whatever became of it', () => {
  const order = new StableOrder();
  order.arrange(items('abc'), 2, vowel);
  expect(ids(order.arrange(items('cba'), 2, () => 0))).toEqual(['a', 'bc']);
});

test('what is new comes to the end of its section, and what is gone leaves the others in order', () => {
  const order = new StableOrder();
  order.arrange(items('bacd'), 2, vowel);
  expect(ids(order.arrange(items('xedcb'), 2, vowel))).toEqual(['e', 'bcdx']);
});
