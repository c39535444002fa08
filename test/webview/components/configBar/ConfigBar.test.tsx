// @vitest-environment happy-dom
// Config options, the context ring and its banner, plans, changed files and the usage overview.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { ConfigOption } from '../../../../src/core/session/configOption.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { KEY, openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const mode: ConfigOption = {
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  setBy: 'config_option',
  type: 'select',
  currentValue: 'ask',
  groups: [
    {
      values: [
        { value: 'ask', name: 'Ask' },
        { value: 'code', name: 'Code' },
      ],
    },
  ],
};

const models: ConfigOption = {
  id: 'model',
  name: 'Model',
  category: 'model',
  setBy: 'config_option',
  type: 'select',
  currentValue: 'm0',
  groups: ['One', 'Two'].map((name, group) => ({
    name,
    values: [0, 1, 2].map((index) => ({
      value: `m${group * 3 + index}`,
      name: `Model ${group * 3 + index}`,
    })),
  })),
};

const flag: ConfigOption = {
  id: 'flag',
  name: 'Search',
  setBy: 'config_option',
  type: 'boolean',
  currentValue: false,
};

function options(...list: readonly ConfigOption[]): SessionEvent {
  return { type: 'config_options', at: 1, options: list };
}

function control(id: string): HTMLElement {
  const found = screen.getAllByTestId('config-option').find((element) => element.dataset['optionId'] === id);
  if (found === undefined) throw new Error(`There is no control ${id}.`);
  return found;
}

/** happy-dom gives every element no width, so nothing fits beside the first button: options are behind it. */
function openRest(): void {
  const more = screen.queryByTestId('config-more');
  if (more?.getAttribute('aria-expanded') === 'false') fireEvent.click(more);
}

describe('config options', () => {
  test('a choice asks the host, and shows as pending until the answer', async () => {
    const panel = openPanel({ events: [options(mode, models)] });
    openRest();
    fireEvent.click(control('mode'));
    const code = (await screen.findAllByTestId('config-choice')).find(
      ({ dataset }) => dataset['value'] === 'code',
    );
    if (code === undefined) throw new Error('There is no choice.');
    fireEvent.click(code);
    expect(panel.posted).toContainEqual({
      type: 'set_config_option',
      key: KEY,
      configId: 'mode',
      value: 'code',
    });
    panel.dispatch({ type: 'config_change_requested', at: 2, configId: 'mode', value: 'code' });
    openRest();
    expect(control('mode').dataset['value']).toBe('code');
    expect(control('mode').getAttribute('aria-busy')).toBe('true');
    panel.dispatch({
      type: 'config_change_failed',
      at: 3,
      configId: 'mode',
      error: { code: 'x', message: 'No.', actions: [] },
    });
    expect(control('mode').dataset['value']).toBe('ask');
  });

  test('six values and more have a filter; the keyboard moves and chooses', async () => {
    const panel = openPanel({ events: [options(models)] });
    openRest();
    fireEvent.click(control('model'));
    const filter = await screen.findByRole('combobox');
    fireEvent.change(filter, { target: { value: 'two' } });
    expect(screen.getAllByTestId('config-choice').map(({ dataset }) => dataset['value'])).toEqual([
      'm3',
      'm4',
      'm5',
    ]);
    fireEvent.keyDown(filter, { key: 'ArrowDown' });
    fireEvent.keyDown(filter, { key: 'Enter' });
    expect(panel.posted).toContainEqual({
      type: 'set_config_option',
      key: KEY,
      configId: 'model',
      value: 'm4',
    });
  });

  test('favorites are starred and first', async () => {
    const panel = openPanel({ panel: { favorites: { model: ['m5'] } }, events: [options(models)] });
    openRest();
    fireEvent.click(control('model'));
    const choices = await screen.findAllByTestId('config-choice');
    expect(choices[0]?.dataset['value']).toBe('m5');
    fireEvent.click(screen.getByTitle('Add Model 0 to Favorites'));
    expect(panel.posted).toContainEqual({
      type: 'toggle_favorite',
      key: KEY,
      configId: 'model',
      value: 'm0',
    });
  });

  test('a boolean is a switch', () => {
    const panel = openPanel({ events: [options(flag)] });
    openRest();
    fireEvent.click(screen.getByRole('switch', { name: 'Search' }));
    expect(panel.posted).toContainEqual({
      type: 'set_config_option',
      key: KEY,
      configId: 'flag',
      value: true,
    });
  });

  test('5,000 values draw only the rows in sight', async () => {
    const many: ConfigOption = {
      ...models,
      groups: [
        {
          values: Array.from({ length: 5_000 }, (_, index) => ({
            value: `v${index}`,
            name: `Value ${index}`,
          })),
        },
      ],
    };
    openPanel({ events: [options(many)] });
    openRest();
    fireEvent.click(control('model'));
    expect((await screen.findAllByTestId('config-choice')).length).toBeLessThan(100);
  });
});

