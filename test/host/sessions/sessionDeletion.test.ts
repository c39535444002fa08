// What is deleted with a session: its draft, the user's comments and the record of its changes too. And what the user is told.
import { beforeEach, expect, test } from 'vitest';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import type { DeletedSession } from '../../../src/core/ports/changeTracking.ts';
import { confirmClose } from '../../../src/host/sessions/confirmClose.ts';
import { SessionDeletion, type SessionDeletionOptions } from '../../../src/host/sessions/sessionDeletion.ts';
import { MemoryLog } from '../../support/log.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';

beforeEach(resetVscode);

const entry = (id: string) => ({
  id,
  key: id,
  agent: 'A',
  cwd: '/work',
  title: id,
  updatedAt: 1,
  sessionId: `acp-${id}`,
});

/** The list holds `entries`; what is removed of their changes is in `forgotten`, and whose drafts are in `drafts`. */
function deletionOf(
  entries: readonly (ReturnType<typeof entry> & { readonly state?: SessionState })[],
  inOtherWindow: readonly string[] = [],
) {
  const forgotten: string[] = [];
  const drafts: string[] = [];
  const posted: HostMessage[] = [];
  const isLeft = (key: string): boolean => inOtherWindow.includes(key);
  const options: SessionDeletionOptions = Object.assign(Object.create(null), {
    list: {
      find: (id: string) => entries.find((each) => each.id === id),
      entries: () => entries,
      forget: () => undefined,
    },
    archive: {
      isOpenInOtherWindow: async (key: string) => isLeft(key),
      // As they were when the list was made.
      openInOtherWindows: () => new Set(),
      delete: async (key: string) => {
        if (key === 'stuck') throw new Error('The file is busy.');
        return !isLeft(key);
      },
      deleteAll: async (onDeleted: (key: string) => void) => {
        for (const { key } of entries) {
          if (key === 'stuck') throw new Error('The file is busy.');
          if (!isLeft(key)) onDeleted(key);
        }
        return inOtherWindow.length;
      },
    },
    changes: {
      forget: async (deleted: readonly DeletedSession[]) =>
        void forgotten.push(
          ...deleted.map(({ key, agent, sessionId }) => `${key ?? ''} ${agent} ${sessionId}`),
        ),
    },
    chats: { all: [{ post: (message: HostMessage) => void posted.push(message) }] },
    drafts: { forget: (keys: readonly string[]) => void drafts.push(...keys) },
    sessions: { deleteListed: async () => true },
    log: new MemoryLog(),
  });
  return { deletion: new SessionDeletion(options), forgotten, drafts, posted };
}

const confirm = (buttons: readonly string[]): string | undefined => buttons[0];

test('what is stored of its changes and comments goes with a session, once the user confirms', async () => {
  const { deletion, forgotten, drafts, posted } = deletionOf([entry('one'), entry('two')]);
  await deletion.delete('one');
  expect([forgotten, drafts]).toEqual([[], []]);
  vscode.answers.push(confirm);
  await deletion.delete('one');
  expect(forgotten).toEqual(['one A acp-one']);
  expect(drafts).toEqual(['one']);
  expect(posted).toEqual([{ type: 'sessions_deleted', keys: ['one'] }]);
});

test('with all sessions goes what is stored of them, except of open ones', async () => {
  const open = { ...entry('open'), state: emptySession('open', 'A', '/work') };
  const { deletion, forgotten, drafts } = deletionOf([entry('one'), open, entry('other')], ['other']);
  vscode.answers.push(confirm);
  await deletion.deleteAll();
  expect(forgotten).toEqual(['one A acp-one']);
  expect(drafts).toEqual(['one']);
});

