// Who is offered the tools of the editor, by the settings of the user.
import { beforeEach, expect, test } from 'vitest';
import { offersIdeTools, offersVscodeTool } from '../../../../src/features/ideTools/host/ideSettings.ts';
import { resetVscode, vscode } from '../../../support/vscode.ts';

beforeEach(resetVscode);

const configure = (values: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(values)) vscode.settings.set(name, value);
};

test('the tools of the editor are offered to all, to none, or by agent; a value that cannot be used offers none', () => {
  expect(offersIdeTools('A')).toBe(true);
  configure({ ideTools: false });
  expect(offersIdeTools('A')).toBe(false);
  configure({ ideTools: { A: false, B: true } });
  expect(['A', 'B', 'C', 'toString'].map((name) => offersIdeTools(name))).toEqual([false, true, true, true]);
  for (const unusable of ['yes', 1, { A: 'no' }, null, []]) {
    configure({ ideTools: unusable });
    expect([unusable, offersIdeTools('A')]).toEqual([unusable, false]);
  }
});

test('tools of VS Code are offered only by name, `*` standing for any text', () => {
  const offered = (): string[] => ['a.b', 'aXb', 'mcp_git_x', 'run'].filter((name) => offersVscodeTool(name));
  expect(offered()).toEqual([]);
  configure({ vscodeTools: ['a.b', 'mcp_git_*'] });
  expect(offered()).toEqual(['a.b', 'mcp_git_x']);
  for (const unusable of [true, '*', { run: true }, ['run', 1], null]) {
    configure({ vscodeTools: unusable });
    expect([unusable, offered()]).toEqual([unusable, []]);
  }
});
