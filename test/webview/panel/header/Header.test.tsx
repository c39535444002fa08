// @vitest-environment happy-dom
// The title of the session in the panel, where VS Code shows it nowhere.
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPanel, READY, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

test('the head has the title where the host asks for it, and only there', () => {
  const panel = openPanel({
    panel: { showsTitle: true },
    events: [{ type: 'renamed', at: 1, alias: 'Green tea' }],
  });
  const head = screen.getByTestId('session-title').closest('header');
  expect(head?.dataset['titled']).toBe('true');
  expect(head?.textContent).toContain('Green tea');
  panel.receive({ type: 'panel', panel: READY });
  expect(head?.dataset['titled']).toBe('false');
});
