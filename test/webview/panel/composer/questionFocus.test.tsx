// @vitest-environment happy-dom
// The way from the composer to a question by Shift+Tab: to the card as a group, whatever else stands in the dock.
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { composerInput } from '../../../support/composer/composerInput.ts';
import { openPanel, prompted } from '../../../support/panel.tsx';
import { pass, permissionAsked, permissionClosed, usePanelClock } from '../../../support/permissionCards.ts';

usePanelClock();

const asked = (id: string): SessionEvent =>
  permissionAsked(id, {
    options: [
      { optionId: 'yes', name: 'Allow once', kind: 'allow_once' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      { optionId: 'always', name: 'Allow for this session', kind: 'allow_always' },
    ],
    call: { title: `Edit ${id}`, kind: 'edit', locations: [{ path: `/w/${id}.ts`, line: 1 }] },
  });
const nearlyFull: SessionEvent = { type: 'usage', at: 1, usage: { used: 97_000, size: 100_000 } };
const changedFile: SessionEvent = {
  type: 'changes_updated',
  at: 1,
  changes: {
    files: [{ path: '/w/a.ts', name: 'a.ts', state: 'modified', added: 2, removed: 1, hasConflict: false }],
    canRedo: false,
  },
};
const mode: SessionEvent = {
  type: 'config_options',
  at: 1,
  options: [
    {
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      setBy: 'config_option',
      type: 'select',
      currentValue: 'ask',
      groups: [{ values: [{ value: 'ask', name: 'Ask' }] }],
    },
  ],
};

const shiftTab = (): boolean => fireEvent.keyDown(composerInput(), { key: 'Tab', shiftKey: true });

test.each([
  ['alone', []],
  ['with changed files', [changedFile]],
  ['with the context banner', [nearlyFull]],
  ['with both, and an agent that has modes', [changedFile, nearlyFull, mode]],
])('Shift+Tab goes to the card itself: %s', (_case, others) => {
  const panel = openPanel({ events: [prompted('Go'), ...others, asked('a'), asked('b')] });
  composerInput().focus();
  expect(shiftTab()).toBe(false);
  expect(document.activeElement).toBe(screen.getByTestId('permission'));
  // After an answer, when another waits.
  pass(500);
  fireEvent.keyDown(screen.getByTestId('permission'), { key: '2' });
  expect(panel.sent('permission').map(({ optionId }) => optionId)).toEqual(['no']);
  panel.dispatch(permissionClosed('a'));
  composerInput().focus();
  shiftTab();
  expect(document.activeElement).toBe(screen.getByTestId('permission'));
  expect(screen.getByTestId('permission').dataset['requestId']).toBe('b');
});

test('Tab on the card goes to the first option, past the links and the change, and Shift+Tab to the last', () => {
  openPanel({ events: [prompted('Go'), asked('a')] });
  composerInput().focus();
  shiftTab();
  fireEvent.keyDown(screen.getByTestId('permission'), { key: 'Tab' });
  expect(document.activeElement?.getAttribute('data-kind')).toBe('allow_once');
  screen.getByTestId('permission').focus();
  fireEvent.keyDown(screen.getByTestId('permission'), { key: 'Tab', shiftKey: true });
  expect(document.activeElement?.getAttribute('data-kind')).toBe('allow_always');
  // From there on the browser moves the focus.
  expect(fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab' })).toBe(true);
});

test('without a question the key belongs to the modes, or to the browser', () => {
  const panel = openPanel({ events: [changedFile] });
  composerInput().focus();
  expect(shiftTab()).toBe(true);
  panel.dispatch(mode);
  expect(shiftTab()).toBe(false);
  expect(document.activeElement).toBe(composerInput());
});
