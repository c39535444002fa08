// @vitest-environment happy-dom
// A terminal in its tool card: output, colours, the end, the stop button; and floods of output.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import axe from 'axe-core';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { OutputReader, terminalLines } from '../../../../webview/panel/terminal/terminalLines.ts';
import {
  visibleCommand,
  terminalState,
  terminalLabel,
} from '../../../../webview/panel/terminal/terminalLabel.ts';
import { KEY, openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
  vi.useRealTimers();
});

const NOW = Date.now();

function call(status: string, terminalId = 't'): SessionEvent {
  return {
    type: 'tool_call',
    at: NOW,
    call: {
      toolCallId: 'call',
      title: 'Run the tests',
      kind: 'execute',
      status,
      content: [{ type: 'terminal', terminalId }],
    },
  };
}

function started(isForeign = false): SessionEvent {
  return { type: 'terminal_started', at: NOW, terminalId: 't', isForeign, command: 'npm test', cwd: '/work' };
}

function output(data: string, skippedBytes = 0): SessionEvent {
  return { type: 'terminal_output', at: NOW, terminalId: 't', data, skippedBytes };
}

function exited(code: number | null, signal: string | null = null): SessionEvent {
  return { type: 'terminal_exited', at: NOW + 2_000, terminalId: 't', exit: { code, signal } };
}

const running = [prompted('Go'), started(), call('in_progress')];
const terminal = (): HTMLElement => screen.getByTestId('terminal-output');

