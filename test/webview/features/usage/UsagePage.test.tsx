// @vitest-environment happy-dom
// The page about usage: a table for each agent, with sums, and a bar for each turn.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import type { UsagePageState } from '../../../../src/features/usage/core/usagePage.ts';
import { UsagePage } from '../../../../webview/features/usage/UsagePage.tsx';

afterEach(cleanup);

function openPage(...states: readonly unknown[]) {
  const posted: unknown[] = [];
  const api = {
    postMessage: (message: unknown) => void posted.push(message),
    getState: () => undefined,
    setState: () => undefined,
  };
  const { container } = render(<UsagePage api={api} />);
  for (const data of states) act(() => void window.dispatchEvent(new MessageEvent('message', { data })));
  return { container, posted };
}

const turns = (...totals: readonly number[]) =>
  totals.map((total, index) => ({
    at: index,
    duration: 5,
    stopReason: index === 1 ? 'cancelled' : 'end_turn',
    tokens: { total },
  }));

const used: UsagePageState = {
  type: 'usage',
  sessions: [
    {
      key: 'a',
      title: 'Boil water',
      agent: 'Birch',
      turns: turns(1_000, 500),
      cost: { amount: 1.5, currency: 'EUR' },
    },
    { key: 'b', title: 'Pour it', agent: 'Birch', turns: turns(...Array.from({ length: 50 }, () => 10)) },
    { key: 'c', title: 'Wait', agent: 'Oak', turns: turns(0) },
    { key: 'd', title: 'New session', agent: 'Pine', turns: [] },
  ],
  agents: [
    { agent: 'Birch', sessions: 2, turns: 52, tokens: 2_000, costs: [{ amount: 1.5, currency: 'EUR' }] },
    { agent: 'Oak', sessions: 1, turns: 1, tokens: 0, costs: [] },
    { agent: 'Pine', sessions: 1, turns: 0, tokens: 0, costs: [] },
  ],
};

function cellsOf(table: HTMLElement): readonly (readonly (string | null)[])[] {
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].slice(0, 4).map(({ textContent }) => textContent));
}

test('it asks for what it shows', () => {
  const { container, posted } = openPage();
  expect(posted).toEqual([{ type: 'ready' }]);
  expect(container.textContent).toBe('');
});

test('each agent has a table of its sessions with their sum', async () => {
  const { container } = openPage(used);
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Usage in This Window',
    'Birch',
    'Oak',
  ]);
  const [birch, oak] = screen.getAllByRole('table');
  if (birch === undefined || oak === undefined) throw new Error('A table is missing.');
  expect(cellsOf(birch)).toEqual([
    ['Session', 'Turns', 'Tokens', 'Cost'],
    ['Boil water', '2', '1.5K', '€1.50'],
    ['Pour it', '50', '500', '–'],
    ['Total', '52', '2K', '€1.50'],
  ]);
  expect(cellsOf(oak)).toEqual([
    ['Session', 'Turns', 'Tokens', 'Cost'],
    ['Wait', '1', '0', '–'],
    ['Total', '1', '0', '–'],
  ]);
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('a session has a bar for each of its last turns, and a turn that was stopped another color', () => {
  openPage(used);
  const [boil, pour, ...others] = screen.getAllByRole('img');
  // Where no tokens were reported there is no chart.
  expect(others).toEqual([]);
  expect(boil?.querySelectorAll('rect')).toHaveLength(2);
  expect(boil?.querySelectorAll('.usage-bar-odd')).toHaveLength(1);
  expect(pour?.querySelectorAll('rect')).toHaveLength(40);
  expect(pour?.getAttribute('aria-label')).toBe('Last 40 of 50 turns, 400 tokens');
});

test('it is renewed by what comes later, and not by what is not in the contract', () => {
  openPage({ type: 'usage', sessions: [], agents: [] }, { type: 'usage' }, undefined);
  expect(screen.getByText('No usage yet')).not.toBeNull();
  act(() => void window.dispatchEvent(new MessageEvent('message', { data: used })));
  expect(screen.queryByText('No usage yet')).toBeNull();
});

test('the button exports', () => {
  const { posted } = openPage(used);
  fireEvent.click(screen.getByText('Export CSV'));
  expect(posted.at(-1)).toEqual({ type: 'export' });
});