describe('the context', () => {
  const used = (tokens: number): SessionEvent => ({
    type: 'usage',
    at: 1,
    usage: { used: tokens, size: 1_000 },
  });

  test.each([
    [100, 'normal', null],
    [750, 'yellow', 'Context 75% full'],
    [900, 'orange', 'Start a new session soon.'],
    [950, 'red', 'The next prompt may fail'],
  ] as const)('%i of 1000 tokens is %s', (tokens, level, words) => {
    openPanel({ events: [used(tokens)] });
    expect(screen.getByTestId('usage-ring').dataset).toMatchObject({ level, percent: String(tokens / 10) });
    const banner = screen.queryByTestId('context-banner');
    expect(banner?.dataset['level'] ?? null).toBe(words === null ? null : level);
    if (words !== null) expect(banner?.textContent).toContain(words);
  });

  test('nothing is shown before the agent reports, and no percentage without a size', () => {
    const panel = openPanel();
    expect(screen.queryByTestId('usage-ring')).toBeNull();
    panel.dispatch({ type: 'usage', at: 1, usage: { used: 5_000 } });
    expect(screen.getByTestId('usage-ring').dataset['percent']).toBeUndefined();
    expect(screen.getByTestId('usage-ring').getAttribute('aria-label')).toBe('Context: 5K tokens');
  });

  test('compact is offered only where the agent has a command for it', () => {
    const panel = openPanel({ events: [used(800)] });
    const names = (): readonly (string | null)[] =>
      within(screen.getByTestId('context-banner'))
        .getAllByText(/./, { selector: 'vscode-button' })
        .map(({ textContent }) => textContent);
    expect(names()).toEqual(['New Session']);
    panel.dispatch({ type: 'commands', at: 2, commands: [{ name: 'compress', description: '' }] });
    expect(names()).toEqual(['Compact', 'New Session']);
  });
});

test('the plan is one line with its progress and opens to the list', () => {
  const entries = ['completed', 'in_progress', 'pending'].map((status, index) => ({
    content: `Step ${index}`,
    priority: 'medium',
    status,
  }));
  openPanel({ events: [prompted('Go'), { type: 'plan', at: 2, entries }] });
  const plan = screen.getByTestId('plan');
  expect(plan.textContent).toContain('2 of 3 · Step 1');
  fireEvent.click(within(plan).getByRole('button'));
  expect(within(plan).getAllByRole('listitem')).toHaveLength(3);
});

test('changed files can be reviewed, kept and undone, each and all', () => {
  const file = {
    path: '/work/a.ts',
    name: 'a.ts',
    state: 'modified' as const,
    added: 3,
    removed: 1,
    hasConflict: false,
  };
  const panel = openPanel({
    events: [
      {
        type: 'changes_updated',
        at: 1,
        changes: { files: [file], canRedo: false, note: 'Big files are not covered.' },
      },
    ],
  });
  const changes = screen.getByTestId('changes');
  expect(changes.textContent).toContain('1 file');
  fireEvent.click(within(changes).getByText('Review'));
  fireEvent.click(within(changes).getByText('1 file'));
  expect(changes.textContent).toContain('Big files are not covered.');
  fireEvent.click(within(changes).getByRole('button', { name: 'Undo Changes in a.ts' }));
  expect(panel.posted).toContainEqual({ type: 'changes_action', key: KEY, action: 'review' });
  expect(panel.posted).toContainEqual({
    type: 'changes_action',
    key: KEY,
    action: 'undo',
    path: '/work/a.ts',
  });
});

