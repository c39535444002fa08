// @vitest-environment happy-dom
// The card of a command: its output as a terminal shows it, the command once, and its failure.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';
import { openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const printed = '# heading\n* star one\n__init__.py a_b_c\n    indented\n\u001b[31mred\u001b[0m';
const plain = '# heading\n* star one\n__init__.py a_b_c\n    indented\nred\n';

function shown(call: Omit<ToolCallPatch, 'toolCallId'>): HTMLElement {
  openPanel({
    events: [
      prompted('Go'),
      { type: 'tool_call', at: 2, call: { toolCallId: 'c', kind: 'execute', title: 'Shell', ...call } },
    ],
  });
  return screen.getByTestId('tool-card');
}

const text = (output: string): NonNullable<ToolCallPatch['content']> => [
  { type: 'content', content: { type: 'text', text: output } },
];

describe('the card of a command', () => {
  test.each([
    ['text', { content: text(printed) }],
    ['text in a fence', { content: text(`\`\`\`console\n${printed}\n\`\`\``) }],
    ['raw output alone', { rawOutput: { output: printed } }],
  ])('shows %s as a terminal does, in color and not as Markdown', (_how, reported) => {
    const card = shown({ status: 'completed', rawInput: { command: 'show it' }, ...reported });
    const lines = card.querySelector('[data-testid="terminal-output"] .terminal-lines');
    expect(lines?.textContent).toBe(plain);
    // A piece of its own, which has the color.
    const pieces = [...(lines?.querySelectorAll('span') ?? [])].map(({ textContent }) => textContent);
    expect(pieces).toContain('red');
    expect(card.querySelector('h1, li, strong')).toBeNull();
  });

  test.each([
    ['failed', { exitCode: 1, output: '' }, 'Exit code 1'],
    ['failed', { exit_code: 2, stdout: '', stderr: '', interrupted: false }, 'Exit code 2'],
    ['completed', { exitCode: 0, output: '', error: null }, 'No output'],
  ] as const)('%s without output shows how it ended, not the report of it: %j', (status, rawOutput, end) => {
    const card = shown({ status, rawInput: { command: 'run-this' }, rawOutput });
    expect(card.querySelector('.tool-details')?.textContent).toContain(end);
    expect(card.textContent).not.toMatch(/output:|stdout|exitCode|exit_code|interrupted/);
  });

  test('has the command once, in the head, also where two fields name it', () => {
    const rawInput = { command: 'run-this', commands: ['run-this'] };
    const card = shown({ status: 'completed', rawInput, content: text('done') });
    expect(card.querySelector('.terminal-command')?.textContent).toBe('run-this');
    expect(card.textContent?.split('run-this')).toHaveLength(2);
    expect(card.textContent).not.toContain('Input');
  });

  test('shows what else the input says in its fold, and the command not once more', () => {
    const rawInput = { command: 'run-this', description: 'Says why', timeout: 5 };
    const card = shown({ status: 'completed', rawInput, content: text('done') });
    fireEvent.click(screen.getByRole('button', { name: 'Input' }));
    expect(card.querySelector('.tool-raw .tool-pre')?.textContent).toContain('Says why');
    expect(card.textContent?.split('run-this')).toHaveLength(2);
  });

  test.each([
    [6, false],
    [7, true],
    [40, true],
  ])('folds a here document: one of %i lines: %s', (count, isFolded) => {
    const lines = Array.from({ length: count - 2 }, (_, index) => `line ${index}`);
    const command = ['cat <<EOF', ...lines, 'EOF'].join('\n');
    const card = shown({ status: 'completed', rawInput: { command }, content: text('done') });
    const more = card.querySelector<HTMLElement>('.terminal-head .show-all');
    expect(more?.textContent ?? '').toBe(
      isFolded ? `Show ${count - 6} more ${count === 7 ? 'line' : 'lines'}` : '',
    );
    if (more !== null) fireEvent.click(more);
    const head = card.querySelector<HTMLElement>('.terminal-command');
    expect(head?.textContent).toBe(command);
    expect(head?.dataset['whole']).toBe(String(isFolded));
    expect(document.activeElement === head).toBe(isFolded);
    expect(card.querySelector('.terminal-head .show-all')).toBeNull();
  });

  test('heads a terminal of the agent with the command of the call', () => {
    openPanel({
      events: [
        prompted('Go'),
        { type: 'terminal_started', at: 2, terminalId: 't', isForeign: true },
        {
          type: 'tool_call',
          at: 3,
          call: {
            toolCallId: 'c',
            kind: 'execute',
            title: 'Terminal',
            status: 'in_progress',
            rawInput: { command: 'npm test' },
            content: [{ type: 'terminal', terminalId: 't' }],
          },
        },
      ],
    });
    const card = screen.getByTestId('tool-card');
    expect(card.querySelector('.terminal-command')?.textContent).toBe('npm test');
    expect(card.textContent).not.toContain('Agent command');
    expect(card.textContent?.split('npm test')).toHaveLength(2);
  });

  test('is marked as failed by the exit code, though the agent calls it completed', () => {
    const rawOutput = { contents: [{ exitCode: 3 }] };
    const output = 'tick\n<shellId: 1 completed with exit code 3>';
    const card = shown({ status: 'completed', content: text(output), rawOutput });
    expect(card.dataset['status']).toBe('failed');
    const terminal = screen.getByTestId('terminal-output');
    expect(terminal.dataset['state']).toBe('failed');
    expect(terminal.textContent).toBe('tick\nExit code 3');
  });
});
