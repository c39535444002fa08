// What git merges into uncommitted lines, of a stash, a commit or another HEAD, is not the agent's: Undo leaves it.
import { expect, test } from 'vitest';
import { folderGit } from '../../../../support/changes/folderGit.ts';
import {
  KEY,
  finishTurn,
  listed,
  look,
  others,
  prompt,
  run,
} from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const { git, commitAll } = folderGit(files);
const done = { conflicts: [], failed: [] };

type Step = readonly string[] | (() => void);

/** A file of nine lines, of which some are others. */
function lines(other: Readonly<Record<number, string>>, end = '\n'): string {
  return Array.from({ length: 9 }, (_, index) => `${other[index + 1] ?? index + 1}${end}`).join('');
}

/** A repository whose branch `up` has another last line, with an uncommitted line of the user in the middle. */
function makeRepository(end = '\n'): void {
  git('init', '-q');
  if (end !== '\n') files.put('.gitattributes', '*.txt text eol=crlf\n');
  files.put('a.txt', lines({}, end));
  files.put('b.txt', 'b\n');
  commitAll('one');
  git('checkout', '-q', '-b', 'up');
  files.put('a.txt', lines({ 9: 'up' }, end));
  commitAll('up');
  git('checkout', '-q', 'main');
  files.put('a.txt', lines({ 5: 'mine' }, end));
}

/** A turn in which a command takes these steps, with a look after each, or only one at the end. */
async function turnOf(
  steps: readonly Step[],
  isLookedAt = true,
): Promise<ReturnType<typeof files.openWindow>> {
  const window = files.openWindow();
  await prompt(window);
  await run(window, async () => {
    for (const step of steps) {
      if (typeof step === 'function') step();
      else git(...step);
      if (isLookedAt) await look(window);
    }
  });
  await finishTurn(window);
  return window;
}

const onUp: readonly Step[] = [
  ['stash', '-q'],
  ['checkout', '-q', 'up'],
  ['stash', 'pop', '-q'],
];

const ways: readonly (readonly [string, readonly Step[]])[] = [
  ['a stash that is popped on another branch', onUp],
  [
    'a stash that is popped after a merge',
    [['stash', '-q'], ['merge', '-q', '--ff-only', 'up'], onUp[2] ?? []],
  ],
  ['a stash that is popped after a rebase', [['stash', '-q'], ['rebase', '-q', 'up'], onUp[2] ?? []]],
  [
    'a stash that is applied, and dropped later',
    [...onUp.slice(0, 2), ['stash', 'apply', '-q'], ['stash', 'drop', '-q']],
  ],
  ['a stash with its index', [['add', '.'], ...onUp.slice(0, 2), ['stash', 'pop', '-q', '--index']]],
  ['a rebase with a stash of its own', [['rebase', '-q', '--autostash', 'up']]],
  ['a checkout that merges', [['checkout', '-q', '-m', 'up']]],
];

for (const [name, steps] of ways) {
  test.each([
    ['looked at after each command', true],
    ['looked at in the end', false],
  ])(`by ${name} is not listed, and Undo leaves it, %s`, async (_, isLookedAt) => {
    makeRepository();
    const window = await turnOf([() => files.put('n.txt', 'agent\n'), ...steps], isLookedAt);
    expect([listed(window), others(window)]).toEqual([['created n.txt +1 -0'], []]);
    expect(await window.tracker.review.undo(KEY)).toEqual(done);
    expect(files.read('a.txt')).toBe(lines({ 5: 'mine', 9: 'up' }));
  });

  test(`by ${name} stays beside a line of the agent that was there before`, async () => {
    makeRepository();
    const write = (): void => files.put('a.txt', lines({ 1: 'agent', 5: 'mine' }));
    const window = await turnOf([write, ...steps]);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
    expect(await window.tracker.review.undo(KEY)).toEqual(done);
    expect(files.read('a.txt')).toBe(lines({ 5: 'mine', 9: 'up' }));
  });
}

test('of a commit that is picked and not committed is not the agent’s', async () => {
  makeRepository();
  const window = await turnOf([
    ['commit', '-q', '-a', '-m', 'mine'],
    ['checkout', '-q', 'up'],
    ['cherry-pick', '-n', 'main'],
    ['reset', '-q'],
  ]);
  expect(listed(window)).toEqual([]);
  expect(files.read('a.txt')).toBe(lines({ 5: 'mine', 9: 'up' }));
});

test('of a stash stays where the agent has committed only its own line in between', async () => {
  makeRepository();
  const window = await turnOf([
    ['stash', '-q'],
    () => files.put('a.txt', lines({ 1: 'agent' })),
    ['commit', '-q', '-a', '-m', 'agent'],
    ['stash', 'pop', '-q'],
  ]);
  expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  expect(await window.tracker.review.undo(KEY)).toEqual(done);
  expect(files.read('a.txt')).toBe(lines({ 5: 'mine' }));
});

test('is known where the agent goes on with the file before it is looked at', async () => {
  makeRepository();
  const write = (): void => files.put('a.txt', lines({ 1: 'agent', 5: 'mine', 9: 'up' }));
  const window = await turnOf([...onUp, write], false);
  expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  expect(await window.tracker.review.undo(KEY)).toEqual(done);
  expect(files.read('a.txt')).toBe(lines({ 5: 'mine', 9: 'up' }));
});

test('is not taken by Undo where the agent has changed the same line before it is looked at', async () => {
  makeRepository();
  const window = files.openWindow();
  await prompt(window);
  await run(window, async () => {
    for (const step of [
      ['stash', '-q'],
      ['checkout', '-q', 'up'],
    ])
      git(...step);
    await look(window);
    git('stash', 'pop', '-q');
    files.put('a.txt', lines({ 5: 'mine and the agent’s', 9: 'up' }));
  });
  await finishTurn(window);
  expect(await window.tracker.review.undo(KEY)).toMatchObject({ failed: [{ path: files.path('a.txt') }] });
  expect(files.read('a.txt')).toBe(lines({ 5: 'mine and the agent’s', 9: 'up' }));
});

test('with other line ends than it stores is not the agent’s', async () => {
  makeRepository('\r\n');
  const window = await turnOf([...onUp, () => files.put('b.txt', 'agent\n')]);
  expect(files.read('a.txt')).toBe(lines({ 5: 'mine', 9: 'up' }, '\r\n'));
  expect(listed(window)).toEqual(['modified b.txt +1 -1']);
});

test('of a stash that is only dropped is nothing: what is written stays the agent’s', async () => {
  makeRepository();
  git('stash', '-q');
  git('checkout', '-q', 'up');
  const write = (): void => files.put('a.txt', lines({ 5: 'agent', 9: 'up' }));
  const window = await turnOf([['stash', 'drop', '-q'], write], false);
  expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  expect(await window.tracker.review.undo(KEY)).toEqual(done);
  expect(files.read('a.txt')).toBe(lines({ 9: 'up' }));
});
