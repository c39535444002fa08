// @vitest-environment happy-dom
// The empty session of the demo agent: agents to choose from for a user who has none, the demo's prompts for all.
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPanel, READY, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const demo = { ...READY.agent, name: 'demo', title: 'Demo agent', isDemo: true } as const;

const prompts = () => screen.getAllByTestId('suggestion').map(({ textContent }) => textContent);

test('a user without agents is offered some', () => {
  openPanel({ events: [], panel: { agent: demo } });
  expect(screen.getByTestId('first-steps')).toBeTruthy();
  expect(screen.getByTestId('agent-picker')).toBeTruthy();
  expect(prompts()).toEqual(['help', 'explain']);
});

test('a user who has set up agents gets the demo alone', () => {
  openPanel({ events: [], panel: { agent: { ...demo, hasOthers: true } } });
  expect(screen.queryByTestId('first-steps')).toBeNull();
  expect(screen.queryByTestId('agent-picker')).toBeNull();
  expect(prompts()).toEqual(['help', 'explain']);
});
