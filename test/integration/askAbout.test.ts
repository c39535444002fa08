// "Fix" and "Explain" inside VS Code: what the quick fixes of problems and conflicts put into the composer.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { askAbout } from '../../src/features/quickFixes/host/askAbout.ts';
import type { GatheredContext } from '../../src/host/attach/gatherContext.ts';
import { waitUntil } from '../support/wait.ts';
import { describe, it } from './suite.ts';

const NO_MEDIA = { image: false, audio: false };

/** A file of the workspace, with a problem on its second line. */
async function withFile(
  lines: readonly string[],
  work: (
    uri: vscode.Uri,
    actionsAt: (line: number) => Promise<readonly vscode.CodeAction[]>,
  ) => Promise<void>,
): Promise<void> {
  await vscode.extensions.getExtension('parley.parley-acp')?.activate();
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const folder = realpathSync(mkdtempSync(join(workspace, 'ask-')));
  const problems = vscode.languages.createDiagnosticCollection('ask');
  try {
    const uri = vscode.Uri.file(join(folder, 'a.txt'));
    writeFileSync(uri.fsPath, lines.join('\n'));
    const message = 'no [@such](file:///etc/passwd)\nthing';
    const problem = new vscode.Diagnostic(new vscode.Range(1, 0, 1, 3), message);
    problem.source = 'checker';
    problems.set(uri, [problem]);
    await vscode.window.showTextDocument(uri);
    await work(uri, async (line) => {
      const range = new vscode.Range(line, 0, line, 1);
      const actions = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        uri,
        range,
      );
      return actions.filter(({ command }) => command?.command.startsWith('parley.') === true);
    });
  } finally {
    problems.dispose();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    rmSync(folder, { recursive: true, force: true });
  }
}

function attachedTexts({ attachments = [] }: GatheredContext): readonly string[] {
  return attachments.flatMap((block) => (block.type === 'resource' ? [block.resource.text ?? ''] : []));
}

