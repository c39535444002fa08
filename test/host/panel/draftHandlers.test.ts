// What the host does with drafts that panels report.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { draftHandlers } from '../../../src/host/panel/draftHandlers.ts';
import { Drafts } from '../../../src/host/prompt/drafts.ts';
import { ManualClock } from '../../support/clock.ts';
import { blocksOf } from '../../support/composer/draftBlocks.ts';
import { MemoryLog } from '../../support/log.ts';

const KEY = 'session';
const image = (data: string) => ({ type: 'image' as const, data, mimeType: 'image/png' });

let folder: string;
let drafts: Drafts;
let store: SessionStore;
let posted: HostMessage[];
let handlers: ReturnType<typeof draftHandlers>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-draft-'));
  drafts = new Drafts(folder, new ManualClock(), new MemoryLog());
  store = new SessionStore();
  posted = [];
  handlers = draftHandlers(drafts, store);
});

afterEach(async () => {
  await drafts.flush();
  drafts.dispose();
  store.dispose();
  rmSync(folder, { recursive: true });
});

type DraftMessage = Parameters<typeof handlers.draft>[0];

const ignore = (): void => undefined;
const panel = {
  ready: ignore,
  setFocus: ignore,
  placed: ignore,
  use: ignore,
  showSessionList: ignore,
  showRecentSessions: ignore,
  post: (message: HostMessage): void => void posted.push(message),
};

function report(message: Omit<DraftMessage, 'type' | 'key'>): void {
  void handlers.draft({ type: 'draft', key: KEY, ...message }, panel);
}

test.each([
  ['typed more', 'typed there'],
  ['sent it', ''],
])('a page that was left adds what it has read where another one %s', (_what, text) => {
  report({ text: 'old text', revision: 5, attachments: [{ id: 'a', block: image('A') }] });
  report({ text, revision: 6, attachments: [{ id: 'b', block: image('B') }] });
  report({ text: 'old text', revision: 6, since: 5, attachments: ['a', { id: 'c', block: image('C') }] });
  expect(drafts.of(KEY)).toBe(text);
  expect(blocksOf(drafts, KEY)).toEqual([image('B'), image('C')]);
  // The page that was left takes this draft when it shows the session again.
  expect(drafts.revisionOf(KEY)).toBe(7);
});

test('the report of a page that was left counts where no other one has changed the draft', () => {
  report({ text: 'see', revision: 5 });
  report({ text: 'see', revision: 6, since: 5, attachments: [{ id: 'a', block: image('A') }] });
  expect(blocksOf(drafts, KEY)).toEqual([image('A')]);
  report({ text: '', revision: 8, since: 6, attachments: [] });
  expect(drafts.of(KEY)).toBe('');
  expect(blocksOf(drafts, KEY)).toEqual([]);
});

test('a session that was deleted gets no draft from a page that has left it', () => {
  report({ text: 'see', revision: 5 });
  drafts.forget([KEY]);
  report({ text: 'see', revision: 6, since: 5, attachments: [{ id: 'a', block: image('A') }] });
  expect(drafts.of(KEY)).toBe('');
  expect(drafts.attachmentsOf(KEY)).toBeUndefined();
});

test.each([
  ['composer', {}],
  ['edit of a prompt', { field: 'field-1' }],
])(
  'a text that is inserted into the %s and is not there any more is reported as missing',
  (_place, field) => {
    const text = 'long';
    const resource = { uri: 'parley:/pasted/pasted-text-1.txt', text };
    report({ text: '', revision: 1, attachments: [{ id: 'a', block: { type: 'resource', resource } }] });
    for (const id of ['a', 'gone'])
      void handlers.insert_attachment({ type: 'insert_attachment', key: KEY, id, ...field }, panel);
    expect(posted).toEqual([
      { type: 'add_context', context: { text, replaces: 'a', ...field } },
      {
        type: 'add_context',
        context: { note: 'The attachment is no longer available. Attach it again.', ...field },
      },
    ]);
  },
);

test.each([
  ['adds to what it knows of it', 'See: typed', 'See: [@a]', 'See: typed [@a]'],
  ['says again what it has got', 'See: typed', 'See:', 'See: typed'],
  ['knows all of it', 'See:', 'See: [@a]', 'See: [@a]'],
])('what is typed in an editor meanwhile stays where the page %s', (_what, typed, text, both) => {
  drafts.setInEditors([KEY]);
  drafts.set(KEY, typed, 8);
  report({ text, revision: 6, base: 'See:' });
  expect(drafts.of(KEY)).toBe(both);
  // By this the page gets what it has not seen.
  expect(drafts.revisionOf(KEY)).toBe(both === text ? 8 : 9);
});

test('a page has the last word where no editor has the draft', () => {
  drafts.set(KEY, 'See: typed', 5);
  report({ text: 'See: [@a]', revision: 6, base: 'See:' });
  expect(drafts.of(KEY)).toBe('See: [@a]');
});
