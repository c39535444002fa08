// Follow mode inside VS Code: editors show where the agent works, until the user types or scrolls.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { FollowMode } from '../../src/features/followMode/host/followMode.ts';
import { describe, it } from './suite.ts';
import { waitUntil } from '../support/wait.ts';

const KEY = 'session-1';
const lines = Array.from({ length: 400 }, (_, index) => `line ${index + 1}`).join('\n');

/** A session with files of its own that is followed; the test is its agent. */
class Desk {
  readonly folder = realpathSync(mkdtempSync(join(workspaceFolder(), 'follow-')));
  readonly store = new SessionStore();
  /** The files that editors showed, in order. */
  readonly shown: string[] = [];
  readonly warnings: string[] = [];
  readonly #follow = new FollowMode({
    store: this.store,
    current: { shownKey: KEY },
    log: {
      info: () => undefined,
      warn: (warning) => void this.warnings.push(warning),
      error: () => undefined,
    },
  });
  readonly #watch = vscode.window.onDidChangeActiveTextEditor((editor) => {
    if (editor !== undefined) this.shown.push(basename(editor.document.uri.fsPath));
  });

  constructor() {
    mkdirSync(this.folder, { recursive: true });
    for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(this.folder, name), lines);
    this.store.create(KEY, 'A', this.folder);
    this.prompt();
  }

  prompt(): void {
    this.store.dispatch(KEY, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] });
  }

  /** The agent reads a file at a line (1-based). */
  reads(name: string, line = 1): void {
    const call = { toolCallId: name, kind: 'read', locations: [{ path: join(this.folder, name), line }] };
    this.store.dispatch(KEY, { type: 'tool_call', at: 1, call });
  }

  /** Waits until a file is shown, with the line (1-based) visible. */
  async shows(name: string, line = 1): Promise<vscode.TextEditor> {
    return waitUntil(() => {
      const editor = vscode.window.activeTextEditor;
      const isThere = editor !== undefined && basename(editor.document.uri.fsPath) === name;
      const isVisible = editor?.visibleRanges.some(
        ({ start, end }) => start.line < line && line - 1 <= end.line,
      );
      return isThere && isVisible === true ? editor : undefined;
    }, `${name} with line ${line}`);
  }

  async end(): Promise<void> {
    this.#watch.dispose();
    this.#follow.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function workspaceFolder(): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  assert.ok(folder, 'No folder is open.');
  return folder;
}

/** Runs a test with follow mode on, and turns it off again. */
function following(body: (desk: Desk) => Promise<void>): () => Promise<void> {
  return async () => {
    const setting = vscode.workspace.getConfiguration('parley');
    await setting.update('followAgent', true, vscode.ConfigurationTarget.Global);
    const desk = new Desk();
    try {
      await body(desk);
    } finally {
      await desk.end();
      await setting.update('followAgent', undefined, vscode.ConfigurationTarget.Global);
    }
  };
}

describe('Follow mode', () => {
  it(
    'shows the nearest line for line 0 and for a line after the end',
    following(async (desk) => {
      desk.reads('a.txt', 0);
      await desk.shows('a.txt', 1);
      desk.reads('b.txt', 9_999);
      await desk.shows('b.txt', 400);
      assert.deepEqual(desk.warnings, []);
    }),
  );

  it(
    'R68 shows the file and line at which the agent works',
    following(async (desk) => {
      desk.reads('a.txt', 300);
      await desk.shows('a.txt', 300);
      desk.reads('b.txt', 20);
      await desk.shows('b.txt', 20);
    }),
  );

  it(
    'pauses when the user types, and resumes with the next prompt',
    following(async (desk) => {
      desk.reads('a.txt');
      await desk.shows('a.txt');
      await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
      const paused = selected();
      await vscode.commands.executeCommand('cursorDown');
      await paused;
      desk.reads('b.txt');
      desk.prompt();
      desk.reads('c.txt');
      await desk.shows('c.txt');
      assert.deepEqual(desk.shown, ['a.txt', 'c.txt']);
    }),
  );

  it(
    'pauses when the user scrolls away, and resumes with the next prompt',
    following(async (desk) => {
      desk.reads('a.txt');
      const editor = await desk.shows('a.txt');
      await vscode.commands.executeCommand('editorScroll', { to: 'down', by: 'line', value: 300 });
      await waitUntil(
        () => editor.visibleRanges.every(({ start }) => start.line > 100) || undefined,
        'scrolled',
      );
      desk.reads('b.txt');
      desk.prompt();
      desk.reads('c.txt');
      await desk.shows('c.txt');
      assert.deepEqual(desk.shown, ['a.txt', 'c.txt']);
    }),
  );

  it(
    'shows no file outside the workspace and none of a session that is not shown',
    following(async (desk) => {
      const call = { toolCallId: 'x', kind: 'read', locations: [{ path: '/etc/hosts' }] };
      desk.store.dispatch(KEY, { type: 'tool_call', at: 1, call });
      desk.store.create('session-2', 'A', desk.folder);
      const other = { toolCallId: 'y', kind: 'read', locations: [{ path: join(desk.folder, 'b.txt') }] };
      desk.store.dispatch('session-2', { type: 'tool_call', at: 1, call: other });
      desk.reads('a.txt');
      await desk.shows('a.txt');
      assert.deepEqual(desk.shown, ['a.txt']);
    }),
  );
});

/** Resolves when the selection changes as by a user. */
function selected(): Promise<void> {
  return new Promise((resolve) => {
    const watch = vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      if (kind !== vscode.TextEditorSelectionChangeKind.Keyboard) return;
      watch.dispose();
      resolve();
    });
  });
}
