// @vitest-environment happy-dom
// What is not text in prompts and answers: images that zoom, audio that plays, resources that open; hostile ones stay chips.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ContentBlock } from '../../../../src/core/session/content.ts';
import { KEY, openPanel, saveViewStates, type OpenPanel } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

function show(content: ContentBlock): OpenPanel {
  return openPanel({ events: [{ type: 'message_chunk', at: 1, role: 'agent', content }] });
}

test('an image opens in a larger view, which Escape closes without stopping the turn', async () => {
  const panel = openPanel({
    events: [
      { type: 'prompt_started', at: 1, content: [{ type: 'image', data: 'AQID', mimeType: 'image/png' }] },
    ],
  });
  const image = screen.getByTestId('attachment');
  expect(image.dataset).toMatchObject({ kind: 'image', name: 'Image' });
  fireEvent.click(image);
  const view = screen.getByTestId('image-view');
  fireEvent.keyDown(view, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByTestId('image-view')).toBeNull());
  expect(panel.sent('cancel')).toEqual([]);
});

test('audio has a player', () => {
  show({ type: 'audio', data: 'AQID', mimeType: 'audio/mpeg' });
  const player = screen.getByTestId('attachment').querySelector('audio');
  expect(player?.getAttribute('src')).toBe('data:audio/mpeg;base64,AQID');
  expect(player?.controls).toBe(true);
});

test('an embedded text opens read-only, a link as a link, and a blob is saved', () => {
  const panel = show({ type: 'resource', resource: { uri: 'file:///a/b%20c.ts', text: 'x = 1' } });
  fireEvent.click(screen.getByTestId('attachment'));
  expect(panel.sent('open_text')).toEqual([{ type: 'open_text', name: 'b c.ts', text: 'x = 1' }]);
  cleanup();
  const linked = show({ type: 'resource_link', uri: 'file:///a/b.ts', name: 'b.ts' });
  fireEvent.click(screen.getByTestId('attachment'));
  expect(linked.sent('open_link')).toEqual([{ type: 'open_link', key: KEY, href: 'file:///a/b.ts' }]);
  cleanup();
  const binary = show({ type: 'resource', resource: { uri: 'file:///a/b.zip', blob: 'AQID' } });
  expect(screen.getByTestId('attachment').title).toBe('Save file:///a/b.zip as… (3 bytes)');
  fireEvent.click(screen.getByTestId('attachment'));
  expect(binary.sent('save_binary')).toEqual([
    { type: 'save_binary', key: KEY, name: 'b.zip', data: 'AQID' },
  ]);
});

test.each([
  ['file:///a/b.bin', 'AAEC/w==', 'b.bin', 'Save file:///a/b.bin as… (4 bytes)'],
  ['', 'AQI=', 'File', 'Save File as… (2 bytes)'],
  ['file:///a/\u202Egpj.exe', '', '\\u{202e}gpj.exe', 'Save file:///a/\\u{202e}gpj.exe as… (0 bytes)'],
])('binary content of %j has a name, its size, and nothing hidden', (uri, blob, name, title) => {
  show({ type: 'resource', resource: { uri, blob } });
  const chip = screen.getByTestId('attachment');
  expect(chip.textContent).toContain(name);
  expect(chip.title).toBe(title);
});

test.each([
  ['a type that runs', { type: 'image', data: 'AQID', mimeType: 'text/html' }],
  ['a type with more behind it', { type: 'image', data: 'AQID', mimeType: 'image/png,<script>' }],
  [
    'an address of a server and no data',
    { type: 'image', data: '', mimeType: 'image/png', uri: 'https://x/y.png' },
  ],
  ['100 MB', { type: 'image', data: 'A'.repeat(133_000_000), mimeType: 'image/png' }],
  ['audio of no such type', { type: 'audio', data: 'AQID', mimeType: 'audio/mpeg;base64,AA"' }],
] satisfies readonly (readonly [string, ContentBlock])[])(
  'media with %s is a chip, and nothing is loaded',
  (_name, block) => {
    show(block);
    const chip = screen.getByTestId('attachment');
    expect(chip.querySelector('img, audio')).toBeNull();
    expect(chip.title).toContain('cannot be shown');
  },
);

test('an image whose bytes are none becomes a chip', () => {
  show({ type: 'image', data: 'AQID', mimeType: 'image/png' });
  const image = screen.getByTestId('attachment').querySelector('img');
  if (image === null) throw new Error('There is no image.');
  fireEvent.error(image);
  expect(screen.getByTestId('attachment').querySelector('img')).toBeNull();
});

test('names cannot hide or turn what they say', () => {
  show({ type: 'resource_link', uri: 'file:///a', name: 'cod\u202Etxt.exe' });
  expect(screen.getByTestId('attachment').textContent).not.toContain('\u202E');
});
