// @vitest-environment happy-dom
// A plan that is a text, in the transcript.
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const plan = (text: string, file?: string): SessionEvent => ({
  type: 'plan_document',
  at: 2,
  planId: 'p',
  text,
  ...(file === undefined ? {} : { file }),
});

const entry = (): HTMLElement => {
  const found = screen.getAllByTestId('entry').find(({ dataset }) => dataset['kind'] === 'plan');
  if (found === undefined) throw new Error('The transcript shows no plan');
  return found;
};

test('it is rendered, and says that it was withdrawn', () => {
  const panel = openPanel({ events: [prompted('Go'), plan('# Steps\n\n1. Look\n2. Change')] });
  expect(within(entry()).getByRole('heading', { name: 'Steps' })).toBeTruthy();
  expect(within(entry()).getAllByRole('listitem')).toHaveLength(2);
  expect(entry().textContent).not.toContain('Withdrawn');
  panel.dispatch({ type: 'plan_removed', at: 3, planId: 'p' });
  expect(entry().textContent).toContain('Withdrawn');
});

test('of a long one the transcript renders the beginning', () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `Line ${index} of a plan that is long.`).join(
    '\n\n',
  );
  openPanel({ events: [prompted('Go'), plan(text)] });
  expect(entry().textContent).toContain('Line 0 of');
  expect(entry().textContent?.length).toBeLessThan(8_000);
});

test('one in a file shows the name of the file', () => {
  openPanel({ events: [prompted('Go'), plan('', 'file:///work/plan.md')] });
  expect(entry().textContent).toContain('file:///work/plan.md');
});
