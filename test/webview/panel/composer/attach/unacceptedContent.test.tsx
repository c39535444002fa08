// @vitest-environment happy-dom
// A prompt with what its agent does not accept: it stays in the composer, and the message says why.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { composerInput, composerText } from '../../../../support/composer/composerInput.ts';
import { ended, KEY, openPanel, prompted, READY, saveViewStates, words } from '../../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const NOTHING = { image: false, audio: false, embeddedContext: false };
const stored = (type: 'image' | 'audio') => ({
  draft: { key: KEY, text: 'Look', revision: 1 },
  attachments: [{ type, data: 'AA==', mimeType: `${type}/x` }],
});

test.each([
  ['image', 'Bot doesn’t accept images. Remove them to send the prompt.'],
  ['audio', 'Bot doesn’t accept audio. Remove it to send the prompt.'],
] as const)('an agent without any capability gets no %s, and nothing is lost', (type, message) => {
  const { draft, attachments } = stored(type);
  const panel = openPanel({ attachments, panel: { draft, promptCapabilities: NOTHING } });
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')).toEqual([]);
  expect(screen.getByRole('alert').textContent).toBe(message);
  expect(composerText()).toBe('Look');
  fireEvent.click(screen.getByRole('button', { name: 'Remove Attachment' }));
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')[0]?.content).toEqual([{ type: 'text', text: 'Look' }]);
});

test('while it is not known what the agent accepts, the prompt is sent', () => {
  const agent = { ...READY.agent, status: { state: 'stopped' as const } };
  const { draft, attachments } = stored('image');
  const panel = openPanel({ attachments, panel: { draft, agent, promptCapabilities: NOTHING } });
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')).toHaveLength(1);
});

const IMAGE = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
const REFUSAL = 'Bot doesn’t accept images. Remove them to send the prompt.';

test('an earlier prompt is not sent again with what the agent does not accept', () => {
  Element.prototype.scrollIntoView = vi.fn();
  const events = [{ type: 'prompt_started' as const, at: 1, content: [IMAGE, words('look')] }, ended()];
  const panel = openPanel({ events, panel: { promptCapabilities: NOTHING } });
  fireEvent.click(screen.getByTestId('edit-prompt'));
  fireEvent.keyDown(screen.getByTestId('prompt-input'), { key: 'Enter' });
  expect(panel.sent('resend')).toEqual([]);
  expect(screen.getByRole('alert').textContent).toBe(REFUSAL);
});

test('a queued prompt is not saved with what the agent does not accept, and stays open', () => {
  Element.prototype.scrollIntoView = vi.fn();
  const panel = openPanel({ events: [prompted('Go')], panel: { promptCapabilities: NOTHING } });
  const queue = [{ id: 'a', content: [IMAGE, words('look')] }];
  panel.dispatch({ type: 'queue_changed', at: 2, queue, held: false });
  fireEvent.keyDown(screen.getByTestId('queued'), { key: 'F2' });
  fireEvent.keyDown(screen.getByTestId('queued-edit'), { key: 'Enter' });
  expect(panel.sent('queue_edit')).toEqual([]);
  expect(screen.getByRole('alert').textContent).toBe(REFUSAL);
  expect(screen.getByTestId('queued-edit')).toBeDefined();
});