describe('questions of the agent', () => {
  const form = {
    type: 'elicitation_requested',
    at: 1,
    request: {
      requestId: 'q',
      at: 1,
      problems: {},
      isOpened: false,
      question: {
        mode: 'form',
        message: 'How many?',
        fields: [
          { key: 'count', title: 'Count', isRequired: true, kind: 'number', isInteger: true, minimum: 1 },
          { key: 'mail', title: 'Mail', isRequired: false, kind: 'text', format: 'email' },
        ],
      },
    },
  } as const satisfies SessionEvent;

  test('a form is sent only when it is right, and tells what is wrong while typing', () => {
    const panel = openPanel({ events: [form] });
    fireEvent.click(screen.getByText('Submit'));
    expect(screen.getByText('This field is required.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Mail/), { target: { value: 'me' } });
    expect(screen.getByText('Value must be an email address.')).toBeTruthy();
    expect(panel.posted.filter(({ type }) => type === 'elicitation_accept')).toEqual([]);
    fireEvent.change(screen.getByLabelText(/^Mail/), { target: { value: '' } });
    fireEvent.change(screen.getByLabelText(/^Count/), { target: { value: '2' } });
    fireEvent.click(screen.getByText('Submit'));
    expect(panel.posted).toContainEqual({
      type: 'elicitation_accept',
      key: KEY,
      requestId: 'q',
      values: { count: 2 },
    });
  });

  test('a form of 1,000 fields is drawn, takes what is typed within 250 ms, and is sent', () => {
    const fields = Array.from({ length: 1_000 }, (_, index) => ({
      key: `field${index}`,
      title: `Field ${index}`,
      isRequired: false,
      kind: 'text' as const,
      pattern: '^(a+)+$',
    }));
    const { question } = form.request;
    const panel = openPanel({
      events: [{ ...form, request: { ...form.request, question: { ...question, fields } } }],
    });
    const last = panel.container.querySelector('[data-field="field999"] input');
    if (last === null) throw new Error('The last field is not drawn.');
    const began = performance.now();
    fireEvent.change(last, { target: { value: 'a'.repeat(40) + '!' } });
    expect(performance.now() - began).toBeLessThan(250);
    fireEvent.click(screen.getByText('Submit'));
    // Patterns are tested by the host, in bounded time.
    expect(panel.posted.filter(({ type }) => type === 'elicitation_accept')).toMatchObject([
      { values: { field999: 'a'.repeat(40) + '!' } },
    ]);
  });

  test('R110 Enter on a button that refuses sends nothing', () => {
    openPanel({ events: [form] });
    // In a form the toolkit's buttons press the button that sends it on Enter.
    expect(screen.getByText('Submit').closest('form')).toBeNull();
    expect(screen.getByText('Decline').closest('form')).toBeNull();
    expect(screen.getByLabelText(/^Count/).closest('form')).not.toBeNull();
  });

  test('the focus goes back to the composer when a form closes, and only from there', async () => {
    const panel = openPanel({ events: [form] });
    screen.getByLabelText(/^Count/).focus();
    panel.dispatch({ type: 'elicitation_closed', at: 2, requestId: 'q' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('composer-input')));
  });

  test('R110 declining and cancelling are both offered', () => {
    const panel = openPanel({ events: [form] });
    fireEvent.click(screen.getByText('Decline'));
    expect(panel.posted).toContainEqual({
      type: 'elicitation_refuse',
      key: KEY,
      requestId: 'q',
      action: 'decline',
    });
    fireEvent.click(screen.getByText('Dismiss'));
    expect(panel.posted).toContainEqual({
      type: 'elicitation_refuse',
      key: KEY,
      requestId: 'q',
      action: 'cancel',
    });
  });

  test('R112 a page shows its host, warns of letters that deceive, and opens only on consent', () => {
    const url = 'https://xn--pple-43d.com/login?next=1';
    const panel = openPanel({
      events: [
        {
          type: 'elicitation_requested',
          at: 1,
          request: {
            requestId: 'p',
            at: 1,
            problems: {},
            isOpened: false,
            question: { mode: 'url', message: 'Sign in', elicitationId: 'e', url },
          },
        },
      ],
    });
    const card = screen.getByTestId('elicitation');
    expect(card.textContent).toContain(url);
    expect(within(card).getByText('xn--pple-43d.com').tagName).toBe('STRONG');
    expect(card.textContent).toContain('can look like other letters');
    expect(panel.posted.filter(({ type }) => type === 'elicitation_open')).toEqual([]);
    fireEvent.click(within(card).getByText('Open in Browser'));
    expect(panel.posted).toContainEqual({ type: 'elicitation_open', key: KEY, requestId: 'p' });
  });
});

test('axe finds nothing in the controls', async () => {
  openPanel({
    events: [
      options(mode, models, flag),
      { type: 'usage', at: 1, usage: { used: 960, size: 1_000 } },
      prompted('Go'),
      { type: 'plan', at: 2, entries: [{ content: 'Step', priority: 'high', status: 'pending' }] },
    ],
  });
  openRest();
  await waitFor(() => control('mode'));
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});
