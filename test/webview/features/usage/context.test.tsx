// @vitest-environment happy-dom
// The context: its ring, its warning, and what can be done about it.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { openPanel, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
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

  test('the percentage is in sight, and the popover has the tokens that are left', () => {
    openPanel({ events: [used(190)] });
    const ring = screen.getByTestId('usage-ring');
    expect(ring.querySelector('.usage-percent')?.getAttribute('data-text')).toBe('19%');
    fireEvent.click(ring);
    expect(screen.getByTestId('usage-remaining').textContent).toBe('810 tokens left');
  });

  test('after a compaction the ring is unknown and warns of nothing until the next report', () => {
    const panel = openPanel({ events: [used(960)] });
    panel.dispatch({ type: 'compaction', at: 2, compactionId: 'c', status: 'completed' });
    const ring = screen.getByTestId('usage-ring');
    expect(ring.dataset).toMatchObject({ level: 'unknown' });
    expect(ring.dataset['percent']).toBeUndefined();
    expect(ring.getAttribute('aria-label')).toBe('Context: unknown');
    expect(screen.queryByTestId('context-banner')).toBeNull();
    panel.dispatch(used(960));
    expect(screen.getByTestId('context-banner').dataset['level']).toBe('red');
  });

  test('an agent that reports only tokens has a ring with those of its last turn', () => {
    openPanel({
      events: [
        { type: 'prompt_started', at: 1, content: [] },
        { type: 'turn_ended', at: 2, stopReason: 'end_turn', tokens: { input: 1_240, output: 60 } },
      ],
    });
    fireEvent.click(screen.getByTestId('usage-ring'));
    expect(screen.getByTestId('usage-popover').textContent).toContain('1.2K');
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
