// What file systems without folders have in common: their files are made by the extension, and only their text changes.
import * as vscode from 'vscode';
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { Disposable } from '../../core/base/lifecycle.ts';

export abstract class FlatFiles implements vscode.FileSystemProvider, Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  abstract stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat>;
  abstract readFile(uri: vscode.Uri): Uint8Array | Promise<Uint8Array>;
  abstract writeFile(uri: vscode.Uri, bytes: Uint8Array): void | Promise<void>;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Notifies editors that a file has another text. */
  protected fireChanged(uri: vscode.Uri): void {
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
}

/** Files of which VS Code may ask before what makes them is loaded, such as those of editors that come back with the window. */
export class FlatFilesOnUse extends FlatFiles {
  readonly #load: () => Promise<FlatFiles>;

  constructor(load: () => Promise<FlatFiles>) {
    super();
    this.#load = loadOnce(async () => {
      const files = await load();
      files.onDidChangeFile((changes) => changes.forEach(({ uri }) => this.fireChanged(uri)));
      return files;
    });
  }

  override async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.#load()).stat(uri);
  }

  override async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#load()).readFile(uri);
  }

  override async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    await (await this.#load()).writeFile(uri, bytes);
  }
}
