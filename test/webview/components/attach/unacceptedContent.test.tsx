// @vitest-environment happy-dom
// A prompt with what its agent does not accept: it stays in the composer, and the message says why.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { composerInput, composerText } from '../../../support/composer/composerInput.ts';
import { KEY, openPanel, READY, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const NOTHING = { image: false, audio: false, embeddedContext: false };
const stored = (type: 'image' | 'audio') => ({
  sessions: [
    [
      KEY,
      { draft: { text: 'Look', attachments: [{ type, data: 'AA==', mimeType: `${type}/x` }] }, folds: {} },
    ],
  ],
});

test.each([
  ['image', 'Bot doesn’t accept images. Remove them to send the prompt.'],
  ['audio', 'Bot doesn’t accept audio. Remove it to send the prompt.'],
] as const)('an agent without any capability gets no %s, and nothing is lost', (type, message) => {
  const panel = openPanel({ saved: stored(type), panel: { promptCapabilities: NOTHING } });
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
  const panel = openPanel({ saved: stored('image'), panel: { agent, promptCapabilities: NOTHING } });
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')).toHaveLength(1);
});
