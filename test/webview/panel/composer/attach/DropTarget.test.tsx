// @vitest-environment happy-dom
// Drops on the panel: addresses go to the host, files of the desktop are attached, text goes into the input.
import { act, cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { composerText, composerView, typeText } from '../../../../support/composer/composerInput.ts';
import { decodeImages } from '../../../../support/composer/decodedImages.ts';
import { ended, KEY, openPanel, prompted, saveViewStates } from '../../../../support/panel.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
  saveViewStates();
});

interface Dragged {
  readonly texts?: Readonly<Record<string, string>>;
  readonly files?: readonly File[];
}

function transferOf({ texts = {}, files = [] }: Dragged) {
  return {
    files,
    items: [],
    types: [...Object.keys(texts), ...(files.length > 0 ? ['Files'] : [])],
    getData: (type: string) => texts[type] ?? '',
  };
}

function drag(
  kind: 'dragOver' | 'dragLeave' | 'drop',
  dragged: Dragged,
  target: Element = document.body,
): Event {
  const event = createEvent[kind](target);
  Object.defineProperty(event, 'dataTransfer', { value: transferOf(dragged) });
  act(() => void fireEvent(target, event));
  return event;
}

const chips = (): readonly string[] =>
  screen.queryAllByTestId('attachment').map(({ dataset }) => dataset['name'] ?? '');

test('files of the Explorer dropped anywhere on the panel are handed to the host, each once', () => {
  const panel = openPanel({ events: [prompted('Hi')] });
  const list = 'file:///a/b.ts\r\nfile:///a/c.ts\r\n# a comment\r\nfile:///a/b.ts';
  const dragged = { texts: { 'text/uri-list': list, 'text/plain': '/a/b.ts' } };
  expect(drag('dragOver', dragged).defaultPrevented).toBe(true);
  expect(screen.getByTestId('drop-target').dataset['state']).toBe('over');
  drag('drop', dragged, screen.getByTestId('transcript'));
  expect(panel.sent('add_dropped')).toEqual([
    { type: 'add_dropped', key: KEY, uris: ['file:///a/b.ts', 'file:///a/c.ts'] },
  ]);
  expect(screen.queryByTestId('drop-target')).toBeNull();
  expect(composerText()).toBe('');
});

test('what is dropped or pasted into a prompt that is edited is added there', () => {
  Element.prototype.scrollIntoView = vi.fn();
  const panel = openPanel({ events: [prompted('Hi'), ended()] });
  fireEvent.click(screen.getByTestId('edit-prompt'));
  const input = screen.getByTestId('prompt-input');
  const texts = { 'text/uri-list': 'file:///a/b.ts' };
  drag('drop', { texts }, input);
  fireEvent.paste(input, { clipboardData: transferOf({ texts }) });
  const [dropped, pasted] = panel.sent('add_dropped');
  expect(dropped?.field).toBeDefined();
  expect(pasted?.field).toBe(dropped?.field);
  panel.receive({ type: 'add_context', context: { text: '[@b.ts](file:///a/b.ts)', field: dropped?.field } });
  expect(composerText()).toBe('');
  expect(composerView(input).state.doc.toString()).toBe('Hi [@b.ts](file:///a/b.ts) ');
  // Where the edit is over, it is not lost.
  fireEvent.keyDown(input, { key: 'Escape' });
  panel.receive({ type: 'add_context', context: { text: '[@c.ts](file:///c.ts)', field: dropped?.field } });
  expect(composerText()).toBe('[@c.ts](file:///c.ts) ');
});

test.each([
  ['application/vnd.code.uri-list', 'file:///c%3A/x.ts\r\nfile:///C:/x.ts', ['file:///C:/x.ts']],
  ['resourceurls', '["file:///a%20b.ts"]', ['file:///a%20b.ts']],
  ['codefiles', '["/a b/c#.ts", "C:\\\\d\\\\e.ts"]', ['file:///a%20b/c%23.ts', 'file:///C%3A/d/e.ts']],
])('addresses are read from %s', (type, data, uris) => {
  const panel = openPanel();
  drag('drop', { texts: { [type]: data } });
  expect(panel.sent('add_dropped')[0]?.uris).toEqual(uris);
});

