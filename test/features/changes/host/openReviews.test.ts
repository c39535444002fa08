// Which review a tab shows: one of created and deleted files alone is known by its title.
import { expect, test } from 'vitest';
import { OpenReviews, type Place, type Review } from '../../../../src/features/changes/host/openReviews.ts';

function places(key: string, ...names: readonly string[]): readonly Place[] {
  return names.map((path) => ({ key, path }));
}

/** A review of modified and of created files. */
function review(key: string, modified: readonly string[], created: readonly string[]): Review {
  const compared = places(key, ...modified);
  return { title: 'Changes', places: [...compared, ...places(key, ...created)], compared };
}

function tab(title: string, { places: all, compared }: Review) {
  return { label: `${title} (${all.length} files)`, shown: compared };
}

test.each([
  ['of two sessions', review('A', [], ['a', 'b']), review('B', [], ['c', 'd'])],
  ['of one session at two moments', review('A', [], ['a', 'b']), review('A', [], ['a', 'b', 'c'])],
  ['with the same modified file', review('A', ['m'], ['a']), review('A', ['m'], ['a', 'b'])],
])('tabs %s are told apart', (_name, first, second) => {
  const reviews = new OpenReviews();
  const firstTab = tab(reviews.add(first, []), first);
  const secondTab = tab(reviews.add(second, [firstTab]), second);
  expect([firstTab, secondTab].map((each) => reviews.find(each)?.places)).toEqual([
    first.places,
    second.places,
  ]);
  expect(firstTab.label).toMatch(/^Changes \(/);
  expect(secondTab.label).toMatch(/^Changes 2 \(/);
  // Opened again, each has the title that it had.
  expect(reviews.add(first, [firstTab, secondTab])).toBe('Changes');
});

test('a title has no number beside a review of other modified files, of one that is closed, or of the same', () => {
  const reviews = new OpenReviews();
  const first = review('A', ['m'], ['a']);
  const second = review('A', ['n'], ['a', 'b']);
  const firstTab = tab(reviews.add(first, []), first);
  expect(reviews.add(second, [firstTab])).toBe('Changes');
  expect(reviews.add(first, [firstTab])).toBe('Changes');
  expect(reviews.add(review('A', ['m'], ['b']), [])).toBe('Changes');
});

test('a tab of an earlier window is taken for no review of this one', () => {
  const reviews = new OpenReviews();
  const earlier = tab('Changes', review('A', [], ['a', 'b']));
  const now = review('A', [], ['c', 'd']);
  const title = reviews.add(now, [earlier]);
  expect(reviews.find(earlier)).toBeUndefined();
  expect(reviews.find(tab(title, now))?.places).toEqual(now.places);
});

test('a review of which nothing is open is forgotten', () => {
  const reviews = new OpenReviews();
  const [one, other] = [review('A', [], ['a']), review('A', ['m'], [])];
  const tabs = [tab(reviews.add(one, []), one)];
  tabs.push(tab(reviews.add(other, tabs), other));
  reviews.retain((all) => all.some(({ path }) => path === 'm'));
  expect(tabs.map((each) => reviews.find(each)?.places)).toEqual([undefined, other.places]);
});
