// @vitest-environment happy-dom
// No character of a draft is lost while something is read, a session is switched, or a command is typed over it.
import { redo, undo } from '@codemirror/commands';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import {
  composerInput,
  composerText,
  composerView,
  typeText,
} from '../../../support/composer/composerInput.ts';
import { isFullRun } from '../../../support/cases/fullRun.ts';
import { finishReading, paste, readWaiting, useSlowReading } from '../../../support/composer/slowReading.ts';
import {
  ended,
  KEY,
  openPanel,
  prompted,
  READY,
  said,
  saveViewStates,
  sessionOf,
  type OpenPanel,
} from '../../../support/panel.tsx';

const OTHER = 'session-2';

useSlowReading();

/** Shows a session as the host does: with the draft that was reported last. */
function show(panel: OpenPanel, key: string): void {
  const { text = '', revision = 0 } = panel.sent('draft').findLast((draft) => draft.key === key) ?? {};
  panel.receive({ type: 'draft_attachments', key, attachments: [] });
  panel.receive({ type: 'panel', panel: { ...READY, draft: { key, text, revision } } });
  const state = key === KEY ? sessionOf([]) : emptySession(key, 'bot', '/home/ada/project');
  panel.receive({ type: 'snapshot', state, seq: 0 });
}

test('an image that is read after another session was shown is in the draft it was pasted into', async () => {
  const panel = openPanel();
  typeText('see');
  paste();
  show(panel, OTHER);
  expect(composerText()).toBe('');
  await finishReading();
  await waitFor(() => expect(JSON.stringify(panel.sent('draft'))).toContain('AQID'));
  expect(screen.queryAllByTestId('attachment')).toEqual([]);
  show(panel, KEY);
  expect(composerText()).toBe('see');
  expect(screen.getAllByTestId('attachment')).toHaveLength(1);
});

test('what is typed after a return to the session stays when the image has been read', async () => {
  const panel = openPanel();
  typeText('see');
  paste();
  show(panel, OTHER);
  show(panel, KEY);
  typeText('see this');
  await finishReading();
  expect(await screen.findAllByTestId('attachment')).toHaveLength(1);
  const saved = panel.saved();
  panel.unmount();
  openPanel({ saved });
  expect(composerText()).toBe('see this');
});

test('what another chat has made of a draft while its image was read is there on return, and is not overwritten', async () => {
  const panel = openPanel();
  typeText('see');
  paste();
  const { revision = 0 } = panel.sent('draft').at(-1) ?? {};
  show(panel, OTHER);
  await finishReading();
  await waitFor(() => expect(JSON.stringify(panel.sent('draft'))).toContain('AQID'));
  // By this the host knows whether another chat has changed the draft.
  expect(panel.sent('draft').at(-1)?.since).toBe(revision);
  const draft = { key: KEY, text: 'typed there', revision: revision + 5 };
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
  const attachments = ['a', 'b'].map((id) => ({ id, block: image }));
  panel.receive({ type: 'draft_attachments', key: KEY, attachments });
  panel.receive({ type: 'panel', panel: { ...READY, draft } });
  panel.receive({ type: 'snapshot', state: sessionOf([]), seq: 0 });
  expect(composerText()).toBe('typed there');
  expect(screen.getAllByTestId('attachment')).toHaveLength(2);
  typeText('typed there too');
  expect(panel.sent('draft').at(-1)).toMatchObject({ text: 'typed there too', revision: revision + 6 });
  expect(panel.sent('draft').at(-1)?.since).toBeUndefined();
});

/** Types a text in place of what stands between two places, as the user does. */
function typeOver(from: number, to: number, text: string): void {
  const view = composerView();
  act(() => view.dispatch({ selection: { anchor: from, head: to } }));
  act(() =>
    view.dispatch({
      changes: { from, to, insert: text },
      selection: { anchor: from + text.length },
      userEvent: 'input.type',
    }),
  );
}

/** What stands in the input after each Undo, the latest first. */
function undone(): readonly string[] {
  const seen: string[] = [];
  act(() => {
    while (undo(composerView())) seen.push(composerText());
  });
  return seen;
}

test.each([
  ['all of it', 0, 'a long thought'.length],
  ['its beginning', 0, 'a long'.length],
  ['nothing, before it', 0, 0],
])('a command typed over %s and sent gives the draft back by Undo', (_part, from, to) => {
  const panel = openPanel();
  typeText('a long thought');
  typeOver(from, to, '/compact ');
  const sent = composerText();
  fireEvent.keyDown(composerInput(), { key: 'Escape' });
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt').map(({ content }) => content)).toEqual([[{ type: 'text', text: sent }]]);
  expect(composerText()).toBe('');
  const seen = undone();
  expect(seen).toContain(sent);
  expect(seen).toContain('a long thought');
});

test('a draft that came back by Undo goes again by Redo, and is not sent a second time', () => {
  const panel = openPanel();
  typeText('a long thought');
  typeOver(0, 14, '/compact');
  fireEvent.keyDown(composerInput(), { key: 'Escape' });
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  undone();
  act(() => {
    while (redo(composerView())) continue;
  });
  expect(composerText()).toBe('');
  expect(panel.sent('prompt')).toHaveLength(1);
});

test('an ordinary prompt that was sent does not come back by Undo', () => {
  openPanel();
  typeText('a long thought');
  typeOver(0, 14, 'another one');
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(undone()).toEqual([]);
});

