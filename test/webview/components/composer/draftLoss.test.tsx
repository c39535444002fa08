// @vitest-environment happy-dom
// No character of a draft is lost while something is read, a session is switched, or a command is typed over it.
import { undo } from '@codemirror/commands';
import { act, cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptySession } from '../../../../src/core/session/model.ts';
import {
  composerInput,
  composerText,
  composerView,
  typeText,
} from '../../../support/composer/composerInput.ts';
import { decodeImages } from '../../../support/composer/decodedImages.ts';
import { KEY, openPanel, READY, saveViewStates, sessionOf, type OpenPanel } from '../../../support/panel.tsx';

const OTHER = 'session-2';
let waiting: (() => void)[] = [];

class SlowReader extends FileReader {
  override readAsDataURL(file: Blob): void {
    waiting.push(() => super.readAsDataURL(file));
  }
}

beforeEach(() => {
  decodeImages(10, 10);
  vi.stubGlobal('FileReader', SlowReader);
});

afterEach(() => {
  waiting = [];
  vi.unstubAllGlobals();
  cleanup();
  saveViewStates();
});

function pasteImage(): void {
  const file = new File([new Uint8Array([1, 2, 3])], 'image.png', { type: 'image/png' });
  const clipboardData = { files: [file], types: ['Files'], getData: () => '' };
  fireEvent(composerInput(), createEvent.paste(composerInput(), { clipboardData }));
}

async function finishReading(): Promise<void> {
  await waitFor(() => expect(waiting).not.toEqual([]));
  act(() => waiting.splice(0).forEach((read) => read()));
}

/** Shows a session as the host does: with the draft that was reported last. */
function show(panel: OpenPanel, key: string): void {
  const text = panel.sent('draft').findLast((draft) => draft.key === key)?.text ?? '';
  panel.receive({ type: 'draft_attachments', key, attachments: [] });
  panel.receive({ type: 'panel', panel: { ...READY, draft: { key, text, isFromThisWindow: true } } });
  const state = key === KEY ? sessionOf([]) : emptySession(key, 'bot', '/home/ada/project');
  panel.receive({ type: 'snapshot', state, seq: 0 });
}

test('an image that is read after another session was shown is in the draft it was pasted into', async () => {
  const panel = openPanel();
  typeText('see');
  pasteImage();
  show(panel, OTHER);
  expect(composerText()).toBe('');
  await finishReading();
  await waitFor(() => expect(JSON.stringify(panel.saved())).toContain('AQID'));
  expect(screen.queryAllByTestId('attachment')).toEqual([]);
  show(panel, KEY);
  expect(composerText()).toBe('see');
  expect(screen.getAllByTestId('attachment')).toHaveLength(1);
});

test('what is typed after a return to the session stays when the image has been read', async () => {
  const panel = openPanel();
  typeText('see');
  pasteImage();
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

test('a command typed over a draft and sent gives the draft back by Undo', () => {
  const panel = openPanel();
  typeText('a long thought');
  act(() => composerView().dispatch({ selection: { anchor: 0, head: 'a long thought'.length } }));
  typeText('/compact');
  fireEvent.keyDown(composerInput(), { key: 'Escape' });
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')).toHaveLength(1);
  expect(composerText()).toBe('');
  const seen: string[] = [];
  act(() => {
    while (undo(composerView())) seen.push(composerText());
  });
  expect(seen).toContain('a long thought');
});

type Step = { readonly type: string } | 'paste' | 'read' | 'switch' | 'reload' | 'crash' | 'agent';

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.string({ minLength: 1, maxLength: 8 }) }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step>('paste', 'read', 'switch', 'reload', 'crash', 'agent'),
  },
);

/** A key at the end of the input. */
function typeAtEnd(text: string): void {
  const view = composerView();
  const { length } = view.state.doc;
  act(() =>
    view.dispatch({
      changes: { from: length, insert: text },
      selection: { anchor: length + text.length },
      userEvent: 'input.type',
    }),
  );
}

/** The host and its panel, with what the user has typed into each session. */
class Window {
  readonly #typed = new Map<string, string>();
  /** What the host has stored of each draft, the report before the last one first. */
  readonly #stored = new Map<string, readonly { readonly text: string; readonly revision: number }[]>();
  /** The sessions whose drafts were reported in this window. */
  #changedHere = new Set<string>();
  #panel = openPanel();
  #shown = KEY;

  get typed(): string {
    return this.#typed.get(this.#shown) ?? '';
  }

  async apply(step: Step): Promise<void> {
    if (typeof step === 'object') {
      typeAtEnd(step.type);
      this.#typed.set(this.#shown, this.typed + step.type);
    } else if (step === 'paste') pasteImage();
    else if (step === 'read') await this.#read();
    else if (step === 'switch') this.#show(this.#shown === KEY ? OTHER : KEY);
    else if (step === 'agent') this.#panel.receive({ type: 'add_context', context: { attachments: [] } });
    else this.#reload(step === 'crash');
  }

  close(): void {
    this.#panel.unmount();
    saveViewStates();
  }

  async #read(): Promise<void> {
    await act(async () => {
      waiting.splice(0).forEach((read) => read());
      await new Promise((resolve) => setImmediate(resolve));
    });
  }

  #hear(): void {
    for (const { key, text, revision } of this.#panel.sent('draft')) {
      const last = this.#stored.get(key)?.at(-1);
      if (last !== undefined && last.revision >= revision) continue;
      this.#stored.set(key, [...(last === undefined ? [] : [last]), { text, revision }]);
      this.#changedHere.add(key);
    }
  }

  #draft(key: string) {
    const stored = this.#stored.get(key)?.at(-1);
    return { key, text: '', ...stored, isFromThisWindow: this.#changedHere.has(key) };
  }

  #show(key: string): void {
    // The page reports what it leaves before it shows the other session, and the host answers with what it has then.
    const state = key === KEY ? sessionOf([]) : emptySession(key, 'bot', '/home/ada/project');
    window.dispatchEvent(new Event('pagehide'));
    this.#hear();
    this.#panel.receive({ type: 'panel', panel: { ...READY, draft: this.#draft(key) } });
    this.#panel.receive({ type: 'snapshot', state, seq: 0 });
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
    this.#changedHere = new Set();
    this.#panel = openPanel({ saved, panel: { draft: this.#draft(KEY) } });
    this.#shown = KEY;
  }
}

test('no character is lost by random keys, switches, reloads, crashes and what the host adds', async () => {
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
    { numRuns: 80 },
  );
});
