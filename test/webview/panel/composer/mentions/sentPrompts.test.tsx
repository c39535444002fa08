// @vitest-environment happy-dom
// Mentions of prompts that were sent, queued or refused.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ContentBlock } from '../../../../../src/core/session/content.ts';
import {
  composerInput,
  composerText,
  composerView,
  typeText,
} from '../../../../support/composer/composerInput.ts';
import { ended, KEY, openPanel, prompted, saveViewStates } from '../../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const URI = 'file:///work/app.ts';
const SENT: ContentBlock[] = [
  { type: 'text', text: 'look at ' },
  { type: 'resource', resource: { uri: URI, text: 'const a = 1;' } },
  { type: 'text', text: ' please' },
];
const TYPED = `look at [@app.ts](${URI}) please`;

test('a sent prompt shows its mention at its place, which opens, is copied and recalled as typed', () => {
  const panel = openPanel({ events: [{ type: 'prompt_started', at: 1, content: SENT }, ended()] });
  const card = document.querySelector('.user-text');
  expect(card?.textContent).toBe('look at app.ts please');
  fireEvent.click(screen.getByTestId('attachment'));
  expect(panel.sent('open_mention')).toEqual([{ type: 'open_mention', key: KEY, uri: URI }]);
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(panel.sent('copy')).toEqual([{ type: 'copy', text: TYPED }]);
  fireEvent.keyDown(composerInput(), { key: 'ArrowUp' });
  expect(composerText()).toBe(TYPED);
});

test('a queued prompt shows its mentions, and is edited as it was typed', () => {
  const panel = openPanel({ events: [prompted('First')] });
  panel.dispatch({ type: 'queue_changed', at: 1, queue: [{ id: 'one', content: SENT }], held: false });
  const queued = screen.getByTestId('queued');
  expect(queued.textContent).toBe('look at app.ts please');
  fireEvent.click(within(queued).getByRole('button', { name: /^Edit/ }));
  expect(composerView(screen.getByTestId('queued-edit')).state.doc.toString()).toBe(TYPED);
});

test('a refused prompt is in the draft again, before what was typed since, and the note says why', () => {
  const panel = openPanel();
  typeText(TYPED);
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  typeText('more');
  const message = '“app.ts” does not exist';
  const image = { type: 'image', data: 'AQID', mimeType: 'image/png' };
  const content = [image, { type: 'text', text: TYPED }];
  panel.receive({ type: 'prompt_refused', key: KEY, content, message });
  expect(composerText()).toBe(`${TYPED}\nmore`);
  expect(screen.getByTestId('composer-note').textContent).toBe(message);
  expect(screen.getByTestId('composer-note').getAttribute('role')).toBe('alert');
  expect(document.querySelectorAll('.composer-attachments img')).toHaveLength(1);
  typeText('other');
  expect(screen.getByTestId('composer-note').textContent).toBe('');
});
