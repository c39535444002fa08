// The branches of conversations: which prompts have others in their place, and where those are.
import { describe, expect, test } from 'vitest';
import { linksFrom, type BranchLinks } from '../../../../src/core/session/branches/branchLink.ts';
import {
  branchSwitches,
  type BranchedSession,
} from '../../../../src/core/session/branches/branchSwitches.ts';

const session = (key: string, links: BranchLinks = []): BranchedSession => ({ key, links });

/** A session in which a prompt of another one was edited. */
const edited = (key: string, of: BranchedSession, prompt: number, own = prompt): BranchedSession =>
  session(key, linksFrom({ key: of.key, prompt, own }, of.links));

/** As `prompt: position/count, previous, next`. */
function shown(key: string, sessions: readonly BranchedSession[]): readonly string[] {
  return branchSwitches(key, sessions).map(
    ({ prompt, position, count, previous, next }) =>
      `${prompt}: ${position}/${count} ${previous?.key ?? '-'}@${previous?.prompt ?? '-'} ${next?.key ?? '-'}@${next?.prompt ?? '-'}`,
  );
}

describe('A prompt that was edited', () => {
  const first = session('first');
  const second = edited('second', first, 1);

  test('leads to the other branch from both sessions', () => {
    expect(shown('first', [first, second])).toEqual(['1: 1/2 -@- second@1']);
    expect(shown('second', [first, second])).toEqual(['1: 2/2 first@1 -@-']);
  });

  test('has as many branches as it was edited, also where a branch was edited there again', () => {
    const third = edited('third', second, 1);
    const fourth = edited('fourth', first, 1);
    const all = [first, second, third, fourth];
    expect(shown('third', all)).toEqual(['1: 3/4 second@1 fourth@1']);
    expect(shown('first', all)).toEqual(['1: 1/4 -@- second@1']);
  });

  test('has none any more when the other session was deleted', () => {
    expect(shown('second', [second])).toEqual([]);
    expect(shown('first', [first])).toEqual([]);
  });

  test('keeps its other branches when the session that was there first is gone', () => {
    const third = edited('third', first, 1);
    expect(shown('third', [second, third])).toEqual(['1: 2/2 second@1 -@-']);
    expect(shown('second', [second, third])).toEqual(['1: 1/2 -@- third@1']);
  });
});

describe('A branch of a branch', () => {
  const first = session('first');
  const second = edited('second', first, 1);
  const third = edited('third', second, 2);

  test('is at a prompt of its own, and shares the ones before', () => {
    const all = [first, second, third];
    expect(shown('first', all)).toEqual(['1: 1/2 -@- second@1']);
    expect(shown('second', all)).toEqual(['1: 2/2 first@1 -@-', '2: 1/2 -@- third@2']);
    expect(shown('third', all)).toEqual(['1: 2/2 first@1 -@-', '2: 2/2 second@2 -@-']);
  });

  test('stands for the session that it comes from when that is gone', () => {
    const all = [first, third];
    expect(shown('first', all)).toEqual(['1: 1/2 -@- third@1']);
    expect(shown('third', all)).toEqual(['1: 2/2 first@1 -@-']);
  });

  test('at a prompt that it shares with the first session belongs to that prompt', () => {
    const earlier = edited('earlier', third, 0, 0);
    const all = [first, second, third, earlier];
    expect(shown('first', all)).toEqual(['0: 1/2 -@- earlier@0', '1: 1/2 -@- second@1']);
    expect(shown('earlier', all)).toEqual(['0: 2/2 first@0 -@-']);
    expect(shown('third', all)).toEqual([
      '0: 1/2 -@- earlier@0',
      '1: 2/2 first@1 -@-',
      '2: 2/2 second@2 -@-',
    ]);
  });
});

test('a new session that is given the transcript has the prompt as its first one', () => {
  const first = session('first');
  const anew = edited('anew', first, 2, 0);
  const all = [first, anew];
  expect(shown('first', all)).toEqual(['2: 1/2 -@- anew@0']);
  expect(shown('anew', all)).toEqual(['0: 2/2 first@2 -@-']);
});

test('a session that is not known has no branches', () => {
  expect(branchSwitches('nowhere', [session('first')])).toEqual([]);
});

test('links to sessions farther away than fifty are forgotten', () => {
  let links: BranchLinks = [];
  for (let count = 0; count < 80; count++)
    links = linksFrom({ key: String(count), prompt: count, own: count }, links);
  expect(links).toHaveLength(50);
  expect(links[0]?.key).toBe('79');
});