describe('The card', () => {
  test('R69 shows the command and its output as it comes, without a click', () => {
    const panel = openPanel({ events: running });
    expect(terminal().dataset['state']).toBe('running');
    expect(terminal().textContent).toContain('npm test');
    panel.dispatch(output('one\ntw'));
    expect(terminal().querySelector('.terminal-lines')?.textContent).toBe('one\ntw\n');
    panel.dispatch(output('o\n'));
    expect(terminal().querySelector('.terminal-lines')?.textContent).toBe('one\ntwo\n');
  });

  test('stops the command and opens it as a terminal', () => {
    const panel = openPanel({ events: running });
    fireEvent.click(screen.getByTestId('terminal-stop'));
    fireEvent.click(screen.getByTestId('terminal-open'));
    expect(panel.sent('kill_terminal')).toEqual([{ type: 'kill_terminal', key: KEY, terminalId: 't' }]);
    expect(panel.sent('open_terminal')).toEqual([{ type: 'open_terminal', key: KEY, terminalId: 't' }]);
  });

  test.each([
    [0, null, 'succeeded', 'Exit code 0 · 2s'],
    [3, null, 'failed', 'Exit code 3 · 2s'],
    [null, 'SIGTERM', 'failed', 'Stopped by SIGTERM · 2s'],
    [null, null, 'ended', 'Ended · 2s'],
  ])('shows the end %s %s', (code, signal, state, expected) => {
    openPanel({ events: [...running, exited(code, signal)] });
    expect(terminal().dataset['state']).toBe(state);
    expect(terminal().querySelector('.terminal-status')?.textContent).toBe(expected);
    expect(screen.queryByTestId('terminal-stop')).toBeNull();
  });

  test('R70 a command of the agent itself cannot be stopped here', () => {
    openPanel({ events: [prompted('Go'), started(true), call('in_progress')] });
    expect(terminal().dataset['state']).toBe('running');
    expect(screen.queryByTestId('terminal-stop')).toBeNull();
  });

  test('R70 and runs no longer than its tool call, when its end is not reported', () => {
    openPanel({ events: [prompted('Go'), started(true), call('completed')] });
    expect(terminal().dataset['state']).toBe('ended');
  });

  test('R70 a terminal that was never reported is no error', () => {
    openPanel({ events: [prompted('Go'), call('completed', 'unknown')] });
    expect(screen.getByText('The output is in a terminal of the agent.')).toBeTruthy();
  });

  test('R70 output that is only in rawOutput is shown instead', () => {
    const raw: SessionEvent = {
      type: 'tool_call',
      at: NOW,
      call: { toolCallId: 'call', rawOutput: 'raw words' },
    };
    openPanel({ events: [prompted('Go'), call('completed', 'unknown'), raw] });
    expect(screen.getByText('raw words')).toBeTruthy();
  });

  test('counts the seconds while the command runs', () => {
    vi.useFakeTimers({ now: NOW });
    openPanel({ events: running });
    expect(terminal().querySelector('.terminal-status')?.textContent).toBe('Running');
    vi.useRealTimers();
    const long = { id: 't', isForeign: false, output: '', droppedBytes: 0, startedAt: 1_000 };
    expect(terminalLabel(long, 'running', 66_000)).toBe('Running · 1m 5s');
  });

  test('is a text that can be reached by keyboard and has nothing axe-core finds', async () => {
    const { container } = openPanel({ events: [...running, output('\x1b[31mred\x1b[0m\n'), exited(1)] });
    expect(terminal().querySelector('pre')?.tabIndex).toBe(0);
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  test('100 MB of output do not slow the page or fill it', () => {
    const panel = openPanel({ events: running });
    const piece = `${'x'.repeat(79)}\n`.repeat(3_000);
    const start = process.cpuUsage();
    // The host sends at most one piece of 256 KB every 50 ms; what it leaves out is counted.
    for (let sent = 0; sent < 20; sent++) panel.dispatch(output(piece, 4_760_000));
    expect(process.cpuUsage(start).user).toBeLessThan(8_000_000);
    expect(terminal().querySelectorAll('.terminal-line')).toHaveLength(400);
    expect(terminal().textContent).toContain(
      'Earlier output is not shown. The first 99.8 MB were discarded.',
    );
  });

  test('markup in the output is text', () => {
    openPanel({ events: [...running, output('<img src=x onerror=alert(1)>\n')] });
    expect(terminal().querySelector('img')).toBeNull();
    expect(terminal().textContent).toContain('<img src=x onerror=alert(1)>');
  });
});

/** The lines as plain text. */
function textOf(text: string): readonly string[] {
  return terminalLines(text).lines.map((runs) => runs.map((run) => run.text).join(''));
}

/** The runs that have a look of their own. */
function styled(text: string) {
  return terminalLines(text)
    .lines.flat()
    .flatMap((run) => (run.style === undefined ? [] : [[run.text, run.style]]));
}

describe('Lines', () => {
  test.each([
    ['nothing', '', []],
    ['a line without an end', 'a', ['a']],
    ['empty lines', 'a\n\nb\n', ['a', '', 'b']],
    ['Windows line ends', 'a\r\nb\r\n', ['a', 'b']],
    ['a progress bar', '10 %\r20 %\r100 %\n', ['100 %']],
    ['text that overwrites only a part', 'abcdef\rXY\n', ['XYcdef']],
    ['a progress bar that erases', 'a long line\r\x1b[Kshort\n', ['short']],
    ['a line that is erased as a whole', 'abc\x1b[2K\rx\n', ['x  ']],
    ['a line that is erased up to the cursor', 'abcdef\b\b\x1b[1K\n', ['     f']],
    ['backspaces', 'abc\b\bX\b\b\b\b\bY\n', ['YXc']],
    ['movement, titles and links', 'a\x1b[5Ab\x1b]0;t\x07c\x1b]8;;http://x\x07d\x1b]8;;\x07', ['abcd']],
    ['half a sequence at the end', 'a\x1b[3', ['a']],
  ])('%s', (_what, text, expected) => {
    expect(textOf(text)).toEqual(expected);
  });

  /** As light or dark as text must be on the theme's background. */
  const onPlain = (color: string) => ({ color: `oklch(from ${color} var(--parley-signal-lightness) c h)` });
  const red = onPlain('var(--vscode-terminal-ansiRed)');

  test.each([
    ['a colour', '\x1b[31mred\x1b[0m plain', [['red', red]]],
    [
      'a colour over lines',
      '\x1b[31ma\nb\x1b[m\nc',
      [
        ['a', red],
        ['b', red],
      ],
    ],
    ['bright', '\x1b[94mx', [['x', onPlain('var(--vscode-terminal-ansiBrightBlue)')]]],
    ['a background', '\x1b[42mx', [['x', { backgroundColor: 'var(--vscode-terminal-ansiGreen)' }]]],
    ['reset and set in one', '\x1b[1m\x1b[0;31mx', [['x', red]]],
    ['one of the 16 by number', '\x1b[38;5;9mx', [['x', onPlain('var(--vscode-terminal-ansiBrightRed)')]]],
    ['one of the 256', '\x1b[38;5;196mx', [['x', onPlain('rgb(255, 0, 0)')]]],
    ['any colour', '\x1b[38;2;1;2;3mx', [['x', onPlain('rgb(1, 2, 3)')]]],
    [
      'a colour on a background',
      '\x1b[30;43mx',
      [
        [
          'x',
          { color: 'var(--vscode-terminal-ansiBlack)', backgroundColor: 'var(--vscode-terminal-ansiYellow)' },
        ],
      ],
    ],
    [
      'bold, italic, underlined',
      '\x1b[1;3;4mx',
      [['x', { fontWeight: 'bold', fontStyle: 'italic', textDecoration: 'underline' }]],
    ],
    ['hidden text is shown', '\x1b[8mx', []],
    ['a colour in a progress bar', '\x1b[31mab\r\x1b[0mX', [['b', red]]],
  ])('%s', (_what, text, expected) => {
    expect(styled(text)).toEqual(expected);
  });

  test('colours that were set before the lines that are shown still hold', () => {
    const text = `\x1b[31m${'x\n'.repeat(1_000)}`;
    expect(terminalLines(text).isCut).toBe(true);
    expect(styled(text)).toHaveLength(400);
  });

  test('one line without an end is cut too', () => {
    const { lines, isCut } = terminalLines('x'.repeat(262_144));
    expect(isCut).toBe(true);
    expect(lines.flat().map(({ text }) => text.length)).toEqual([65_536]);
  });

  test.each([
    ['colours', '\x1b[1m'],
    ['colours that are never reset', '\x1b[1mx'],
    ['a colour with many parameters', `\x1b[${'1;'.repeat(2_000)}1mx`],
    ['carriage returns', 'a\r'],
    ['coloured carriage returns', '\x1b[31ma\r\x1b[32m'],
    ['backspaces', '\b'],
    ['erasing', 'x\x1b[1K'],
    [
      'different colours',
      Array.from({ length: 3_000 }, (_, n) => `\x1b[38;2;${n % 256};${n >> 8};7mx`).join(''),
    ],
  ])('a bomb of %s takes no time', (_what, unit) => {
    const bomb = unit.repeat(Math.ceil(262_144 / unit.length));
    const start = process.cpuUsage();
    terminalLines(bomb);
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  });
});

describe('Lines of an output that grows', () => {
  const piece = fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      '\n',
      '\r',
      '\b',
      '\x1b[31m',
      '\x1b[0m',
      '\x1b[K',
      '\x1b[?1049h',
      '\x1b[?1049l',
      '\x1b[',
      '1m',
      '\x1b]0;t',
      '\x07',
    ),
    maxLength: 30,
  });

  test('are those of the whole, whatever pieces it comes in', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const reader = new OutputReader();
        let output = '';
        for (const each of pieces) {
          output += each;
          expect(reader.lines(output)).toEqual(terminalLines(output));
        }
      }),
    );
  });

  test('keep their numbers and objects, also while lines before them go', () => {
    const reader = new OutputReader();
    const text = 'a line\n'.repeat(600);
    const before = reader.lines(text);
    const after = reader.lines(`${text}one\ntwo`);
    expect([before.first, after.first]).toEqual([200, 202]);
    expect(after.lines[0]).toBe(before.lines[2]);
    expect(after.lines.map((runs) => runs.map((run) => run.text).join('')).slice(-2)).toEqual(['one', 'two']);
  });

  test('are those of the screen that a program has not left, and of what was before it when it has', () => {
    const reader = new OutputReader();
    const texts = (output: string): readonly string[] =>
      reader.lines(output).lines.map((runs) => runs.map(({ text }) => text).join(''));
    const entered = 'main\n\x1b[?1049h\x1b[Hone';
    expect(texts(entered)).toEqual(['main', 'one']);
    expect(texts(`${entered}\x1b[HTWO`)).toEqual(['main', 'TWO']);
    for (const rest of ['\x1b', '[?', '10', '49'])
      expect(texts(`${entered}\x1b[?1049l`.slice(0, -5) + rest).length).toBe(2);
    expect(texts(`${entered}\x1b[?1049lafter\n`)).toEqual(['main', 'after']);
    // More was drawn than is processed.
    const long = `${entered}${'\x1b[Hdrawn again'.repeat(6_000)}`;
    expect(texts(long)).toEqual(['drawn again']);
    expect(texts(`${long}\x1b[?1049lafter\n`)).toEqual(['after']);
  });

  test('are read anew when the beginning of the output is gone', () => {
    const reader = new OutputReader();
    reader.lines('x\n'.repeat(1_000));
    expect(reader.lines('y\nz\n')).toEqual(terminalLines('y\nz\n'));
  });

  test('are no more characters than those of a whole output, however they come', () => {
    const reader = new OutputReader();
    let output = '';
    for (let times = 0; times < 10; times++) output += `${'x'.repeat(20_000)}\n`;
    for (let end = 0; end <= output.length; end += 5_000) reader.lines(output.slice(0, end));
    const { lines, isCut } = reader.lines(output);
    expect(lines).toHaveLength(3);
    expect(isCut).toBe(true);
  });

  test('F7 are plain text where they have more colors than a page stands, the last ones in color', () => {
    const colored = (count: number): string => '\x1b[31mx\x1b[32my'.repeat(count / 2);
    const { lines } = terminalLines(`${colored(1_000)}\n${colored(3_000)}\n${colored(400)}\n`);
    expect(lines.map((runs) => runs.map(({ text }) => text).join(''))).toEqual([
      'xy'.repeat(500),
      'xy'.repeat(1_500),
      'xy'.repeat(200),
    ]);
    expect(lines.map((runs) => runs.length)).toEqual([1, 1_101, 400]);
    const reader = new OutputReader();
    const output = `${colored(1_000)}\n${colored(1_000)}\n`;
    expect(reader.lines(`${output}z`).lines[0]).toBe(reader.lines(`${output}zz`).lines[0]);
  });

  test('take no longer for a small piece at the end of a long output', () => {
    const reader = new OutputReader();
    const line = '\x1b[32mok\x1b[0m some words \x1b[1mbold\x1b[0m\n';
    let output = line.repeat(6_000);
    reader.lines(output);
    const start = process.cpuUsage();
    for (let times = 0; times < 1_000; times++) {
      output += line;
      reader.lines(output);
    }
    // Reading the end of it each time takes more than two seconds.
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  });
});

