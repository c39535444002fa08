// Line ends of the texts that tests write with "\n": those of the repository that this run is in.
import { repositoryKind } from './repositoryKind.ts';

/** The text as a file has it. One that has line ends of its own keeps them. */
export function asFile(text: string): string {
  return repositoryKind !== 'crlf' || text.includes('\r') ? text : text.replaceAll('\n', '\r\n');
}

/** What {@link asFile} was made from. Line ends that it has not made are marked, so that no test takes them for right. */
export function asTest(text: string): string {
  if (repositoryKind !== 'crlf') return text;
  return text.replaceAll(/(?<!\r)\n/g, '<LF>\n').replaceAll('\r\n', '\n');
}

/** The unsaved texts of editors by path, which tests set and get as they write files. */
export class UnsavedTexts {
  readonly #texts = new Map<string, string>();

  /** As the editor has it. */
  exact(path: string): string | undefined {
    return this.#texts.get(path);
  }

  setExact(path: string, text: string): void {
    this.#texts.set(path, text);
  }

  get(path: string): string | undefined {
    const text = this.#texts.get(path);
    return text === undefined ? undefined : asTest(text);
  }

  set(path: string, text: string): void {
    this.#texts.set(path, asFile(text));
  }

  has(path: string): boolean {
    return this.#texts.has(path);
  }

  delete(path: string): void {
    this.#texts.delete(path);
  }

  clear(): void {
    this.#texts.clear();
  }
}