/** A key or a paste of the user's: a text at a place, in place of so many characters behind it. */
interface Typed {
  readonly at: number;
  readonly over: number;
  readonly text: string;
}

type Step = Typed | 'paste' | 'read' | 'switch' | 'reload' | 'crash' | 'context' | { readonly agent: number };

const typed: fc.Arbitrary<Typed> = fc.record({
  at: fc.nat(40),
  over: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(12) }),
  text: fc.string({ minLength: 1, maxLength: 8 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: typed },
  { weight: 2, arbitrary: fc.record({ agent: fc.nat(100) }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step>('paste', 'read', 'switch', 'reload', 'crash', 'context'),
  },
);

/** What the agent does meanwhile, one after the other. */
const AGENT: readonly SessionEvent[] = [
  prompted('Go'),
  said('I am on it. '),
  { type: 'tool_call', at: 1, call: { toolCallId: 'call', title: 'Look', kind: 'read' } },
  {
    type: 'elicitation_requested',
    at: 1,
    request: {
      requestId: 'form',
      at: 1,
      problems: {},
      isOpened: false,
      question: {
        mode: 'form',
        message: 'Which?',
        fields: [{ key: 'a', title: 'A', isRequired: false, kind: 'text' }],
      },
    },
  },
  { type: 'commands', at: 1, commands: [{ name: 'compact', description: 'Summarize' }] },
  { type: 'elicitation_closed', at: 1, requestId: 'form' },
  { type: 'usage', at: 1, usage: { used: 97_000, size: 100_000 } },
  ended(),
  { type: 'detached', at: 1 },
];

/** The host and its panel, with what the user has typed into each session. */
class Window {
  readonly #typed = new Map<string, string>();
  /** What the host has stored of each draft, the report before the last one first. */
  readonly #stored = new Map<string, readonly { readonly text: string; readonly revision: number }[]>();
  /** What happened in each session. */
  readonly #events = new Map<string, readonly SessionEvent[]>();
  #panel = openPanel();
  #shown = KEY;

  get typed(): string {
    return this.#typed.get(this.#shown) ?? '';
  }

  async apply(step: Step): Promise<void> {
    if (typeof step === 'object') {
      if ('agent' in step) this.#act(AGENT[step.agent % AGENT.length]);
      else this.#type(step);
    } else if (step === 'paste') paste();
    else if (step === 'read') await this.#read();
    else if (step === 'switch') this.#show(this.#shown === KEY ? OTHER : KEY);
    else if (step === 'context') this.#panel.receive({ type: 'add_context', context: { attachments: [] } });
    else this.#reload(step === 'crash');
  }

  close(): void {
    this.#panel.unmount();
    saveViewStates();
  }

  #type({ at, over, text }: Typed): void {
    const before = this.typed;
    const from = at % (before.length + 1);
    const to = Math.min(from + over, before.length);
    typeOver(from, to, text);
    this.#typed.set(this.#shown, before.slice(0, from) + text + before.slice(to));
  }

  #eventsOf(key: string): readonly SessionEvent[] {
    return this.#events.get(key) ?? [];
  }

  #act(event: SessionEvent | undefined): void {
    if (event === undefined) return;
    const events = [...this.#eventsOf(this.#shown), event];
    this.#events.set(this.#shown, events);
    const { length } = events;
    this.#panel.receive({ type: 'events', key: this.#shown, from: length, to: length, events: [event] });
  }

  async #read(): Promise<void> {
    await act(async () => {
      readWaiting();
      await new Promise((resolve) => setImmediate(resolve));
    });
  }

  #hear(): void {
    for (const { key, text, revision } of this.#panel.sent('draft')) {
      const last = this.#stored.get(key)?.at(-1);
      if (last !== undefined && last.revision >= revision) continue;
      this.#stored.set(key, [...(last === undefined ? [] : [last]), { text, revision }]);
    }
  }

  #draft(key: string) {
    return { key, text: '', revision: 0, ...this.#stored.get(key)?.at(-1) };
  }

  #show(key: string): void {
    // The page reports what it leaves before it shows the other session, and the host answers with what it has then.
    const events = this.#eventsOf(key);
    const state = events.reduce(reduce, emptySession(key, 'bot', '/home/ada/project'));
    window.dispatchEvent(new Event('pagehide'));
    this.#hear();
    this.#panel.receive({ type: 'panel', panel: { ...READY, draft: this.#draft(key) } });
    this.#panel.receive({ type: 'snapshot', state, seq: events.length });
    this.#shown = key;
  }

  /** A host that crashes has not written the last report. */
  #reload(isCrash: boolean): void {
    const saved = this.#panel.saved();
    this.#panel.unmount();
    saveViewStates();
    this.#hear();
    if (isCrash) {
      for (const [key, reports] of this.#stored) this.#stored.set(key, reports.slice(0, 1));
    }
    this.#panel = openPanel({ saved, events: this.#eventsOf(KEY), panel: { draft: this.#draft(KEY) } });
    this.#shown = KEY;
  }
}

test('no character is lost by keys anywhere, switches, reloads, crashes and what agent and host do meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const page = new Window();
      try {
        for (const each of steps) {
          await page.apply(each);
          expect(composerText()).toBe(page.typed);
        }
      } finally {
        page.close();
      }
    }),
    { numRuns: isFullRun ? 80 : 20 },
  );
});