describe('Labels', () => {
  test('a command hides nothing', () => {
    expect(visibleCommand('echo \u202Egpj.exe\x1b[8m\u200B && rm\n\tx')).toBe(
      'echo \\u{202e}gpj.exe\\u{1b}[8m\\u{200b} && rm\n\tx',
    );
  });

  test('a terminal of Parley runs until it ends, whatever its tool call says', () => {
    const terminal_ = { id: 't', isForeign: false, output: '', droppedBytes: 0, startedAt: 0 };
    expect(terminalState(terminal_, 'finished')).toBe('running');
    expect(terminalState(terminal_, 'asked')).toBe('running');
  });

  test('a terminal that the agent announces with a question does not run yet', () => {
    const announced = { id: 't', isForeign: true, output: '', droppedBytes: 0, startedAt: 0 };
    expect(terminalState(announced, 'finished')).toBe('ended');
    expect(terminalState({ ...announced, isInBackground: true }, 'finished')).toBe('running');
    expect(terminalState(announced, 'asked')).toBe('waiting');
    expect(terminalLabel(announced, 'waiting', 60_000)).toBe('Waiting');
    expect(terminalState(announced, 'open')).toBe('running');
    expect(terminalState({ ...announced, output: 'a' }, 'asked')).toBe('running');
    expect(terminalState(announced, 'finished')).toBe('ended');
  });
});