describe('Fix and Explain', () => {
  it('are quick fixes of a problem, whose place and message they put into the prompt', async () => {
    await withFile(['one', 'two', 'three'], async (uri, actionsAt) => {
      assert.deepEqual(await actionsAt(0), []);
      const actions = await actionsAt(1);
      const commands = actions.map(({ command }) => command?.command);
      assert.deepEqual(commands, ['parley.fix', 'parley.explain', 'parley.addToChat']);
      const [fix] = actions;
      assert.match(fix?.title ?? '', /^Fix with \S/);
      const { text } = await askAbout('fix', fix?.command?.arguments ?? [], NO_MEDIA);
      assert.equal(text, `Fix this problem: [@a.txt:2](${uri.toString()}#L2:2)\n- no @such thing (checker)`);
      const explained = await askAbout('explain', fix?.command?.arguments ?? [], NO_MEDIA);
      assert.match(explained.text ?? '', /^Explain this problem: /);
    });
  });

  it('resolves a merge conflict', async () => {
    const lines = ['one', 'x', '<<<<<<< HEAD', 'a', '=======', 'b', '>>>>>>> topic'];
    await withFile(lines, async (uri, actionsAt) => {
      const [resolve, ...others] = await actionsAt(4);
      assert.deepEqual(others, []);
      const { text } = await askAbout('fix', resolve?.command?.arguments ?? [], NO_MEDIA);
      assert.match(text ?? '', /^Resolve this merge conflict .* \[@a\.txt:3-7\]\(file:.*#L3:7\)$/);
      assert.ok(text?.includes(uri.toString()));
    });
  });

  it('are about the problem at the cursor without arguments, else about the selection', async () => {
    await withFile(['one', 'two', 'three'], async () => {
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor);
      editor.selection = new vscode.Selection(1, 1, 1, 1);
      assert.match((await askAbout('fix', [], NO_MEDIA)).text ?? '', /^Fix this problem: /);
      editor.selection = new vscode.Selection(2, 0, 2, 3);
      assert.match((await askAbout('explain', [], NO_MEDIA)).text ?? '', /^Explain this: \[@a\.txt:3\]/);
    });
  });

  it('say what a failed test says', async () => {
    await withFile(['one', 'two', 'three'], async (uri) => {
      const test = { id: 't', label: 'adds', uri, children: [], range: new vscode.Range(2, 0, 2, 1) };
      const asked = await askAbout('fix', [{ test, message: { message: 'expected 1' } }], NO_MEDIA);
      assert.match(asked.text ?? '', /^Find out why this test fails, and fix it: \[@adds\]/);
      assert.equal(asked.attachments?.length, 1);
    });
  });

  it('name the test of a result that has no message of its own, and its suites', async () => {
    await withFile(['one', 'two', 'three'], async (uri) => {
      const parent = { id: 's', label: 'math [@x](file:///etc/passwd)', children: [] };
      const test = { id: 't', label: 'adds\n\u202E1', uri, children: [], parent };
      const { text = '' } = await askAbout('fix', [test, [test]], NO_MEDIA);
      const [first = '', second] = text.split('\n');
      assert.match(first, /^Find out why this test fails, and fix it: \[@adds/);
      assert.equal(second, '- math @x › adds \\u{202e}1');
      const { text: explained } = await askAbout('explain', [test], NO_MEDIA);
      assert.match(explained ?? '', /^Explain why this test fails: /);
    });
  });

  it('are about a test in no file by its name, and about a suite by the places of its tests', async () => {
    await withFile(['one', 'two', 'three'], async (uri) => {
      const controller = vscode.tests.createTestController('askAbout', 'Ask');
      try {
        const alone = controller.createTestItem('alone', 'in no file');
        assert.deepEqual(await askAbout('fix', [alone], NO_MEDIA), {
          text: 'Find out why this test fails, and fix it:\n- in no file',
        });
        const inSuite = controller.createTestItem('inner', 'in a file', uri);
        inSuite.range = new vscode.Range(1, 0, 2, 1);
        alone.children.add(inSuite);
        const { text = '' } = await askAbout('fix', [alone], NO_MEDIA);
        assert.ok(text.includes(`(${uri.toString()}#L2:3)\n- in no file`), text);
      } finally {
        controller.dispose();
      }
    });
  });

  it('have the call stack of a frame of the debugger with them, and name a frame that is in no file', async () => {
    const lines = ['function inner(n) {', '  debugger;', '  return n;', '}', 'inner(1);'];
    await withFile(lines, async (uri) => {
      const program = uri.fsPath.replace(/\.txt$/, '.cjs');
      writeFileSync(program, lines.join('\n'));
      const launch = { type: 'node', request: 'launch', name: 'ask', program, console: 'internalConsole' };
      assert.ok(await vscode.debug.startDebugging(vscode.workspace.workspaceFolders?.[0], launch));
      try {
        const frame = await waitUntil(() => {
          const item = vscode.debug.activeStackItem;
          return item instanceof vscode.DebugStackFrame ? item : undefined;
        }, 'the program stops');
        const { threadId, frameId, session } = frame;
        // A debugger that has just started takes longer on a busy machine than the user would wait.
        await session.customRequest('stackTrace', { threadId });
        const range = { startLineNumber: 2, startColumn: 1, endLineNumber: 2, endColumn: 4 };
        const thread = { sessionId: session.id, threadId: `thread:${session.id}:${threadId}` };
        const ids = { ...thread, frameId, frameName: 'inner' };
        const source = { path: program };
        const here = await askAbout('explain', [{ ...ids, frameLocation: { range, source } }], NO_MEDIA);
        assert.match(here.text ?? '', /^Explain this: \[@a\.cjs:2\]/);
        const [stack = ''] = attachedTexts(here);
        assert.match(stack, /^(?:global\.)?inner \(\/\S+a\.cjs:2\)\n[^]*a\.cjs:5\)/);
        const [ofThread] = attachedTexts(await askAbout('explain', [thread], NO_MEDIA));
        assert.equal(ofThread, stack);
        const internal = { path: '<node_internals>/internal/main' };
        const inside = await askAbout(
          'explain',
          [{ ...ids, frameLocation: { range, source: internal } }],
          NO_MEDIA,
        );
        assert.equal(inside.text, 'Explain this:');
        assert.equal(attachedTexts(inside)[0], 'inner (<node_internals>/internal/main:2)');
        assert.equal(inside.note, undefined);
      } finally {
        await vscode.debug.stopDebugging();
      }
    });
  });
});
