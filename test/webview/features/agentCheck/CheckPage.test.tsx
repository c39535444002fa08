// @vitest-environment happy-dom
// The page that checks an agent: few buttons, the others in a menu.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { CheckPageState, CheckReport } from '../../../../src/features/agentCheck/core/checkReport.ts';
import { CheckPage } from '../../../../webview/features/agentCheck/CheckPage.tsx';

afterEach(cleanup);

const report: CheckReport = {
  agent: 'Birch',
  label: 'Birch',
  state: 'finished',
  verdict: { severity: 'info', text: 'Everything works.' },
  steps: [],
  facts: [],
  capabilities: [],
  signIn: { state: 'unknown', text: 'Not known.', methods: [] },
  servers: [{ name: 'docs', kind: 'http', isPassed: true, note: 'Given to the agent.' }],
  findings: [],
  errors: [],
  stderrTail: '',
};

function openPage(shown: Partial<CheckReport> = {}) {
  const posted: unknown[] = [];
  const api = {
    postMessage: (message: unknown) => void posted.push(message),
    getState: () => undefined,
    setState: () => undefined,
  };
  const { container } = render(<CheckPage api={api} />);
  const data: CheckPageState = { type: 'check', report: { ...report, ...shown } };
  act(() => void window.dispatchEvent(new MessageEvent('message', { data })));
  const buttons = [...container.querySelectorAll<HTMLElement>('vscode-button')];
  return { posted, buttons: buttons.map(({ dataset }) => dataset['action']) };
}

test.each<[string, Partial<CheckReport>, readonly string[]]>([
  ['works', {}, ['run', 'copy', 'test-servers']],
  ['is being checked', { state: 'running' }, ['cancel', 'copy', 'test-servers']],
  ['needs a sign-in', { signIn: { ...report.signIn, state: 'needed' } }, ['sign-in', 'run', 'test-servers']],
])('an agent that %s has three buttons', (_what, shown, expected) => {
  expect(openPage(shown).buttons).toEqual(expected);
});

test('what has no button is in the menu, and runs from there', () => {
  const { posted } = openPage({ signIn: { ...report.signIn, state: 'needed' } });
  fireEvent.click(screen.getByTestId('check-more'));
  expect(screen.getAllByRole('menuitem').map(({ dataset }) => dataset['value'])).toEqual([
    'copy',
    'restart',
    'edit-settings',
    'show-servers',
    'show-log',
    'show-protocol',
    'add-agent',
    'other-agent',
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Show Log' }));
  expect(posted.at(-1)).toEqual({ type: 'action', action: 'show-log' });
});
