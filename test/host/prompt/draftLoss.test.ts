// No character of a draft, and nothing attached, is lost in two windows on one folder, whatever is done in which order.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { draftHandlers } from '../../../src/host/panel/draftHandlers.ts';
import { Drafts } from '../../../src/host/prompt/drafts.ts';
import { sweepDrafts } from '../../../src/host/prompt/sweepDrafts.ts';
import { ManualClock } from '../../support/clock.ts';
import { attachedIds, newAttachments } from '../../support/composer/draftBlocks.ts';
import { MemoryLog } from '../../support/log.ts';

const SESSIONS = ['a', 'b', 'c'] as const;
const PROMPTS = ['e1', 'q1'] as const;

const text = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('x', 'y', ' ', '\n', 'ü', '👍') });
const place = fc.record({
  window: fc.nat({ max: 1 }),
  session: fc.constantFrom(...SESSIONS),
  text,
  of: fc.constantFrom(...PROMPTS),
  at: fc.nat({ max: 30 }),
});
const action = fc.constantFrom(
  ...(['type', 'send', 'compose', 'compose_and_add', 'return', 'attach', 'detach'] as const),
  ...(['edit', 'attach_edit', 'end_edit', 'hand', 'move_back', 'reload', 'crash', 'sweep'] as const),
);
const steps = fc.array(fc.tuple(action, place), { maxLength: 40 });

interface Expected {
  text: string;
  attached: readonly string[];
  readonly edits: Map<string, { text: string; attached: readonly string[] }>;
}

/** One window: the drafts of its sessions, and what has to be in them. */
class Window {
  readonly #folder: string;
  readonly #name: string;
  readonly #composed = new Set<string>();
  readonly expected = new Map<string, Expected>();
  drafts: Drafts;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
    this.drafts = this.#open();
  }

  #open(): Drafts {
    return new Drafts(this.#folder, new ManualClock(), new MemoryLog());
  }

  /** The sessions of two windows are others. */
  key(session: string): string {
    return `${this.#name}-${session}`;
  }

  of(key: string): Expected {
    const known = this.expected.get(key) ?? { text: '', attached: [], edits: new Map() };
    this.expected.set(key, known);
    return known;
  }

  report(
    key: string,
    draft: { readonly text: string; readonly revision?: number; readonly base?: string },
  ): void {
    const handlers = draftHandlers(this.drafts, new SessionStore());
    const revision = draft.revision ?? this.drafts.revisionOf(key) + 1;
    const ignore = (): void => undefined;
    const panel = {
      ready: ignore,
      setFocus: ignore,
      placed: ignore,
      use: ignore,
      showSessionList: ignore,
      showRecentSessions: ignore,
      post: ignore,
    };
    void handlers.draft({ type: 'draft', key, ...draft, revision }, panel);
  }

  compose(key: string, isOpen: boolean): void {
    if (isOpen) this.#composed.add(key);
    else this.#composed.delete(key);
    this.drafts.setInEditors([...this.#composed]);
  }

  async reload(isCrash: boolean): Promise<void> {
    // A crash comes after what was typed last was written, and not before the next window reads.
    await this.drafts.flush();
    if (!isCrash) this.drafts.dispose();
    this.drafts = this.#open();
    for (const key of this.expected.keys()) await this.drafts.restoreAttachments(key);
    this.drafts.setInEditors([...this.#composed]);
  }

  check(): void {
    for (const [key, { text: words, attached, edits }] of this.expected) {
      expect([key, this.drafts.of(key)]).toEqual([key, words]);
      expect([key, attachedIds(this.drafts, key)]).toEqual([key, attached]);
      const found = this.drafts
        .editsOf(key)
        .map(({ of, text: edited }) => [
          of,
          edited,
          (this.drafts.attachmentsOfEdit(key, of) ?? []).map(({ id }) => id),
        ]);
      expect(found).toEqual([...edits].map(([of, edit]) => [of, edit.text, edit.attached]));
    }
  }
}

const insert = (words: string, at: number, more: string): string => {
  const place = at % (words.length + 1);
  return words.slice(0, place) + more + words.slice(place);
};

async function apply(
  [what, { session, text: more, of, at }]: readonly [
    string,
    { session: string; text: string; of: string; at: number },
  ],
  window: Window,
  folder: string,
): Promise<void> {
  const key = window.key(session);
  const now = window.of(key);
  const { drafts } = window;
  const typed = insert(now.text, at, more);
  switch (what) {
    case 'type':
      window.compose(key, false);
      now.text = typed;
      return window.report(key, { text: typed });
    case 'send':
      window.compose(key, false);
      now.text = '';
      now.attached = [];
      drafts.setAttachments(key, []);
      return window.report(key, { text: '' });
    case 'compose':
      window.compose(key, true);
      now.text = typed;
      return drafts.set(key, typed);
    case 'compose_and_add': {
      const base = now.text;
      const revision = drafts.revisionOf(key) + 1;
      window.compose(key, true);
      for (let place = at, words = base; place < at + more.length; place++) {
        words = insert(words, at, 'k');
        drafts.set(key, words);
        now.text = words;
      }
      window.report(key, { text: `${base} @b`, revision, base });
      now.text += ' @b';
      return undefined;
    }
    case 'return':
      return window.compose(key, false);
    case 'attach': {
      const added = newAttachments({ type: 'text', text: more });
      drafts.setAttachments(key, [...now.attached, ...added]);
      now.attached = [...now.attached, ...added.map(({ id }) => id)];
      return undefined;
    }
    case 'detach':
      now.attached = now.attached.toSpliced(at % (now.attached.length + 1), 1);
      return drafts.setAttachments(key, now.attached);
    case 'edit':
      now.edits.set(of, { text: more, attached: now.edits.get(of)?.attached ?? [] });
      return drafts.setEdit(key, { of, text: more });
    case 'attach_edit': {
      const added = newAttachments({ type: 'text', text: more });
      drafts.setEdit(key, { of, text: more }, added);
      now.edits.set(of, { text: more, attached: added.map(({ id }) => id) });
      return undefined;
    }
    case 'end_edit':
      now.edits.delete(of);
      return drafts.endEdit(key, of);
    case 'hand': {
      const to = window.key(SESSIONS[at % SESSIONS.length] ?? 'a');
      if (to === key) return undefined;
      const next = window.of(to);
      drafts.hand(key, to);
      next.text = [next.text, now.text].filter((words) => words !== '').join('\n');
      next.attached = [...next.attached, ...now.attached];
      for (const [id, edit] of now.edits) next.edits.set(`${key} ${id}`, edit);
      now.text = '';
      now.attached = [];
      now.edits.clear();
      return undefined;
    }
    case 'reload':
    case 'crash':
      return window.reload(what === 'crash');
    default:
      return sweepDrafts({ folder, drafts, hasUnfilledChats: () => false, isSession: async () => false });
  }
}

test('nothing is lost by keys, sending, editors, attachments, edits of prompts, reloads, and another window', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const folder = mkdtempSync(join(tmpdir(), 'parley-loss-'));
      const windows = ['one', 'two'].map((name) => new Window(folder, name));
      try {
        for (const step of all) {
          const window = windows[step[1].window];
          if (window !== undefined) await apply(step, window, folder);
          for (const each of windows) each.check();
        }
        for (const window of windows) {
          await window.reload(false);
          window.check();
        }
      } finally {
        for (const window of windows) await window.drafts.flush();
        rmSync(folder, { recursive: true });
      }
    }),
    { numRuns: 60 },
  );
});
