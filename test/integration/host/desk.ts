// A session with a folder of its own in a real editor, for tests of the files that agents read and write.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ProposedTexts } from '../../../src/core/ports/clientRequests.ts';
import { FileAccessError, type FileRequest } from '../../../src/core/ports/fileAccess.ts';
import { EditorFileSystem } from '../../../src/host/editors/editorFileSystem.ts';

/** One session with a folder of its own, and a user who answers questions about other places in advance. */
export class Desk {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-editor-')));
  readonly root = join(this.base, 'ws');
  readonly asked: string[] = [];
  allows = false;
  readonly #session = { agent: 'Fake', id: 's1', roots: [this.root] };
  readonly files = new EditorFileSystem();
  /** The text to which the user edits what is written. */
  edited: string | undefined;
  /** What each question about a write shows, where the user is asked about writes. */
  readonly shown: ProposedTexts[] = [];
  /** Called while such a question waits, the number of which is given; the user allows it then. */
  whileAsked: ((question: number) => Promise<void>) | undefined;

  /** Whether the agent has run something that may change files; undefined where nobody knows. */
  hasRun: boolean | undefined;

  /** Whether the agent may have read files by itself since a moment; undefined where nobody knows. */
  mayHaveReadSince: ((at: number) => boolean) | undefined;

  /** What a file said before another program changed it; undefined where nobody knows. */
  textBeforeOthers: (() => Promise<string | undefined>) | undefined;

  /** Puts a write into the record of changes, where a session has one. */
  record: NonNullable<FileRequest['record']> | undefined;

  constructor() {
    mkdirSync(this.root);
  }

  path(name: string): string {
    return join(this.root, name);
  }

  /** Puts a file there, without the editor. */
  put(name: string, content: string | Uint8Array): string {
    writeFileSync(this.path(name), content);
    return this.path(name);
  }

  bytes(name: string): Buffer {
    return readFileSync(this.path(name));
  }

  read(path: string): Promise<string> {
    return this.files.readTextFile(this.#request(path));
  }

  write(path: string, content: string): Promise<string> {
    return this.files.writeTextFile(this.#request(path), content);
  }

  #request(path: string): Parameters<EditorFileSystem['readTextFile']>[0] {
    return {
      session: this.#session,
      path,
      ...(this.record === undefined ? {} : { record: this.record }),
      ...(this.hasRun === undefined ? {} : { hasRunSince: () => this.hasRun === true }),
      ...(this.textBeforeOthers === undefined ? {} : { textBeforeOthers: this.textBeforeOthers }),
      ...(this.mayHaveReadSince === undefined ? {} : { mayHaveReadSince: this.mayHaveReadSince }),
      signal: new AbortController().signal,
      permit: async ({ use, real, isInside, proposal }) => {
        if (!isInside) {
          this.asked.push(`${use} ${real}`);
          if (!this.allows) throw new FileAccessError('outside', 'The user did not allow it.');
        }
        if (this.whileAsked !== undefined && proposal !== undefined) {
          this.shown.push(await proposal.texts());
          await this.whileAsked(this.shown.length);
        }
        return this.edited === undefined ? {} : { content: this.edited };
      },
    };
  }
}

/** Runs a test on a desk, and leaves neither files nor editors behind. */
export function onDesk(body: (desk: Desk) => Promise<void>): () => Promise<void> {
  return async () => {
    const desk = new Desk();
    // In a browser VS Code saves on its own after a second.
    const setting = vscode.workspace.getConfiguration('files');
    await setting.update('autoSave', 'off', vscode.ConfigurationTarget.Global);
    try {
      await body(desk);
    } finally {
      for (const { isDirty } of vscode.workspace.textDocuments) {
        if (isDirty) await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await setting.update('autoSave', undefined, vscode.ConfigurationTarget.Global);
      desk.files.dispose();
      rmSync(desk.base, { recursive: true, force: true });
    }
  };
}

export async function show(path: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
}

export async function type(editor: vscode.TextEditor, text: string): Promise<void> {
  assert.equal(await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), text)), true);
}

export function refused(promise: Promise<unknown>, refusal: string): Promise<void> {
  return assert.rejects(promise, (error) => error instanceof FileAccessError && error.refusal === refusal);
}

export async function withSetting(name: string, value: unknown, body: () => Promise<void>): Promise<void> {
  const files = vscode.workspace.getConfiguration('files');
  await files.update(name, value, vscode.ConfigurationTarget.Global);
  try {
    await body();
  } finally {
    await files.update(name, undefined, vscode.ConfigurationTarget.Global);
  }
}
