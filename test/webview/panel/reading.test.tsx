// @vitest-environment happy-dom
// Size, fonts, density and direction are set on the page's root, and no component is rendered again for them.
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPanel, READY, saveViewStates } from '../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const root = document.documentElement;

test('The settings for reading are properties of the root', () => {
  const panel = openPanel({
    panel: { fontSize: 18, fontFamily: 'Inter', density: 'compact', direction: 'rtl' },
  });
  expect(root.style.getPropertyValue('--parley-font-size')).toBe('18px');
  expect(root.style.getPropertyValue('--parley-font-family')).toBe('Inter');
  expect(root.dataset).toMatchObject({ density: 'compact', direction: 'rtl' });
  panel.receive({ type: 'panel', panel: READY });
  expect(root.style.getPropertyValue('--parley-font-size')).toBe('');
  expect(root.style.getPropertyValue('--parley-font-family')).toBe('');
  expect(root.dataset).toMatchObject({ density: 'comfortable', direction: 'auto' });
});

test('Lists, quotes and tables of an answer begin on the side of their own text', () => {
  const { container } = openPanel({
    events: [
      { type: 'prompt_started', at: 0, content: [{ type: 'text', text: 'Hi' }] },
      {
        type: 'message_chunk',
        at: 1,
        role: 'agent',
        content: { type: 'text', text: '- שלום\n\n> שלום\n\n| א | ב |\n| - | - |\n| 1 | 2 |' },
      },
      { type: 'turn_ended', at: 2, stopReason: 'end_turn' },
    ],
  });
  for (const selector of ['ul', 'blockquote', '.markdown-table']) {
    expect(container.querySelector(selector)?.getAttribute('dir')).toBe('auto');
  }
});

test('The keys for the font size do not zoom a browser’s page', () => {
  openPanel();
  const press = (init: KeyboardEventInit): boolean =>
    window.dispatchEvent(new KeyboardEvent('keydown', { cancelable: true, ...init }));
  expect(press({ key: '=', ctrlKey: true })).toBe(false);
  expect(press({ key: '-', metaKey: true })).toBe(false);
  expect(press({ key: '=' })).toBe(true);
});
