// @vitest-environment happy-dom
// What a turn changed can be committed by the context menu, where it changed files; its end has three actions at most.
import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { menuContext } from '../../../../src/core/panel/menuContext.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { openPanel, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const asked: SessionEvent = { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'do it' }] };
const checkpoint: SessionEvent = { type: 'checkpoint_made', at: 1, checkpoint: 'one' };
const edited: SessionEvent = {
  type: 'tool_call',
  at: 2,
  call: { toolCallId: 'a', kind: 'edit', status: 'completed', title: 'Edit' },
};
const read: SessionEvent = {
  type: 'tool_call',
  at: 2,
  call: { toolCallId: 'b', kind: 'read', status: 'completed', title: 'Read' },
};
const ended: SessionEvent = { type: 'turn_ended', at: 3, stopReason: 'end_turn' };
const changed: SessionEvent = {
  type: 'changes_updated',
  at: 4,
  changes: {
    files: [{ path: '/a.ts', name: 'a.ts', state: 'modified', added: 1, removed: 0, hasConflict: false }],
    canRedo: false,
  },
};
/** Whether the context menu on the end of the turn offers it. */
function isInMenu(container: Element): boolean | undefined {
  const target = container.querySelector('[data-testid="entry"][data-kind="turn"]');
  if (target === null) return undefined;
  fireEvent.contextMenu(target);
  return menuContext.parse(JSON.parse(document.body.dataset['vscodeContext'] ?? '')).parleyChanges;
}

test('a turn that edited files is committed from the menu of its end', () => {
  const panel = openPanel({ events: [asked, checkpoint, edited, ended] });
  expect(isInMenu(panel.container)).toBe(true);
});

test('a command that changed files counts too, once that is known', () => {
  const panel = openPanel({ events: [asked, checkpoint, read, ended, changed] });
  expect(isInMenu(panel.container)).toBe(true);
});

test('a turn that only read, runs, or has no checkpoint is not offered', () => {
  for (const events of [
    [asked, checkpoint, read, ended],
    [asked, checkpoint, edited],
    [asked, edited, ended],
  ]) {
    const panel = openPanel({ events });
    expect(isInMenu(panel.container) ?? false).toBe(false);
    cleanup();
  }
});

test('an answer has three actions: copy, regenerate, and fork where the agent can', () => {
  const actions = (): readonly (string | undefined)[] =>
    [...document.querySelectorAll<HTMLElement>('.turn-actions button')].map(
      ({ dataset }) => dataset['testid'],
    );
  openPanel({
    panel: { sessionAbilities: { fork: true, forkAtPrompt: false, forkAfterAnswer: true } },
    events: [asked, checkpoint, edited, ended, changed],
  });
  expect(actions()).toEqual(['copy-response', 'regenerate', 'fork']);
  cleanup();
  openPanel({ events: [asked, checkpoint, edited, ended, changed] });
  expect(actions()).toEqual(['copy-response', 'regenerate']);
});
