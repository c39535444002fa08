// Writes binary content of a conversation, such as an archive that an agent sent, to a file.
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';

export interface BinaryContent {
  readonly key: string;
  /** What the agent calls it; only its last part becomes the suggested name. */
  readonly name: string;
  /** In base64. */
  readonly data: string;
}

/** Writes the content to a file that the user selects, from the session's folder on. */
export async function saveBinary({ key, name, data }: BinaryContent, store: SessionStore): Promise<void> {
  const cwd = store.state(key)?.cwd;
  const target = await vscode.window.showSaveDialog(
    cwd === undefined ? {} : { defaultUri: vscode.Uri.file(join(cwd, basename(name))) },
  );
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, Buffer.from(data, 'base64'));
}
