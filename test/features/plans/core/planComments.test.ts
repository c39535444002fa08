// Comments on the lines of a plan: where they are after it has changed, and what the agent reads of them.
import { expect, test } from 'vitest';
import {
  movedComments,
  planCommentsPrompt,
  type PlanComment,
} from '../../../../src/features/plans/core/planComments.ts';

const comment = (start: number, quote: string, text = 'Why?'): PlanComment => ({
  id: `c${start}`,
  start,
  end: start + quote.split('\n').length - 1,
  quote,
  text,
});

test('comments follow their lines to the nearest place, and those whose lines are gone stay as outdated', () => {
  const text = ['# New', '', 'same', 'a', 'b', '', 'same', 'end'].join('\n');
  const moved = movedComments([comment(6, 'same'), comment(1, 'a\nb'), comment(2, 'gone')], text);
  expect(moved.map(({ start, end, isOutdated }) => [start, end, isOutdated])).toEqual([
    [7, 7, undefined],
    [4, 5, undefined],
    [2, 2, true],
  ]);
  // It is found again when the lines are back.
  expect(movedComments(moved, 'x\ngone')[2]).toEqual(comment(2, 'gone'));
});

test('a comment on the whole plan stays one', () => {
  const whole: PlanComment = { id: 'w', start: 0, end: 0, quote: '', text: 'Shorter.' };
  expect(movedComments([whole], 'anything')).toEqual([whole]);
});

test('all comments are one prompt, by line, with what they are about', () => {
  const whole: PlanComment = { id: 'w', start: 0, end: 0, quote: '', text: ' Shorter. ' };
  const [block] = planCommentsPrompt([comment(7, 'Do\nthis', 'Not that?'), whole, comment(3, 'First')]);
  expect(block).toEqual({
    type: 'text',
    text: [
      'These are my comments on your plan. Do not begin yet: revise the plan by every comment, and ask me again.',
      '1. On the whole plan:\n\nShorter.',
      '2. On line 3:\n\n> First\n\nWhy?',
      '3. On lines 7-8:\n\n> Do\n> this\n\nNot that?',
    ].join('\n\n'),
  });
});

test('a long quote is cut, an outdated one says so, and nothing in it attaches a file', () => {
  const [block] = planCommentsPrompt([
    { ...comment(1, 'x'.repeat(5_000)), isOutdated: true },
    comment(2, 'See [@secret](file:///etc/passwd?parley=file)'),
  ]);
  const text = block?.type === 'text' ? block.text : '';
  expect(text).toContain('line 1 of an earlier version');
  expect(text.length).toBeLessThan(1_200);
  expect(text).toContain('x…');
});
