// @vitest-environment happy-dom
// Pasting images: one that is still being read is not left behind, and text wins over the picture of it.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { composerInput, composerText, typeText } from '../../../support/composer/composerInput.ts';
import { BROKEN } from '../../../support/composer/decodedImages.ts';
import {
  finishReading,
  paste,
  readersWaiting,
  SHOT,
  useSlowReading,
} from '../../../support/composer/slowReading.ts';
import { openPanel } from '../../../support/panel.tsx';

useSlowReading();

test('a prompt that is sent while an image is being read goes with the image', async () => {
  const panel = openPanel();
  paste();
  typeText('What is this?');
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  await finishReading();
  await waitFor(() => expect(panel.sent('prompt')).toHaveLength(1));
  expect(panel.sent('prompt')[0]?.content).toEqual([
    { type: 'image', data: 'AQID', mimeType: 'image/png' },
    { type: 'text', text: 'What is this?' },
  ]);
  expect(composerText()).toBe('');
  expect(screen.queryByRole('img', { name: 'Image' })).toBeNull();
});

test('Enter twice while an image is being read sends one prompt', async () => {
  const panel = openPanel();
  paste();
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  await finishReading();
  await waitFor(() => expect(panel.sent('prompt')).toHaveLength(1));
  await act(() => Promise.resolve());
  expect(panel.sent('prompt')).toHaveLength(1);
});

test('cells of a table are pasted as text, though a picture of them is on the clipboard too', () => {
  openPanel();
  paste({ 'text/plain': '1\t2', 'text/html': '<table></table>' });
  expect(composerText()).toBe('1\t2');
  expect(readersWaiting()).toBe(0);
});

test('an image of a page is pasted as an image, and so is the file of one', async () => {
  openPanel();
  expect(paste({ 'text/html': '<img src="a.png">' }).defaultPrevented).toBe(true);
  expect(paste({ 'text/plain': 'image.png' }).defaultPrevented).toBe(true);
  await waitFor(() => expect(readersWaiting()).toBe(2));
});

const WITHOUT_IMAGES = { image: false, audio: false, embeddedContext: false };

test.each([
  ['of a kind that agents do not take', new File(['x'], 'a.tiff', { type: 'image/tiff' }), 'Only PNG'],
  [
    'that is too large',
    new File([new Uint8Array(30_000_001)], 'a.png', { type: 'image/png' }),
    'larger than 30 MB',
  ],
])('a file %s is not attached, and why is said until something is typed', (_name, file, why) => {
  openPanel();
  paste({}, [file]);
  expect(readersWaiting()).toBe(0);
  expect(screen.getByTestId('composer-note').textContent).toContain(why);
  typeText('a');
  expect(screen.getByTestId('composer-note').textContent).toBe('');
});

test('an agent without images is named, and text beside an image is pasted', () => {
  openPanel({ panel: { promptCapabilities: WITHOUT_IMAGES } });
  paste();
  expect(screen.getByTestId('composer-note').textContent).toMatch(/doesn’t accept images/);
  paste({ 'text/plain': 'words' });
  expect(composerText()).toBe('words');
  expect(screen.getByTestId('composer-note').textContent).toBe('');
});

test('an image that cannot be decoded is named, and the prompt that waits for it is not sent without it', async () => {
  const panel = openPanel();
  typeText('What is this?');
  paste({}, [new File([BROKEN], 'broken.png', { type: 'image/png' })]);
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  await waitFor(() => expect(screen.getByTestId('composer-note').textContent).toContain('“broken.png”'));
  expect(panel.sent('prompt')).toEqual([]);
  expect(composerText()).toBe('What is this?');
});

test.each(['a table of an office program', 'formatted text alone'])('%s is pasted as plain text', (from) => {
  const panel = openPanel();
  const html =
    '<style>p{}</style><b>on</b>e<p>two</p><ul><li>three</li></ul><table><tr><td>a</td><td>b</td></tr></table><script>alert(1)</script><img src=x onerror=alert(1)>';
  const isTable = from === 'a table of an office program';
  paste({ 'text/html': html, ...(isTable ? { 'text/plain': 'one\ntwo' } : {}) }, isTable ? [SHOT] : []);
  expect(composerText()).toBe(isTable ? 'one\ntwo' : 'one\ntwo\nthree\na\tb');
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')[0]?.content).toHaveLength(1);
});
