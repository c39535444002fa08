// VS Code's own descriptions of MCP servers: the files of the user and of the workspace, as they were last read.
import * as vscode from 'vscode';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import type { McpConfigFile } from '../../core/mcp/mcpConfigFile.ts';

/** A file that is there. */
export interface ReadMcpFile {
  readonly uri: string;
  /** Absolute. */
  readonly path: string;
  /** What `${workspaceFolder}` means in it; undefined in the user's own. */
  readonly folder: string | undefined;
  /** Empty where it cannot be read. */
  readonly config: McpConfigFile;
}

export interface McpFilesView {
  /** Empty before {@link McpFiles.refresh} was called. */
  readonly current: readonly ReadMcpFile[];
  /** Fires when the files say something else. */
  readonly onChange: Event<void>;
}

/** Reads nothing before it is asked to; from then on it follows changes. */
export class McpFiles implements McpFilesView, Disposable {
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #find: () => Promise<readonly ReadMcpFile[]> = () => Promise.resolve([]);
  #current: readonly ReadMcpFile[] = [];
  #text = '[]';
  #isWatching = false;
  #reading: Promise<void> = Promise.resolve();

  readonly onChange: Event<void> = this.#changed.event;

  /** What finds and reads the files; without it there are none. */
  readWith(read: () => Promise<readonly ReadMcpFile[]>): void {
    this.#find = read;
  }

  get current(): readonly ReadMcpFile[] {
    return this.#current;
  }

  /** Reads the files anew, one time after another. Never rejects: what cannot be read is a problem of its file. */
  refresh(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #read(): Promise<void> {
    this.#watch();
    const files = await this.#find();
    const text = JSON.stringify(files);
    if (text === this.#text) return;
    this.#text = text;
    this.#current = files;
    this.#changed.fire();
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const watcher = this.#owned.add(vscode.workspace.createFileSystemWatcher('**/.vscode/mcp.json'));
    const read = (): void => void this.refresh();
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
      this.#owned.add(event(read));
    }
    this.#owned.add(vscode.workspace.onDidChangeWorkspaceFolders(read));
  }
}
