// Files in memory that editors can open and save.
import * as vscode from 'vscode';
import { FlatFiles } from './flatFiles.ts';

interface MemoryFile {
  readonly bytes: Uint8Array;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/** A flat file system with the files that {@link put} makes. */
export class MemoryFiles extends FlatFiles {
  readonly #files = new Map<string, MemoryFile>();

  /** Creates a file, or replaces its text. */
  put(uri: vscode.Uri, text: string): void {
    this.writeFile(uri, new TextEncoder().encode(text));
  }

  /** The open document of a file. */
  document(uri: vscode.Uri): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  }

  /** The text of a file as its editor has it, saved or not. */
  currentText(uri: vscode.Uri): string | undefined {
    return this.document(uri)?.getText() ?? this.text(uri);
  }

  text(uri: vscode.Uri): string | undefined {
    const file = this.#files.get(uri.toString());
    return file === undefined ? undefined : new TextDecoder().decode(file.bytes);
  }

  remove(uri: vscode.Uri): void {
    this.#files.delete(uri.toString());
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, changedAt } = this.#file(uri);
    return { type: vscode.FileType.File, ctime: changedAt, mtime: changedAt, size: bytes.byteLength };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#file(uri).bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    this.#files.set(uri.toString(), { bytes, changedAt: Date.now() });
    this.fireChanged(uri);
  }

  override dispose(): void {
    super.dispose();
    this.#files.clear();
  }

  #file(uri: vscode.Uri): MemoryFile {
    const file = this.#files.get(uri.toString());
    if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }
}
