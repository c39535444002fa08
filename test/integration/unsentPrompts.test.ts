// Prompts whose mentions are being read when the window ends, through the handlers of the panel's messages.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DisposableStore, Emitter } from '../../src/core/base/lifecycle.ts';
import { mentionText } from '../../src/core/mentions/mention.ts';
import { targetAddress } from '../../src/core/mentions/mentionTarget.ts';
import type { HostMessage } from '../../src/core/panel/hostMessage.ts';
import type { McpResourceContent } from '../../src/core/ports/mcpResources.ts';
import { AgentRedactors } from '../../src/core/secrets/agentRedactors.ts';
import type { ContentBlock } from '../../src/core/session/content.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { contextHandlers } from '../../src/host/context/contextHandlers.ts';
import { ReadingNotices } from '../../src/host/context/readingNotices.ts';
import { RecentEditors } from '../../src/host/context/recentEditors.ts';
import { TerminalCommands } from '../../src/host/context/terminalCommands.ts';
import { ManualClock } from '../support/clock.ts';
import { MemoryLog } from '../support/log.ts';
import { waitUntil } from '../support/wait.ts';
import { describe, it } from './suite.ts';

const PANEL = {
  ready: () => undefined,
  setFocus: () => undefined,
  placed: () => undefined,
  use: () => undefined,
  showSessionList: () => undefined,
  post: () => undefined,
};

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const uri = targetAddress({ kind: 'resource', server: 'docs', uri: 'docs://guide' });
const MENTION = text(`see ${mentionText({ name: 'guide', uri })}`);

/** The handlers of one window on a storage, which shows the session `k`; what they read is read on request. */
class HandlerWindow {
  readonly #owned = new DisposableStore();
  readonly #reads: PromiseWithResolvers<readonly McpResourceContent[]>[] = [];
  readonly sent: (readonly ContentBlock[])[] = [];
  readonly edited: string[] = [];
  readonly posted: HostMessage[] = [];
  readonly handlers: ReturnType<typeof contextHandlers>;

  constructor(storage: string) {
    const store = new SessionStore();
    store.create('k', 'bot', storage);
    const clock = new ManualClock();
    const services = {
      owned: this.#owned,
      store,
      redactors: new AgentRedactors(),
      storage,
      clock,
      log: new MemoryLog(),
    };
    this.handlers = contextHandlers(services, {
      sessions: {
        prompt: (_key, content) => void this.sent.push(content),
        cancel: () => undefined,
        queue: {
          edit: (_key, id) => this.edited.push(id) > 0,
          hold: () => undefined,
          resume: () => undefined,
        },
      },
      agents: { existing: () => undefined },
      chat: {
        current: { shownKey: 'k' },
        chats: {
          showing: (key) => (key === 'k' ? { post: (message) => void this.posted.push(message) } : undefined),
          onChange: this.#owned.add(new Emitter<void>()).event,
        },
        drafts: { keyOf: (key) => key, of: () => '', setText: () => undefined },
        promptEditors: { isOpen: () => false, update: async () => undefined },
      },
      history: {
        list: { entries: () => [] },
        archive: { opened: async () => undefined, state: async () => undefined },
        opener: { open: async () => undefined },
      },
      resources: {
        list: async () => ({ resources: [], problems: [] }),
        read: () => {
          const reading = Promise.withResolvers<readonly McpResourceContent[]>();
          this.#reads.push(reading);
          return reading.promise;
        },
      },
      recent: this.#owned.add(new RecentEditors()),
      commands: this.#owned.add(new TerminalCommands()),
      notices: this.#owned.add(new ReadingNotices(clock)),
    });
  }

  async reading(count: number): Promise<void> {
    await waitUntil(() => this.#reads.length === count, 'the mentions being read');
  }

  read(): void {
    for (const reading of this.#reads) reading.resolve([{ uri: 'docs://guide', text: 'The guide' }]);
  }

  /** The messages by which prompts come back, and what they hold. */
  get givenBack(): readonly (readonly [string, readonly ContentBlock[]])[] {
    return this.posted.flatMap((message) =>
      message.type === 'prompt_refused' ? [[message.message, message.content]] : [],
    );
  }

  end(): void {
    this.#owned.dispose();
  }
}

/** Windows on one storage, and how many prompts it holds. */
interface Storage {
  readonly open: () => HandlerWindow;
  readonly holds: (count: number) => Promise<void>;
}

function withStorage(body: (storage: Storage) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-prompts-'));
    const windows: HandlerWindow[] = [];
    const open = (): HandlerWindow => {
      const window = new HandlerWindow(folder);
      windows.push(window);
      return window;
    };
    const count = (): number | undefined => {
      try {
        return readFileSync(join(folder, 'unsent-prompts.json'), 'utf8').split('"key"').length - 1;
      } catch {
        return undefined;
      }
    };
    try {
      await body({
        open,
        holds: async (wanted) => void (await waitUntil(() => count() === wanted, `${wanted} prompts stored`)),
      });
    } finally {
      for (const window of windows) window.end();
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** Sends a prompt and saves a change of a queued one, both with a mention. */
async function sendBoth(window: HandlerWindow): Promise<void> {
  await window.handlers.prompt({ type: 'prompt', key: 'k', content: [MENTION] }, PANEL);
  await window.handlers.queue_edit({ type: 'queue_edit', key: 'k', id: 'q', content: [MENTION] }, PANEL);
  await window.reading(2);
}

describe('A prompt whose mentions are being read when the window ends', () => {
  it(
    'is in the composer of the next window, with why it was not sent, and once',
    withStorage(async ({ open, holds }) => {
      const first = open();
      await sendBoth(first);
      await holds(2);
      first.end();
      const second = open();
      await waitUntil(() => second.givenBack.length === 2, 'the prompts being given back');
      assert.deepEqual(second.givenBack, [
        ['The prompt was not sent because the window was closed or reloaded.', [MENTION]],
        [
          'Your change to a queued prompt was not saved because the window was closed or reloaded.',
          [MENTION],
        ],
      ]);
      await holds(0);
    }),
  );

  it(
    'is not there again after it was sent, and neither is a change that was saved',
    withStorage(async ({ open, holds }) => {
      const window = open();
      await sendBoth(window);
      await holds(2);
      window.read();
      await waitUntil(() => window.sent.length === 1 && window.edited.length === 1, 'both being sent');
      await holds(0);
    }),
  );

  it(
    'comes back at once where the user stops the reading, and is not stored any more',
    withStorage(async ({ open, holds }) => {
      const window = open();
      await sendBoth(window);
      await holds(2);
      await window.handlers.stop_reading({ type: 'stop_reading', key: 'k' }, PANEL);
      await waitUntil(() => window.givenBack.length === 2, 'both coming back');
      assert.deepEqual([window.sent, window.edited], [[], []]);
      await holds(0);
    }),
  );
});
