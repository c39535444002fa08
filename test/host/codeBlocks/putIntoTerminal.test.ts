// Commands of several lines: they are pasted only where the terminal does not run them line by line unasked.
import { beforeEach, expect, test, vi } from 'vitest';
import { putIntoTerminal } from '../../../src/host/codeBlocks/putIntoTerminal.ts';

const { fake } = vi.hoisted(() => {
  const terminal = { shellIntegration: {}, show: () => undefined };
  const state = {
    settings: new Map<string, unknown>(),
    clipboard: '',
    pasted: new Array<string>(),
    messages: new Array<string>(),
  };
  const vscode = {
    window: {
      activeTerminal: terminal,
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
  return { fake: { ...state, state, vscode } };
});

vi.mock('vscode', () => fake.vscode);

const code = "cat <<'EOF'\none\nEOF";

beforeEach(() => {
  fake.settings.clear();
  fake.pasted.length = 0;
  fake.messages.length = 0;
  fake.state.clipboard = 'mine';
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
