// Commands of several lines: they are pasted only where the terminal does not run them line by line unasked.
import { beforeEach, expect, test, vi } from 'vitest';
import { putIntoTerminal } from '../../../../src/features/codeBlocks/host/putIntoTerminal.ts';

const { fake } = vi.hoisted(() => {
  const sent = new Array<string>();
  const terminal = { shellIntegration: {}, show: () => undefined };
  const activeTerminal: { show: () => void } = terminal;
  const report = new Set<() => void>();
  const onReport = (listener: () => void) => {
    report.add(listener);
    return { dispose: () => void report.delete(listener) };
  };
  const created: {
    shellIntegration?: object;
    show: () => void;
    sendText: (text: string, runs: boolean) => void;
  } = {
    show: () => {
      vscode.window.activeTerminal = created;
    },
    sendText: (text, runs) => void sent.push(`${runs ? 'run' : 'type'} ${text}`),
  };
  const state = {
    settings: new Map<string, unknown>(),
    clipboard: '',
    pasted: new Array<string>(),
    messages: new Array<string>(),
  };
  const vscode = {
    window: {
      activeTerminal,
      createTerminal: () => created,
      onDidChangeTerminalShellIntegration: onReport,
      onDidChangeActiveTerminal: onReport,
      showInformationMessage: async (text: string) => void state.messages.push(text),
    },
    workspace: { getConfiguration: () => ({ get: (name: string): unknown => state.settings.get(name) }) },
    env: {
      clipboard: {
        readText: async () => state.clipboard,
        writeText: async (text: string) => {
          state.clipboard = text;
        },
      },
    },
    commands: { executeCommand: async () => void state.pasted.push(state.clipboard) },
  };
  return { fake: { ...state, state, vscode, sent, created, report, terminal } };
});

vi.mock('vscode', () => fake.vscode);

const code = "cat <<'EOF'\none\nEOF";

beforeEach(() => {
  fake.settings.clear();
  fake.pasted.length = 0;
  fake.messages.length = 0;
  fake.state.clipboard = 'mine';
  fake.vscode.window.activeTerminal = fake.terminal;
});

test('a line is typed into a new terminal once its shell shows a prompt, and does not run', async () => {
  const putting = putIntoTerminal('$ npm test', undefined, () => false);
  await vi.waitFor(() => expect(fake.report.size).toBeGreaterThan(0));
  expect(fake.sent).toEqual([]);
  fake.created.shellIntegration = {};
  for (const report of fake.report) report();
  await putting;
  expect(fake.sent).toEqual(['type npm test']);
  expect(fake.report.size).toBe(0);
});

test.each([undefined, 'auto', 'always', true])(
  'several lines are pasted, and the clipboard is as before: %s',
  async (warning) => {
    fake.settings.set('enableMultiLinePasteWarning', warning);
    await putIntoTerminal(code, undefined, () => true);
    expect(fake.pasted).toEqual([code]);
    expect(fake.state.clipboard).toBe('mine');
    expect(fake.messages).toEqual([]);
  },
);

test.each([
  ['enableMultiLinePasteWarning', 'never'],
  ['enableMultiLinePasteWarning', false],
  ['ignoreBracketedPasteMode', true],
])(
  'they are copied, and the user is notified, where the terminal might run each line: %s %s',
  async (name, value) => {
    fake.settings.set(name, value);
    await putIntoTerminal(code, undefined, () => true);
    expect(fake.pasted).toEqual([]);
    expect(fake.state.clipboard).toBe(code);
    expect(fake.messages).toEqual([expect.stringContaining('copied instead')]);
  },
);

test('the user is notified that the clipboard holds the commands where what it held cannot be put back', async () => {
  fake.state.clipboard = '';
  await putIntoTerminal(code, undefined, () => true);
  expect(fake.pasted).toEqual([code]);
  expect(fake.state.clipboard).toBe(code);
  expect(fake.messages).toEqual([expect.stringContaining('still on the clipboard')]);
});
