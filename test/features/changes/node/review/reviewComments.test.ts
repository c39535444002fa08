// Comments over a reload and the way of their prompts: a queue that is steered, returned, edited.
import { expect, test } from 'vitest';
import { ReviewDelivery } from '../../../../../src/features/changes/node/review/reviewDelivery.ts';
import { SessionRecords } from '../../../../../src/features/changes/node/review/sessionRecords.ts';
import type { NewComment } from '../../../../../src/features/changes/node/review/reviewComments.ts';
import { changes, KEY, type TrackedWindow } from '../../../../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

const draft: NewComment = {
  path: '/a',
  side: 'current',
  anchor: { start: 0, end: 1, code: 'a' },
  text: 'Why?',
};
const content = [{ type: 'text', text: 'review' } as const];

function open(): TrackedWindow & { readonly delivery: ReviewDelivery } {
  const window = files.openWindow();
  const delivery = new ReviewDelivery(window.store, window.comments);
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  return { ...window, delivery };
}

function queue({ store }: TrackedWindow, ...ids: readonly string[]): void {
  store.dispatch(KEY, {
    type: 'queue_changed',
    at: 1,
    queue: ids.map((id) => ({ id, content })),
    held: false,
  });
}

const shown = ({ comments }: TrackedWindow): readonly string[] =>
  comments.list(KEY).map(({ text, state, prompt = '' }) => `${text} ${state} ${prompt}`.trim());

test('comments that were not sent are counted with the changes, also when nothing else is open', async () => {
  const window = open();
  const added = window.comments.add(KEY, draft);
  await eventually(() => expect(changes(window)).toMatchObject({ files: [], unsentComments: 1 }));
  window.comments.delete(KEY, [added?.id ?? '']);
  await eventually(() => expect(changes(window)).toBeUndefined());
});

test('comments survive a reload with their state, and those of other sessions are not there', async () => {
  const window = open();
  window.comments.add(KEY, draft);
  const second = window.comments.add(KEY, { ...draft, text: 'Done' });
  window.comments.resolve(KEY, [second?.id ?? ''], 'Fixed');
  const records = new SessionRecords(files.beside('comments'));
  await eventually(async () =>
    expect(JSON.stringify(await records.read({ agent: 'A', sessionId: 'acp-1' }))).toContain('Fixed'),
  );
  window.delivery.dispose();
  const reloaded = open();
  await eventually(() => expect(shown(reloaded)).toEqual(['Why? draft', 'Done resolved']));
  reloaded.store.create('other', 'A', files.folder);
  reloaded.store.dispatch('other', { type: 'opened', at: 1, sessionId: 'acp-2' });
  expect(reloaded.comments.list('other')).toEqual([]);
});

test('nothing is stored of the comments of a session that is deleted', async () => {
  const window = open();
  window.comments.add(KEY, draft);
  const records = new SessionRecords(files.beside('comments'));
  await eventually(async () =>
    expect(await records.read({ agent: 'A', sessionId: 'acp-1' })).toHaveLength(1),
  );
  window.comments.add(KEY, { ...draft, text: 'Being stored' });
  window.store.remove(KEY);
  await window.comments.remove({ agent: 'A', sessionId: 'acp-1' });
  expect(await records.read({ agent: 'A', sessionId: 'acp-1' })).toBeUndefined();
});

test('a comment waits with its prompt over a reload, and was sent when that is gone', async () => {
  const window = open();
  const comment = window.comments.add(KEY, draft);
  queue(window, 'p1');
  window.delivery.follow(KEY, { id: 'p1', content }, comment === undefined ? [] : [comment]);
  expect(shown(window)).toEqual(['Why? sent p1']);
  const records = new SessionRecords(files.beside('comments'));
  await eventually(async () =>
    expect(JSON.stringify(await records.read({ agent: 'A', sessionId: 'acp-1' }))).toContain('p1'),
  );
  window.delivery.dispose();
  const reloaded = files.openWindow();
  const delivery = new ReviewDelivery(reloaded.store, reloaded.comments);
  queue(reloaded, 'p1');
  reloaded.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  await eventually(() => expect(shown(reloaded)).toEqual(['Why? sent p1']));
  queue(reloaded);
  await eventually(() => expect(shown(reloaded)).toEqual(['Why? draft']));
  queue(reloaded, 'p1');
  expect(shown(reloaded)).toEqual(['Why? sent p1']);
  delivery.dispose();
});

