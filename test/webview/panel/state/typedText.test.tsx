// @vitest-environment happy-dom
// Letters typed right before the page ends: neither the host nor VS Code has them, the tab does.
import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composerInput, composerText, typeText } from '../../../support/composer/composerInput.ts';
import { KEY, openPanel, saveViewStates } from '../../../support/panel.tsx';
import type { TabStorage } from '../../../../webview/panel/state/typedText.ts';

let items: Map<string, string>;
let tab: TabStorage;

beforeEach(() => {
  items = new Map();
  tab = {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
});

afterEach(() => {
  cleanup();
  saveViewStates();
});

/** Types into a page that ends at once, and opens the next with what the host has. */
function typeAndReload(typed: string, host: { readonly text: string; readonly revision: number }): void {
  const panel = openPanel({ tab });
  typeText(typed);
  panel.unmount();
  openPanel({ tab, panel: { draft: { key: KEY, ...host } } });
}

test('are there in the next page', () => {
  typeAndReload('letters', { text: 'lett', revision: 0 });
  expect(composerText()).toBe('letters');
});

test('are reported by the next page', () => {
  const panel = openPanel({ tab });
  typeText('a');
  panel.unmount();
  const next = openPanel({ tab });
  expect(next.sent('draft').at(-1)).toMatchObject({ text: 'a' });
});

test('give way to what the host knows to be newer', () => {
  typeAndReload('abc', { text: 'changed in an editor', revision: 9 });
  expect(composerText()).toBe('changed in an editor');
});

test('do not come back once they were sent', () => {
  const panel = openPanel({ tab });
  typeText('sent');
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')).toHaveLength(1);
  panel.unmount();
  openPanel({ tab, panel: { draft: { key: KEY, text: 'sen', revision: 0 } } });
  expect(composerText()).toBe('');
});

test('leave what is attached to the host', () => {
  const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
  const draft = { text: 'old', attachments: [image], revision: 1 };
  const saved = { sessions: [[KEY, { draft, folds: {} }]] };
  const panel = openPanel({
    tab,
    saved,
    attachments: [image],
    panel: { draft: { key: KEY, text: 'old', revision: 1 } },
  });
  typeText('older');
  panel.unmount();
  const next = openPanel({
    tab,
    saved,
    attachments: [],
    panel: { draft: { key: KEY, text: 'old', revision: 1 } },
  });
  expect(composerText()).toBe('older');
  expect(next.container.querySelectorAll('[data-testid="attachment"]')).toHaveLength(0);
});

test('of a session that was deleted are not held, nor of one that was left', () => {
  const panel = openPanel({ tab });
  typeText('private words');
  expect([...items.values()].join(' ')).toContain('private words');
  panel.receive({ type: 'sessions_deleted', keys: [KEY] });
  expect(items.size).toBe(0);
});

test('are typed as ever where the browser stores nothing', () => {
  const refuse = (): never => {
    throw new Error('SecurityError');
  };
  tab = { getItem: refuse, setItem: refuse, removeItem: refuse };
  typeAndReload('abc', { text: 'ab', revision: 0 });
  expect(composerText()).toBe('ab');
});
