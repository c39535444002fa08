// @vitest-environment happy-dom
// What the host adds to the draft: mentions at the caret, attachments above the input, and what could not be added.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { mentionText } from '../../../../../src/core/mentions/mention.ts';
import { attachedText } from '../../../../../src/core/session/content.ts';
import { composerInput, composerText, typeText } from '../../../../support/composer/composerInput.ts';
import { decodeImages } from '../../../../support/composer/decodedImages.ts';
import { openPanel, saveViewStates } from '../../../../support/panel.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
  saveViewStates();
});

const chips = (): readonly string[] =>
  screen.queryAllByTestId('attachment').map(({ dataset }) => dataset['name'] ?? '');

test('mentions go to the caret, apart from what is there, and the input has the focus', () => {
  const panel = openPanel();
  typeText('Fix');
  panel.receive({ type: 'add_context', context: { text: '[@a.ts](file:///a.ts)' } });
  expect(composerText()).toBe('Fix [@a.ts](file:///a.ts) ');
  expect(document.activeElement).toBe(composerInput());
});

test('200 mentions stay in the text and are not attached as a long text', () => {
  const panel = openPanel();
  const mentions = Array.from({ length: 200 }, (_, index) =>
    mentionText({ name: `file-${index}.ts`, uri: `file:///home/ada/project/folder/file-${index}.ts` }),
  ).join(' ');
  const before = performance.now();
  panel.receive({ type: 'add_context', context: { text: mentions } });
  expect(performance.now() - before).toBeLessThan(5_000);
  expect(composerText()).toBe(`${mentions} `);
  expect(document.querySelectorAll('.composer-attachments')).toHaveLength(0);
});

test('texts without a file are attached under their name, and a note says what was not added', () => {
  const panel = openPanel();
  panel.receive({
    type: 'add_context',
    context: { attachments: [attachedText('Untitled-1', 'text')], note: '“x” was not added.' },
  });
  expect(chips()).toEqual(['Untitled-1']);
  expect(screen.getByTestId('composer-note').textContent).toBe('“x” was not added.');
});

test('an image of the host is scaled to what models take, and never up', async () => {
  decodeImages(3136, 1568);
  const panel = openPanel();
  const media = [{ name: 'photo.jpg', mimeType: 'image/jpeg', bytes: new Uint8Array([1]) }];
  panel.receive({ type: 'add_context', context: { media } });
  await waitFor(() => expect(chips()).toEqual(['photo.jpg']));
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  const [image] = panel.sent('prompt')[0]?.content ?? [];
  expect(image).toMatchObject({ type: 'image', mimeType: 'image/jpeg', data: btoa('1568x784') });
});

test('what comes while the session is not shown yet is added once it is', () => {
  const panel = openPanel();
  panel.receive({ type: 'add_context', context: { text: 'one' } });
  panel.receive({ type: 'add_context', context: { text: 'two' } });
  expect(composerText()).toBe('one two ');
});

test('a pasted text of 30 lines is attached, one of 29 is not, and the button puts it into the text', () => {
  openPanel();
  const paste = (text: string): void => {
    const clipboardData = {
      files: [],
      types: ['text/plain'],
      getData: (type: string) => (type === 'text/plain' ? text : ''),
    };
    fireEvent.paste(composerInput(), { clipboardData });
  };
  const short = Array.from({ length: 29 }, (_, index) => `line ${index}`).join('\n');
  paste(short);
  expect(composerText()).toBe(short);
  typeText('');
  paste(`${short}\nline 29`);
  expect(composerText()).toBe('');
  expect(chips()).toHaveLength(1);
  fireEvent.click(screen.getByTestId('insert-as-text'));
  expect(composerText()).toBe(`${short}\nline 29 `);
  expect(chips()).toEqual([]);
});

test('what is beyond the limit of attachments is not dropped without a message', () => {
  const panel = openPanel();
  const attachments = Array.from({ length: 120 }, (_, index) => attachedText(`${index}.txt`, 'text'));
  panel.receive({ type: 'add_context', context: { attachments } });
  expect(chips()).toHaveLength(100);
  expect(screen.getByTestId('composer-note').textContent).toBe('A prompt can have at most 100 attachments.');
});
