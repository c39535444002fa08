// @vitest-environment happy-dom
// What find counts is also what it can show: the texts of each kind of entry are found again in the rendered row.
import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { EntryKind } from '../../../../src/core/session/entries.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { renderedTexts } from '../../../../webview/features/find/renderedText.ts';
import { searchedTexts } from '../../../../webview/panel/entries/entryRows.tsx';
import {
  ended,
  openPanel,
  prompted,
  said,
  saveViewStates,
  sessionOf,
  words,
} from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

/** What makes an entry of each kind, with the word `needle` in each text that a search looks at. */
const events: Readonly<Record<EntryKind, readonly SessionEvent[]>> = {
  user: [prompted('a needle')],
  agent: [said('a needle')],
  thought: [{ type: 'message_chunk', at: 1, role: 'thought', content: words('a needle') }, said('Done.')],
  // happy-dom does not match the selectors of what is in a card; e2e/find looks there.
  tool: [
    {
      type: 'tool_call',
      at: 1,
      call: {
        toolCallId: 'call',
        title: 'a needle',
        status: 'completed',
        content: [],
      },
    },
  ],
  notice: [
    {
      type: 'notice',
      at: 1,
      severity: 'error',
      text: 'a needle',
      error: { code: 'failed', message: 'a needle', detail: 'needle in the detail', actions: [] },
    },
  ],
  turn: [prompted('hay'), ended()],
  plan: [
    prompted('hay'),
    { type: 'plan', at: 1, entries: [{ content: 'a needle', priority: 'medium', status: 'completed' }] },
    ended(),
  ],
  compaction: [
    { type: 'compaction', at: 1, compactionId: 'c', status: 'completed', summary: [words('a needle')] },
  ],
};

test.each(Object.entries(events))(
  'the texts of an entry of kind %s are rendered where find looks',
  async (kind, made) => {
    const state = sessionOf(made);
    const entry = state.entries.flat().find((each) => each.kind === kind);
    if (entry === undefined) throw new Error(`No entry of kind ${kind} was made.`);
    const texts = searchedTexts(entry, { terminals: [], folder: state.cwd })
      .map(({ text }) => text)
      .filter((text) => text !== '');
    expect(texts.every((text) => text.includes('needle'))).toBe(true);
    if (texts.length === 0) return;
    const panel = openPanel({ events: made });
    panel.receive({ type: 'find' });
    const input = panel.container.querySelector('[data-testid="find-input"]');
    if (input === null) throw new Error('The find bar is not open.');
    fireEvent.change(input, { target: { value: 'needle' } });
    const current = (): number =>
      Number.parseInt(panel.container.querySelector('[data-testid="find-count"]')?.textContent ?? '', 10);
    const seen = new Set<number>();
    while (seen.size < texts.length) {
      await waitFor(() => expect(seen).not.toContain(current()));
      const hit = current();
      seen.add(hit);
      // Stepping to a hit opens the folds over it.
      await waitFor(() => {
        const rows = [...panel.container.querySelectorAll('.transcript-row')];
        const shown = rows.flatMap((row) => renderedTexts(row)).map(({ text }) => text.trim());
        expect(shown).toContain(texts[hit - 1]);
      });
      fireEvent.keyDown(input, { key: 'Enter' });
    }
  },
);