test('a comment that is edited while its prompt waits is a draft that no other prompt takes away', async () => {
  const window = open();
  const comment = window.comments.add(KEY, draft);
  queue(window, 'p1');
  window.delivery.follow(KEY, { id: 'p1', content }, comment === undefined ? [] : [comment]);
  window.comments.edit(KEY, comment?.id ?? '', 'Why not?');
  queue(window, 'p1', 'p2');
  queue(window);
  await Promise.resolve();
  queue(window, 'p1');
  expect(shown(window)).toEqual(['Why not? draft']);
});

test('a comment whose prompt is sent by the session that continues this one was sent', async () => {
  const window = open();
  const { store } = window;
  const comment = window.comments.add(KEY, draft);
  queue(window, 'p1');
  window.delivery.follow(KEY, { id: 'p1', content }, comment === undefined ? [] : [comment]);
  store.create('next', 'A', files.folder);
  store.dispatch('next', { type: 'queue_changed', at: 1, queue: [{ id: 'p1', content }], held: true });
  queue(window);
  await Promise.resolve();
  expect(shown(window)).toEqual(['Why? sent p1']);
  store.dispatch('next', { type: 'queue_changed', at: 2, queue: [], held: false });
  store.dispatch('next', { type: 'prompt_started', at: 2, content });
  await Promise.resolve();
  expect(shown(window)).toEqual(['Why? sent']);
});

test('a comment whose prompt is handed to the agent during a turn was sent', async () => {
  const window = open();
  const comment = window.comments.add(KEY, draft);
  queue(window, 'p1');
  window.delivery.follow(KEY, { id: 'p1', content }, comment === undefined ? [] : [comment]);
  queue(window);
  await Promise.resolve();
  window.store.dispatch(KEY, { type: 'steered', at: 2, prompt: { id: 'p1', content } });
  expect(shown(window)).toEqual(['Why? sent']);
});

test.each([
  ['is removed', [], 'Why? draft'],
  ['is sent after all', [{ type: 'prompt_started', at: 5, content }], 'Why? sent'],
] as const)(
  'a comment waits with its prompt that the agent did not read in a turn, and then %s',
  async (_, events, end) => {
    const window = open();
    const { store } = window;
    const comment = window.comments.add(KEY, draft);
    const other = window.comments.add(KEY, { ...draft, text: 'Changed' });
    store.dispatch(KEY, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'work' }] });
    queue(window, 'p1');
    const sent = [comment, other].flatMap((each) => each ?? []);
    window.delivery.follow(KEY, { id: 'p1', content }, sent);
    queue(window);
    await Promise.resolve();
    store.dispatch(KEY, { type: 'steered', at: 2, prompt: { id: 'p1', content } });
    expect(shown(window)).toEqual(['Why? sent', 'Changed sent']);
    window.comments.edit(KEY, other?.id ?? '', 'Changed since');
    store.dispatch(KEY, { type: 'turn_ended', at: 3, stopReason: 'cancelled' });
    expect(store.state(KEY)?.queue.map(({ id }) => id)).toEqual(['p1']);
    expect(shown(window)).toEqual(['Why? sent p1', 'Changed since draft']);
    queue(window);
    for (const event of events) store.dispatch(KEY, event);
    for (const _event of events) store.dispatch(KEY, { type: 'turn_ended', at: 6, stopReason: 'end_turn' });
    await Promise.resolve();
    expect(shown(window)).toEqual([end, 'Changed since draft']);
  },
);
