// Windows on one storage, each with the handlers of a panel's messages about prompts, for tests of what a reload leaves.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DisposableStore, Emitter } from '../../../src/core/base/lifecycle.ts';
import { mentionText } from '../../../src/core/mentions/mention.ts';
import { targetAddress } from '../../../src/core/mentions/mentionTarget.ts';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import type { McpResourceContent } from '../../../src/core/ports/mcpResources.ts';
import { AgentRedactors } from '../../../src/core/secrets/agentRedactors.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { contextHandlers } from '../../../src/host/context/contextHandlers.ts';
import { ReadingNotices } from '../../../src/host/context/readingNotices.ts';
import { RecentEditors } from '../../../src/host/context/recentEditors.ts';
import { TerminalCommands } from '../../../src/host/context/terminalCommands.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';
import { waitUntil } from '../../support/wait.ts';

export const PANEL = {
  ready: () => undefined,
  setFocus: () => undefined,
  placed: () => undefined,
  use: () => undefined,
  showSessionList: () => undefined,
  showRecentSessions: () => undefined,
  post: () => undefined,
};

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const uri = targetAddress({ kind: 'resource', server: 'docs', uri: 'docs://guide' });
/** A prompt with a mention that is read when a test says so. */
export const MENTION = text(`see ${mentionText({ name: 'guide', uri })}`);

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
        drafts: {
          keyOf: (key) => key,
          of: () => '',
          set: () => undefined,
          offer: () => [],
          attachment: () => undefined,
        },
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

export function withStorage(body: (storage: Storage) => Promise<void>): () => Promise<void> {
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
        return readdirSync(join(folder, 'unsent-prompts')).filter((name) => name.endsWith('.json')).length;
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
export async function sendBoth(window: HandlerWindow): Promise<void> {
  await window.handlers.prompt({ type: 'prompt', key: 'k', content: [MENTION] }, PANEL);
  await window.handlers.queue_edit({ type: 'queue_edit', key: 'k', id: 'q', content: [MENTION] }, PANEL);
  await window.reading(2);
}
