// Text of others mentions nothing, however it is written.
import { expect, test } from 'vitest';
import { mentionsIn } from '../../../src/core/mentions/mention.ts';
import { withoutMentions } from '../../../src/core/mentions/withoutMentions.ts';

const KEY = 'file:///home/u/.ssh/id_rsa';

test('a mention leaves its name, and other text stays', () => {
  expect(withoutMentions(`see [@README.md](${KEY}), [@x](javascript:1) and a[@1]`)).toBe(
    'see @README.md, [@x](javascript:1) and a[@1]',
  );
});

test.each([2, 20_000])('%d mentions in each other leave none', (depth) => {
  const text = '[@'.repeat(depth) + `x](${KEY})`.repeat(depth);
  expect(mentionsIn(withoutMentions(text))).toEqual([]);
  const nested = '['.repeat(depth) + `[@@x](${KEY})` + `](${KEY})`.repeat(depth);
  expect(mentionsIn(withoutMentions(nested))).toEqual([]);
});
