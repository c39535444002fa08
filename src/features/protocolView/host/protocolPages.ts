// The pages that show the protocol: one tab for each agent, and one for each file that was opened.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../../core/base/lifecycle.ts';
import { readSaved } from '../core/wireRecord.ts';
import { pickAgent } from '../../../host/settings/agentPick.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { ProtocolPage } from './protocolPage.ts';
import type { ShownProtocol } from './recordingExports.ts';
import { protocolViewStrings } from './protocolViewStrings.ts';

/** A longer file is not read into memory. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

export class ProtocolPages implements Disposable {
  readonly #kernel: Kernel;
  readonly #pages = new Map<string, ProtocolPage>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Shows what goes over the wire of an agent from now on; `name`: its key in the settings. */
  showAgent(name: string): void {
    this.#show(`agent:${name}`, { kind: 'agent', name });
  }

  /** Shows a saved recording; asks for the file where none is given. */
  async openFile(file?: vscode.Uri): Promise<void> {
    const uri = file ?? (await askForFile());
    if (uri === undefined) return;
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > MAX_FILE_BYTES) throw new Error(protocolViewStrings.fileTooLarge());
      const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      const { records, skipped } = readSaved(content);
      if (records.length === 0) throw new Error(protocolViewStrings.noMessages());
      const name = basename(uri.path);
      this.#show(`file:${uri.toString()}`, { kind: 'file', name, records, skipped });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#kernel.host.log.error(`The recording was not opened: ${reason}`);
      void vscode.window.showErrorMessage(protocolViewStrings.notOpened(escapeForNotification(reason)));
    }
  }

  dispose(): void {
    for (const page of this.#pages.values()) page.dispose();
  }

  #show(key: string, shown: ShownProtocol): void {
    const open = this.#pages.get(key);
    if (open !== undefined && shown.kind === 'agent') {
      open.reveal();
      return;
    }
    open?.dispose();
    const page = new ProtocolPage(shown, this.#kernel, {
      onClose: () => this.#pages.delete(key),
      openFile: () => this.openFile(),
      openOther: () => this.#chooseAgent(),
    });
    this.#pages.set(key, page);
  }

  async #chooseAgent(): Promise<void> {
    const picked = await pickAgent(this.#kernel.host.agentSettings, protocolViewStrings.selectAgent());
    if (picked !== undefined) this.showAgent(picked);
  }
}

async function askForFile(): Promise<vscode.Uri | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      filters: { [protocolViewStrings.recordings()]: ['ndjson', 'jsonl', 'old'] },
    })) ?? [];
  return uri;
}
