// A click on a mention opens no address that a link of an agent may not open.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { editorSource } from '../../../../src/host/context/sources/editorSource.ts';
import { problemSource } from '../../../../src/host/context/sources/problemSource.ts';

const { opened, documents, problems } = vi.hoisted(() => ({
  opened: new Array<string>(),
  documents: new Array<string>(),
  problems: new Array<string>(),
}));

vi.mock('vscode', () => {
  const parse = (text: string) => ({
    scheme: text.replace(/:.*$/s, ''),
    fsPath: text.replace(/^file:\/\//, ''),
    path: text,
    toString: () => text,
  });
  return {
    Uri: { parse },
    Position: class {},
    ViewColumn: {},
    workspace: {
      notebookDocuments: [],
      get textDocuments() {
        return documents.map((text) => ({ isClosed: false, uri: parse(text), getText: () => '' }));
      },
      openTextDocument: async ({ path }: { readonly path: string }) => {
        opened.push(path);
        return { validatePosition: () => ({ line: 0, character: 0 }) };
      },
    },
    languages: {
      getDiagnostics: ({ path }: { readonly path: string }) =>
        problems.includes(path) ? [{ severity: 0 }] : [],
    },
    window: { showTextDocument: async () => undefined, tabGroups: { all: [] } },
    commands: {
      executeCommand: async (command: string, uri?: { readonly path: string }) => {
        if (command === 'vscode.open' && uri !== undefined) opened.push(uri.path);
      },
    },
  };
});
vi.mock('../../../../src/host/editors/besideChat.ts', () => ({ columnBesideChat: () => 1 }));
vi.mock('../../../../src/host/editors/workspaceFile.ts', () => ({
  isOnOtherComputer: (path: string) => path.startsWith('server'),
}));

const clear = (): void => [opened, documents, problems].forEach((list) => list.splice(0));
beforeEach(clear);
afterEach(clear);

const open = async (uri: string): Promise<readonly boolean[]> => [
  await editorSource.open({ kind: 'editor', uri }, 's'),
  await problemSource.open({ kind: 'problems', file: uri }, 's'),
];

test.each(['file://server/share/a.ts', 'command:workbench.action.quit', 'vscode-remote://host/a.ts'])(
  '%s is opened only where VS Code has it open already',
  async (uri) => {
    expect(await open(uri)).toEqual([false, false]);
    expect(opened).toEqual([]);
    problems.push(uri);
    expect(await open(uri)).toEqual([false, true]);
    documents.push(uri);
    expect(await open(uri)).toEqual([true, true]);
  },
);

test('a file of this computer is opened', async () => {
  expect(await open('file:///a.ts')).toEqual([true, true]);
  expect(opened).toEqual(['file:///a.ts', 'file:///a.ts']);
});
