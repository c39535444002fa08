// @vitest-environment happy-dom
// Words of agents that are looked up in tables, where every object has some that nobody put there.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stopReasonLabel } from '../../../../webview/panel/entries/stopReasonLabel.ts';
import { decisionLabel } from '../../../../webview/panel/toolCall/decisionLabel.ts';
import { kindIcon, statusLabel } from '../../../../webview/panel/toolCall/toolLabel.ts';
import { PlanList } from '../../../../webview/panel/plan/PlanList.tsx';
import { openPanel, prompted } from '../../../support/panel.tsx';

afterEach(cleanup);

test.each(['constructor', 'toString', '__proto__', 'valueOf'])('%s is a word like any other', (word) => {
  expect(kindIcon(word)).toBe('tools');
  expect(statusLabel(word)).toEqual({ icon: 'circle-large-outline', label: word });
  expect(stopReasonLabel(word)).toContain(word);
  const option = { name: 'Do it', kind: word };
  expect(decisionLabel({ by: 'user', option })).toBe('Answered “Do it”');
  render(<PlanList entries={[{ content: 'Look', priority: 'high', status: word }]} />);
  expect(screen.getByRole('listitem').textContent).toContain(`${word}: Look`);
});

test('a summary of the conversation in a state of that name is shown', () => {
  openPanel({
    events: [prompted('Go'), { type: 'compaction', at: 2_000, compactionId: 'c', status: 'constructor' }],
  });
  expect(screen.getByText('Compacting context: constructor')).toBeDefined();
});

function unfold(): void {
  const head = screen.getByRole('button', { name: /Write a\.ts/ });
  if (head.getAttribute('aria-expanded') === 'false') fireEvent.click(head);
}

test('a reason that an agent puts into a fence is no code', () => {
  const call = (status: string) => ({
    toolCallId: 'c1',
    title: 'Write a.ts',
    kind: 'edit',
    status,
    content: [
      {
        type: 'content' as const,
        content: { type: 'text' as const, text: '```\nUser refused permission\n```' },
      },
    ],
  });
  openPanel({ events: [prompted('Go'), { type: 'tool_call', at: 2, call: call('failed') }] });
  unfold();
  expect(screen.getByText('User refused permission').className).not.toContain('markdown');
  expect(screen.queryByTestId('code-block')).toBeNull();
  cleanup();
  openPanel({ events: [prompted('Go'), { type: 'tool_call', at: 2, call: call('completed') }] });
  unfold();
  expect(screen.getByTestId('code-block')).toBeDefined();
});
