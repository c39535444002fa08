// The tools that agents are given, over HTTP and in a real extension host: what VS Code's own languages answer.
import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { ServedSession } from '../../src/core/ports/servedSession.ts';
import { resolvePath } from '../../src/files/containedPath.ts';
import { IdeServer } from '../../src/ide/ideServer.ts';
import { systemClock } from '../../src/process/systemClock.ts';
import { describe, it } from './suite.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const folder = realpathSync(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '/');
const project = join(folder, 'ideTools');

const diagnostic = z.object({
  path: z.string(),
  line: z.number(),
  character: z.number(),
  message: z.string(),
});
const page = z.object({
  items: z.array(z.unknown()),
  total: z.number(),
  nextCursor: z.string().optional(),
  withoutBaseline: z.array(z.string()).optional(),
});

interface Tools {
  readonly server: IdeServer;
  /** The text that a tool answers with; rejects with that of an error. */
  readonly call: (name: string, args: Record<string, unknown>) => Promise<string>;
  /** The files that the agent changed. */
  readonly changed: string[];
}

/** Connects a client to the tools as a session gets them, in a folder with files. */
async function withTools(
  files: Readonly<Record<string, string>>,
  body: (tools: Tools) => Promise<void>,
): Promise<void> {
  mkdirSync(project, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  const changed: string[] = [];
  const session: ServedSession = {
    agent: 'A',
    roots: [folder],
    usesHttp: true,
    isHere: true,
    id: () => 's',
    isOpen: () => true,
    resolve: (path) => resolvePath(path, [folder]),
    permit: async ({ use }) => {
      assert.equal(use, 'read');
      return { close: () => undefined };
    },
    changedFiles: () => changed,
  };
  const server = await IdeServer.start({ clock: systemClock, log: silent, bridge: '' });
  const client = new Client({ name: 'test', version: '1' });
  try {
    const [given] = server.serversFor(session);
    assert.ok(given !== undefined && 'type' in given);
    const headers = Object.fromEntries(given.headers.map(({ name, value }) => [name, value]));
    await client.connect(new StreamableHTTPClientTransport(new URL(given.url), { requestInit: { headers } }));
    const call: Tools['call'] = async (name, args) => {
      const { content, isError } = await client.callTool({ name, arguments: args }, { timeout: 90_000 });
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      if (isError === true) throw new Error(text);
      return text;
    };
    await body({ server, call, changed });
  } finally {
    await client.close();
    server.dispose();
    rmSync(project, { recursive: true, force: true });
  }
}

const tabs = (): readonly string[] =>
  vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

describe('The tool diagnostics', () => {
  it('reports on TypeScript that no editor shows, as it is now on the disk', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const path = join(project, 'a.ts');
    await withTools(
      { 'a.ts': "export const n: number = 'text';\n", 'tsconfig.json': '{}' },
      async ({ call }) => {
        const first = page.parse(JSON.parse(await call('diagnostics', { op: 'file', path })));
        const [found] = z.array(diagnostic).parse(first.items);
        assert.deepEqual([found?.path, found?.line, found?.character], [path, 1, 14]);
        assert.match(found?.message ?? '', /not assignable/);
        writeFileSync(path, 'export const n: number = 1;\nexport const m: string = 2;\n');
        const second = page.parse(JSON.parse(await call('diagnostics', { op: 'file', path })));
        assert.deepEqual(
          z
            .array(diagnostic)
            .parse(second.items)
            .map(({ line }) => line),
          [2],
        );
        assert.deepEqual(tabs(), []);
      },
    );
  }, 90_000);

  it('reports on JSON that no editor shows, and leaves the editors as they are', async () => {
    await withTools({ 'b.json': '{ "a": }\n', 'shown.txt': 'shown' }, async ({ call }) => {
      await vscode.window.showTextDocument(vscode.Uri.file(join(project, 'shown.txt')));
      const seen: string[] = [];
      const watching = vscode.window.onDidChangeActiveTextEditor((editor) =>
        seen.push(editor?.document.fileName ?? ''),
      );
      const { items } = page.parse(
        JSON.parse(await call('diagnostics', { op: 'file', path: join(project, 'b.json') })),
      );
      watching.dispose();
      assert.match(z.array(diagnostic).parse(items)[0]?.message ?? '', /Value expected/);
      assert.deepEqual(seen, []);
      assert.deepEqual(tabs(), ['shown.txt']);
    });
  }, 60_000);

  it('tells the problems of the turn from those before it', async () => {
    const [old, path] = [join(project, 'old.ts'), join(project, 'new.ts')];
    const files = { 'old.ts': "export const n: number = 'text';\n", 'tsconfig.json': '{}' };
    await withTools(files, async ({ server, call, changed }) => {
      await vscode.window.showTextDocument(vscode.Uri.file(old));
      await call('diagnostics', { op: 'file', path: old });
      await assert.rejects(call('diagnostics', { op: 'new_since_turn' }), /No turn has begun/);
      while (vscode.languages.getDiagnostics(vscode.Uri.file(old)).length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      server.turnBegins('A', 's');
      writeFileSync(old, "\n\nexport const n: number = 'text';\nexport const m: string = 1;\n");
      writeFileSync(path, 'export const k: boolean = 1;\n');
      changed.push(old, path);
      const found = page.parse(JSON.parse(await call('diagnostics', { op: 'new_since_turn' })));
      assert.deepEqual(
        z
          .array(diagnostic)
          .parse(found.items)
          .map((each) => `${each.path}:${each.line}`)
          .toSorted(),
        [`${path}:1`, `${old}:4`].toSorted(),
      );
      assert.deepEqual(found.withoutBaseline, [path]);
    });
  }, 90_000);

  it('says what is wrong with its arguments, and with files that are not there', async () => {
    await withTools({}, async ({ call }) => {
      await assert.rejects(call('diagnostics', { op: 'everything' }), /`op` must be one of file, workspace/);
      await assert.rejects(call('diagnostics', { op: 'file' }), /`path` is missing/);
      await assert.rejects(call('diagnostics', { op: 'file', path: 'a.ts' }), /absolute/);
      await assert.rejects(
        call('diagnostics', { op: 'file', path: join(project, 'no.ts') }),
        /does not exist/,
      );
      await assert.rejects(call('diagnostics', { op: 'file', path: project }), /is not a file/);
    });
  });
});