test('how many transcripts were deleted with all sessions is said, and nothing when that failed', async () => {
  const { deletion } = deletionOf([entry('one'), entry('two'), entry('other')], ['other']);
  vscode.answers.push(confirm);
  await deletion.deleteAll();
  expect(vscode.statusMessages).toEqual(['Deleted 2 transcripts.']);
  vscode.statusMessages.length = 0;
  const { deletion: failing } = deletionOf([entry('one'), entry('stuck')]);
  vscode.answers.push(confirm);
  await failing.deleteAll();
  expect(vscode.statusMessages).toEqual([]);
});

const idle = emptySession('k', 'A', '/work');
const inTurn = reduce(idle, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] });
const inBackground: SessionState = { ...idle, isTalking: true };

test.each([
  ['idle', idle, 'A is asked'],
  ['in a turn', inTurn, 'Its running turn is stopped.\nA is asked'],
  ['at work after a turn', inBackground, 'Its background work is stopped.\nA is asked'],
])('the question about one session that is %s says what is stopped', async (_when, state, detail) => {
  const { deletion } = deletionOf([{ ...entry('one'), state }]);
  await deletion.delete('one');
  expect(vscode.messages.at(-1)).toMatch(new RegExp(`^${detail}`));
});

test.each([
  ['idle', idle, '\n\nTheir agents'],
  ['in a turn', inTurn, '\n\nWhat is still running in them is stopped.\nTheir agents'],
  ['at work after a turn', inBackground, '\n\nWhat is still running in them is stopped.\nTheir agents'],
])('the question about several of which one is %s says so', async (_when, state, detail) => {
  const { deletion } = deletionOf([entry('one'), { ...entry('two'), state }]);
  await deletion.deleteSeveral(['one', 'two']);
  expect(vscode.messages.at(-1)).toContain(detail);
});

test.each([
  ['in a turn', inTurn, 'Stop the running turn and close “Go”?'],
  ['at work after a turn', inBackground, 'Stop the background work and close “New session”?'],
])('the question before a session is closed that is %s says what is stopped', async (_when, state, text) => {
  await confirmClose(state, false);
  expect(vscode.messages.at(-2)).toBe(text);
});

test('what is stored of sessions that were deleted before one could not be goes too, and that of the others stays', async () => {
  const { deletion, forgotten } = deletionOf([entry('one'), entry('stuck'), entry('two')]);
  vscode.answers.push(confirm);
  await deletion.deleteAll();
  expect(forgotten).toEqual(['one A acp-one']);
});

test('several sessions are deleted after one question, but for those of another window', async () => {
  const { deletion, forgotten } = deletionOf(['one', 'two', 'other', 'three'].map(entry), ['other']);
  await deletion.deleteSeveral(['one', 'other', 'three', 'one']);
  expect(forgotten).toEqual([]);
  // First comes the message that the other window has one open.
  vscode.answers.push(() => undefined, confirm);
  await deletion.deleteSeveral(['one', 'other', 'three', 'one']);
  expect(forgotten).toEqual(['one A acp-one', 'three A acp-three']);
});

test.each([
  ['first', ['stuck', 'one', 'two']],
  ['last', ['one', 'two', 'stuck']],
])('one of several that cannot be deleted is named, and the others are deleted: %s', async (_place, ids) => {
  const { deletion, forgotten } = deletionOf(ids.map(entry));
  vscode.answers.push(confirm);
  await deletion.deleteSeveral(ids);
  expect(forgotten).toEqual(['one A acp-one', 'two A acp-two']);
  expect(vscode.messages.at(-2)).toBe('Could not delete stuck (The file is busy.).');
});

test.each([
  [10, 'session 10', 0],
  [11, '…and 1 more', 1],
  [300, '…and 290 more', 1],
])('the question about %i sessions stays short', async (count, lastLine, more) => {
  const ids = Array.from({ length: count }, (_, index) => `session ${index + 1}`);
  const { deletion } = deletionOf(ids.map(entry));
  await deletion.deleteSeveral(ids);
  const [titles = ''] = (vscode.messages.at(-1) ?? '').split('\n\n');
  expect(titles.split('\n').at(-1)).toBe(lastLine);
  expect(titles.split('\n')).toHaveLength(10 + more);
});
