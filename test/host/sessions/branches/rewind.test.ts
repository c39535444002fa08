// A rewind: what is copied, restored, shown and kept, in which order; and the way back.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { forkNotAtPrompt, ParleyError } from '../../../../src/core/errors.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import { SessionStore } from '../../../../src/core/sessionLifecycle/sessionStore.ts';
import { redoRewind, rewind } from '../../../../src/host/sessions/branches/rewind.ts';
import { resetVscode, vscode } from '../../../support/vscode.ts';

vi.mock('vscode', async () => import('../../../support/vscode.ts'));

const KEY = 'session-1';
const image = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' };

let log: string[];
let store: SessionStore;
let drafts: Map<string, string>;
let attached: Map<string, readonly unknown[]>;

beforeEach(() => {
  resetVscode();
  log = [];
  drafts = new Map();
  attached = new Map();
  store = new SessionStore();
  store.create(KEY, 'bot', '/tmp');
  ask('one');
  ask('two');
});

function ask(text: string): void {
  store.dispatch(KEY, { type: 'prompt_started', at: 1, content: [{ type: 'text', text }, image] });
  store.dispatch(KEY, { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
}

const promptIds = (): readonly string[] =>
  (store.state(KEY)?.entries.flat() ?? []).flatMap(({ kind, id }) => (kind === 'user' ? [id] : []));

interface Outcome {
  readonly fork?: () => Promise<string | undefined>;
  readonly isRestored?: boolean;
  readonly restoring?: () => Promise<boolean>;
  readonly isGone?: boolean;
}

function hostOf({
  fork = async () => 'copy',
  isRestored = true,
  restoring = async () => isRestored,
  isGone = false,
}: Outcome): unknown {
  return {
    store,
    sessions: {
      copies: {
        fork: async (_key: string, _entry: string, what: string) => {
          log.push(`fork ${what}`);
          return fork();
        },
        startAt: (_key: string, _entry: string, what: string) => {
          log.push(`start ${what}`);
          return 'new';
        },
      },
      delete: async (key: string) => log.push(`delete ${key}`) > 0,
      opened: async (key: string) => log.push(`opened ${key}`),
    },
    current: { open: (key: string) => log.push(`show ${key}`) },
    chats: { showing: () => undefined, reveal: async () => undefined },
    opener: { bring: async (key: string) => (isGone ? undefined : key) },
    restoreFiles: async (_key: string, _entry: string, shown: readonly string[]) => {
      log.push(`restore ${shown.join()}`);
      return restoring();
    },
    redoFiles: async (key: string) => log.push(`redo ${key}`),
    discard: async (key: string) => log.push(`discard ${key}`),
    drafts: {
      set: (key: string, text: string) => drafts.set(key, text),
      setAttachments: (key: string, list: readonly unknown[]) => attached.set(key, list),
      attachmentsOf: (key: string) => attached.get(key),
      editsOf: () => [],
    },
  };
}

/** The test stands for the rest of the host with the parts that are used. */
const call = (work: typeof rewind | typeof redoRewind, ...parts: readonly unknown[]): Promise<void> =>
  Reflect.apply(work, undefined, parts);

async function rewindTo(
  prompt: number,
  message: {
    readonly what?: 'code' | 'conversation' | 'all';
    readonly into?: 'fork' | 'new_session';
  } = {},
  outcome: Outcome = {},
): Promise<void> {
  const asked = { type: 'rewind', key: KEY, entryId: promptIds()[prompt] ?? 'e99', shown: ['/tmp/a'] };
  await call(rewind, { ...asked, what: 'all', into: 'fork', ...message }, hostOf(outcome));
}

describe('Rewind', () => {
  test('of both copies the conversation first, restores the files, and shows the copy with the prompt as its draft', async () => {
    drafts.set(KEY, 'not sent');
    await rewindTo(1);
    expect(log).toEqual(['fork all', 'restore /tmp/a', 'show copy']);
    expect(drafts.get('copy')).toBe('two');
    expect(attached.get('copy')).toMatchObject([{ block: image }]);
    expect(drafts.get(KEY)).toBe('not sent');
  });

  test('of the code alone stays in the session, and of the conversation alone leaves the files', async () => {
    await rewindTo(1, { what: 'code' });
    expect(log).toEqual(['restore /tmp/a']);
    log = [];
    await rewindTo(0, { what: 'conversation', into: 'new_session' });
    expect(log).toEqual(['start conversation', 'show new']);
  });

  test('of both leaves no copy behind where the files are not restored', async () => {
    await rewindTo(1, {}, { isRestored: false });
    expect(log).toEqual(['fork all', 'restore /tmp/a', 'delete copy']);
    expect(drafts.size).toBe(0);
  });

  test('says why where the files cannot be restored, and leaves no copy behind', async () => {
    await rewindTo(1, {}, { restoring: () => Promise.reject(new Error('Read-only folder.')) });
    expect(log).toEqual(['fork all', 'restore /tmp/a', 'delete copy']);
    expect(vscode.messages.join()).toContain('Read-only folder.');
  });

  test('restores no file where the agent refuses the copy, and offers a session with the transcript', async () => {
    const refused = new ParleyError(forkNotAtPrompt('Bot', 'Not found.'));
    await rewindTo(1, {}, { fork: () => Promise.reject(refused) });
    expect(log).toEqual(['fork all']);
    expect(vscode.messages.join()).toContain('Not found.');
    log = [];
    vscode.answers.push(() => 'Start a New Session from Here');
    await rewindTo(1, {}, { fork: async () => undefined });
    expect(log).toEqual(['fork all', 'start all', 'restore /tmp/a', 'show new']);
  });

  test('does nothing while the agent works but say so, and nothing for a prompt that is gone', async () => {
    await rewindTo(7);
    expect([log, vscode.messages]).toEqual([[], []]);
    store.dispatch(KEY, { type: 'prompt_started', at: 3, content: [{ type: 'text', text: 'three' }] });
    await rewindTo(0);
    await rewindTo(0, { what: 'code' });
    expect(log).toEqual([]);
    expect(vscode.messages.join()).toContain('Wait until the agent has finished');
  });
});

describe('Redo of a rewind', () => {
  const redo = (text: string, outcome: Outcome = {}): Promise<void> =>
    call(redoRewind, { type: 'redo_rewind', key: 'copy', text }, hostOf(outcome));

  function rewound(what: 'conversation' | 'all'): void {
    const branch = [{ key: KEY, prompt: 1, own: 0, rewound: what }];
    store.add({ ...emptySession('copy', 'bot', '/tmp'), branch });
    attached.set('copy', [image]);
  }

  test('shows the session before, redoes its changes, and leaves nothing of the rewind', async () => {
    rewound('all');
    await redo('two');
    expect(log).toEqual([`show ${KEY}`, `opened ${KEY}`, `redo ${KEY}`, 'discard copy']);
  });

  test('leaves the files where they were left, and the session where the user has typed in it', async () => {
    rewound('conversation');
    await redo('two, but shorter');
    expect(log).toEqual([`show ${KEY}`]);
  });

  test('leaves the session where something else is attached, or a prompt was sent', async () => {
    rewound('conversation');
    attached.set('copy', []);
    await redo('two');
    attached.set('copy', [image]);
    store.dispatch('copy', { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'two' }] });
    store.dispatch('copy', { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
    await redo('two');
    expect(log).toEqual([`show ${KEY}`, `show ${KEY}`]);
  });

  test('says so where the session before is gone, and does nothing in one that is no rewind', async () => {
    rewound('all');
    await redo('two', { isGone: true });
    expect(log).toEqual([]);
    expect(vscode.messages.join()).toContain('cannot be opened any more');
    await call(redoRewind, { type: 'redo_rewind', key: KEY, text: '' }, hostOf({}));
    expect(log).toEqual([]);
  });
});
