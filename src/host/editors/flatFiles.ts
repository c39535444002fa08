// What file systems without folders have in common: their files are made by the extension, and only their text changes.
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/lifecycle.ts';

export abstract class FlatFiles implements vscode.FileSystemProvider, Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  abstract stat(uri: vscode.Uri): vscode.FileStat;
  abstract readFile(uri: vscode.Uri): Uint8Array;
  abstract writeFile(uri: vscode.Uri, bytes: Uint8Array): void;

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