test('what is no address is not handed to the host', () => {
  const panel = openPanel();
  drag('drop', { texts: { 'text/uri-list': 'javascript:alert(1)\ndata:text/html,x', codefiles: '{"a":1}' } });
  expect(panel.sent('add_dropped')).toEqual([]);
});

test('a drag that VS Code takes back shows how to drop', () => {
  openPanel();
  const dragged = { texts: { 'text/uri-list': 'file:///a' } };
  drag('dragOver', dragged);
  const leave = createEvent.dragLeave(document.body, { clientX: 100, clientY: 100 });
  Object.defineProperties(leave, {
    dataTransfer: { value: transferOf(dragged) },
    clientX: { value: 100 },
    clientY: { value: 100 },
    relatedTarget: { value: null },
  });
  act(() => void fireEvent(document.body, leave));
  expect(screen.getByTestId('drop-target').textContent).toContain('Hold Shift');
});

test('images of the desktop are attached, text files too, and what is neither is named', async () => {
  decodeImages(3136, 1568);
  openPanel();
  drag('drop', {
    files: [
      new File(['x'], 'shot.png', { type: 'image/png' }),
      new File(['a = 1'], 'notes.txt', { type: 'text/plain' }),
      new File([new Uint8Array([0, 1, 2])], 'tool.bin'),
    ],
  });
  await waitFor(() => expect([...chips()].toSorted()).toEqual(['notes.txt', 'shot.png']));
  await waitFor(() => expect(screen.getByTestId('composer-note').textContent).toContain('“tool.bin”'));
});

test('an audio file of the desktop goes with the prompt as audio, where the agent accepts that', async () => {
  const panel = openPanel({
    panel: { promptCapabilities: { image: true, audio: true, embeddedContext: true } },
  });
  drag('drop', { files: [new File(['sound'], 'voice.mp3', { type: 'audio/mpeg' })] });
  await waitFor(() => expect(chips()).toHaveLength(1));
  typeText('Transcribe this');
  fireEvent.click(screen.getByTestId('send'));
  await waitFor(() => expect(panel.sent('prompt')).toHaveLength(1));
  expect(panel.sent('prompt')[0]?.content).toContainEqual({
    type: 'audio',
    data: btoa('sound'),
    mimeType: 'audio/mpeg',
  });
});

test('a dropped text goes into the input, wherever it is dropped', () => {
  openPanel({ events: [prompted('Hi')] });
  typeText('See ');
  drag('drop', { texts: { 'text/plain': 'this' } }, screen.getByTestId('transcript'));
  expect(composerText()).toBe('See this');
});

test('a text that is dropped on another field is left to that field', () => {
  openPanel({ events: [prompted('Hi')] });
  const field = document.body.appendChild(document.createElement('textarea'));
  expect(drag('drop', { texts: { 'text/plain': 'this' } }, field).defaultPrevented).toBe(false);
  field.remove();
  expect(composerText()).toBe('');
});

test('200 images at once: the first 100 are attached, and the limit is said', async () => {
  decodeImages(10, 10);
  openPanel();
  const files = Array.from(
    { length: 200 },
    (_, index) => new File(['x'], `${index}.png`, { type: 'image/png' }),
  );
  drag('drop', { files });
  await waitFor(() => expect(chips()).toHaveLength(100));
  expect(screen.getByTestId('composer-note').textContent).toContain('at most 100');
});

test('an agent without images: the drop target says so, and the message names the file', () => {
  openPanel({ panel: { promptCapabilities: { image: false, audio: false, embeddedContext: false } } });
  const dragged = { files: [new File(['x'], 'shot.png', { type: 'image/png' })] };
  drag('dragOver', dragged);
  expect(screen.getByTestId('drop-target').textContent).toContain('Bot doesn’t accept images');
  drag('drop', dragged);
  expect(screen.getByTestId('composer-note').textContent).toContain('“shot.png”');
});
