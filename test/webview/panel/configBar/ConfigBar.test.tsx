// @vitest-environment happy-dom
// Config options in the composer.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ConfigOption } from '../../../../src/core/session/configOptions/state.ts';
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
  test.each([
    ['Off', 'Allow all: Off'],
    ['Default', 'Allow all: Default'],
    ['none', 'Allow all: none'],
    ['4', 'Allow all: 4'],
    ['Everything', 'Everything'],
    ['Default (Opus)', 'Default (Opus)'],
  ])('the value %s is shown as “%s”', (name, shown) => {
    const bare: ConfigOption = {
      ...mode,
      id: 'all',
      name: 'Allow all',
      category: 'permissions',
      currentValue: 'v',
      groups: [{ values: [{ value: 'v', name }] }],
    };
    openPanel({ events: [options(bare)] });
    expect(control('all').textContent).toBe(shown);
  });

  test('the list of values is as wide as its longest one', () => {
    const name = 'OpenCode Zen/Nemotron 3 Super Free';
    openPanel({
      events: [options({ ...mode, groups: [{ values: [{ value: 'ask', name }] }] })],
    });
    fireEvent.click(control('mode'));
    const width = Number.parseFloat(screen.getByRole('listbox').style.width);
    expect(width).toBeGreaterThan(name.length);
    expect(width).toBeLessThan(name.length + 20);
  });

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

describe('groups', () => {
  const toggle = (id: string, category?: string): ConfigOption => ({
    ...flag,
    id,
    name: id,
    ...(category === undefined ? {} : { category }),
  });
  const list = [toggle('a', '_queue'), models, toggle('b'), mode, toggle('c', '_queue')];

  /** What is drawn: each group with its options. */
  const drawn = (within: ParentNode): readonly string[] =>
    [...within.querySelectorAll<HTMLElement>('[data-testid="config-group"]')].map((group) => {
      const ids = [...group.querySelectorAll<HTMLElement>('[data-testid="config-option"]')].map(
        ({ dataset }) => dataset['optionId'],
      );
      return `${group.dataset['category']}: ${ids.join(' ')}`;
    });

  /** Gives controls a width of 50 px, and the row this one. */
  function layOut(width: number): void {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const ghosts = [...(this.closest('.config-measure')?.querySelectorAll('.config-ghost') ?? [])];
      const place = ghosts.indexOf(this);
      return place < 0 ? new DOMRect(0, 0, width, 20) : new DOMRect(50 * place, 0, 50, 20);
    });
  }
  afterEach(() => vi.restoreAllMocks());

  test('stand in the agent’s order, each with the icon and the name of its category', () => {
    layOut(1_000);
    openPanel({ events: [options(...list)] });
    expect(drawn(document)).toEqual(['_queue: a c', 'model: model', ': b', 'mode: mode']);
    expect(screen.queryByTestId('config-more')).toBeNull();
    const groups = screen.getAllByTestId('config-group');
    expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
      'Queue',
      'Model',
      'Other Options',
      'Mode',
    ]);
    const icons = groups.map((group) => group.querySelector('.config-category .codicon')?.className);
    expect(new Set(icons).size).toBe(4);
  });

  test('what overflows stands under the headings of its groups; the mode stays, then the model', () => {
    // Two and a half fit beside the button for the rest.
    layOut(2 * 50 + 28 + 25);
    openPanel({ events: [options(...list)] });
    expect(drawn(document)).toEqual(['model: model', 'mode: mode']);
    openRest();
    const rest = screen.getByRole('dialog', { name: 'More Session Options' });
    expect(drawn(rest)).toEqual(['_queue: a c', ': b']);
    const headings = [...rest.querySelectorAll('.config-heading')].map(({ textContent }) => textContent);
    expect(headings).toEqual(['Queue', 'Other Options']);
    // A switch has its own label.
    expect(rest.textContent).toBe('QueueacOther Optionsb');
  });

  test.each([
    ['Effort', 'ThinkingEffortLow'],
    // An agent calls it what its category is called.
    ['Thinking', 'ThinkingLow'],
    ['thinking', 'ThinkingthinkingLow'],
  ])('the name %s is not said again under a heading that says it', (name, expected) => {
    layOut(2 * 50 + 28);
    const effort: ConfigOption = {
      ...mode,
      id: 'effort',
      name,
      category: 'thought_level',
      currentValue: 'low',
      groups: [{ values: [{ value: 'low', name: 'Low' }] }],
    };
    openPanel({ events: [options(models, mode, effort)] });
    openRest();
    const rest = screen.getByRole('dialog', { name: 'More Session Options' });
    const said = [...rest.querySelectorAll('.config-heading, .config-label, .config-value')];
    expect(said.map(({ textContent }) => textContent).join('')).toBe(expected);
  });

  test.each([
    ['of two options of a category', { id: 'provider', name: 'Provider' }, ['provider']],
    ['of one alone', undefined, ['model']],
  ])('the key that picks a model stands in the tooltip of the first %s', (_case, before, withKey) => {
    layOut(1_000);
    const first = before === undefined ? [] : [{ ...models, ...before }];
    openPanel({ events: [options(...first, models, mode)] });
    const hinted = screen
      .getAllByTestId('config-option')
      .filter(({ title }) => title.includes('Ctrl+Alt+/'))
      .map(({ dataset }) => dataset['optionId']);
    expect(hinted).toEqual(withKey);
  });

  test('a tooltip has the name and the whole value', () => {
    layOut(1_000);
    const bare = { value: 'ask', name: 'Default' };
    openPanel({
      events: [
        options({ ...mode, name: 'Collaboration mode', category: '_team', groups: [{ values: [bare] }] }),
      ],
    });
    expect(control('mode').title).toBe('Collaboration mode: Default');
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
