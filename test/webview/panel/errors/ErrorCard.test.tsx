// @vitest-environment happy-dom
// The next steps of failures: those that the session can take, and when a limit is over.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { classifiedError } from '../../../../src/core/failures/failureErrors.ts';
import { commandNotFound, outputClosed } from '../../../../src/core/agentErrors.ts';
import { crashedTooOften, exited, type UserError } from '../../../../src/core/errors.ts';
import type { PanelState } from '../../../../src/core/panel/hostMessage.ts';
import type { AgentStatus } from '../../../../src/core/ports/agent.ts';
import { KEY, openPanel, prompted, READY, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

function open({ actions, ...error }: UserError) {
  return openPanel({
    events: [prompted('hello'), { type: 'turn_failed', at: 2, error: { ...error, actions: [...actions] } }],
  });
}

function panelWith(state: AgentStatus['state']): PanelState {
  return { ...READY, agent: { ...READY.agent, status: { state } } };
}

const offered = (container: HTMLElement): readonly (string | undefined)[] =>
  [...container.querySelectorAll<HTMLElement>('.error-actions [data-action]')].map(
    ({ dataset }) => dataset['action'],
  );

test('a limit says when it is over, and leaves to the card above the composer what that offers', () => {
  const resetsAt = Date.now() + 60_000;
  const panel = open(classifiedError('A', { class: 'quota-exhausted', resetsAt }, 'weekly'));
  const card = screen.getByTestId('error');
  expect(card.dataset['failure']).toBe('quota-exhausted');
  expect(card.textContent).toContain('Available again:');
  // No option of this session chooses a model.
  expect(offered(panel.container)).toEqual(['hand-off', 'try-again', 'show-log']);
  panel.dispatch({ type: 'limit_changed', at: 3, limit: { entryId: 'e2', resetsAt } });
  expect(offered(panel.container)).toEqual(['try-again', 'show-log']);
  // What is best is in the card above the composer.
  expect(panel.container.querySelector('.error-actions [appearance="primary"]')).toBeNull();
  fireEvent.click(panel.container.querySelector('[data-action="try-again"]') ?? panel.container);
  expect(panel.sent('error_action')).toEqual([{ type: 'error_action', key: KEY, action: 'try-again' }]);
});

test('another model is offered once where the session waits for its limit', () => {
  const panel = open(classifiedError('A', { class: 'quota-exhausted' }, undefined));
  panel.dispatch({
    type: 'config_options',
    at: 3,
    options: [
      {
        type: 'boolean',
        id: 'm',
        name: 'Model',
        category: 'model',
        setBy: 'config_option',
        currentValue: true,
      },
    ],
  });
  expect(offered(panel.container)).toContain('switch-model');
  panel.dispatch({ type: 'limit_changed', at: 4, limit: { entryId: 'e2' } });
  expect(offered(panel.container)).toEqual(['try-again', 'show-log']);
});

test('what an earlier version offered is not offered any more', () => {
  const error = classifiedError('A', { class: 'overloaded' }, undefined);
  const panel = open({ ...error, actions: ['send-later', ...error.actions] });
  expect(offered(panel.container)).toEqual(['try-again', 'hand-off', 'show-log']);
});

test('compacting and other models are offered where the session has them', () => {
  const panel = open(classifiedError('A', { class: 'context-exhausted' }, undefined));
  expect(offered(panel.container)).toEqual(['hand-off', 'new-session']);
  panel.dispatch(
    { type: 'commands', at: 3, commands: [{ name: 'compact', description: '' }] },
    {
      type: 'config_options',
      at: 3,
      options: [
        {
          type: 'boolean',
          id: 'm',
          name: 'Model',
          category: 'model',
          setBy: 'config_option',
          currentValue: true,
        },
      ],
    },
  );
  expect(offered(panel.container)).toEqual(['compact', 'hand-off', 'new-session']);
});

test('an error has at most three buttons, and a menu with the rest', () => {
  const panel = open(commandNotFound('A', 'a-command'));
  expect(offered(panel.container)).toEqual(['check-agent', 'edit-settings', 'choose-agent']);
  fireEvent.click(screen.getByTestId('error-more'));
  const items = screen.getAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['Restart Agent', 'Show Log']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Show Log' }));
  expect(panel.sent('error_action')).toEqual([{ type: 'error_action', key: KEY, action: 'show-log' }]);
  cleanup();
  open({ ...exited('A exited.'), actions: ['restart-agent', 'show-log', 'check-agent'] });
  expect(screen.queryByTestId('error-more')).toBeNull();
});

test('details that only repeat the message are not shown, others are', () => {
  const error = { code: 'agent-error', message: 'A reported an error: no such model', actions: [] };
  open({ ...error, detail: ' no such model\n' });
  expect(screen.queryByText('Details')).toBeNull();
  cleanup();
  open({ ...error, detail: 'no such model\nof 12' });
  expect(screen.getByText('Details')).toBeTruthy();
});

test('characters that hide or turn are spelled out, and colors of terminals are left out', () => {
  const message = 'bad \u001b[31mred\u001b[0m \u202Eabc';
  open({ code: 'agent-error', message, detail: `x\u200by\n${message}`, actions: [] });
  const { textContent } = screen.getByTestId('error');
  expect(textContent).toContain('bad red \\u{202e}abc');
  expect(textContent).toContain('x\\u{200b}y');
});

test.each([
  ['exited', exited('A exited with code 0.')],
  ['crashed too often', crashedTooOften('A')],
  ['closed its output', outputClosed('A')],
])(
  'an agent that has %s offers no restart once it runs again, whoever has started it',
  (_name, { actions, ...error }) => {
    const panel = openPanel({
      panel: panelWith('stopped'),
      events: [prompted('hello'), { type: 'detached', at: 2, error: { ...error, actions: [...actions] } }],
    });
    expect(offered(panel.container)[0]).toBe('restart-agent');
    panel.receive({ type: 'panel', panel: panelWith('ready') });
    expect(offered(panel.container)).toEqual([]);
  },
);
