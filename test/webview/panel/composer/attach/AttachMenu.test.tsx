// @vitest-environment happy-dom
// The menu of the paperclip: by keyboard, and with reasons where the agent takes something not.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { composerInput, composerText, typeText } from '../../../../support/composer/composerInput.ts';
import { KEY, openPanel, saveViewStates } from '../../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const item = (value: string): HTMLElement => {
  const found = screen.getAllByRole('menuitem').find(({ dataset }) => dataset['value'] === value);
  if (found === undefined) throw new Error(`No item ${value}.`);
  return found;
};

test('an item asks the host, and the menu closes', () => {
  const panel = openPanel();
  fireEvent.click(screen.getByTestId('attach'));
  fireEvent.click(item('files'));
  expect(panel.sent('attach')).toEqual([{ type: 'attach', key: KEY, source: 'files' }]);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('arrows, Home, End and letters go from item to item; Escape closes', async () => {
  openPanel();
  fireEvent.click(screen.getByTestId('attach'));
  await waitFor(() => expect(document.activeElement).toBe(item('files')));
  const press = (key: string): void =>
    void fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press('ArrowDown');
  expect(document.activeElement).toBe(item('image'));
  press('End');
  expect(document.activeElement).toBe(item('session'));
  press('ArrowDown');
  expect(document.activeElement).toBe(item('files'));
  press('p');
  expect(document.activeElement).toBe(item('problems'));
  press('Escape');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('what the agent does not take says so and does nothing', () => {
  const panel = openPanel({
    panel: { promptCapabilities: { image: false, audio: false, embeddedContext: false } },
  });
  fireEvent.click(screen.getByTestId('attach'));
  expect(item('image').textContent).toContain('Bot doesn’t accept images');
  expect(item('audio').textContent).toContain('Bot doesn’t accept audio');
  fireEvent.click(item('image'));
  expect(panel.sent('attach')).toEqual([]);
});

test('an item with several things to choose from opens their list in the input', () => {
  const panel = openPanel();
  typeText('See');
  fireEvent.click(screen.getByTestId('attach'));
  fireEvent.click(item('terminal'));
  expect(composerText()).toBe('See @terminal:');
  expect(document.activeElement).toBe(composerInput());
  expect(panel.sent('mention_query').at(-1)).toMatchObject({ kind: 'terminal', text: '' });
});
