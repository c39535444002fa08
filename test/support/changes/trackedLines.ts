// Files whose lines say who wrote them last, and what Undo may leave of each: the model that the tracker is compared with.
import { existsSync } from 'node:fs';
import type { TrackedFolder } from './trackedFolder.ts';

/** How a file is written. */
interface Format {
  readonly mark: string;
  readonly lineEnd: string;
  /** Behind each line. */
  readonly blanks: string;
  readonly hasLastLineEnd: boolean;
}

export const LINES = 5;
const FORMATS: Readonly<Record<string, Format>> = {
  'plain.txt': { mark: '', lineEnd: '\n', blanks: '', hasLastLineEnd: true },
  'windows.txt': { mark: '\uFEFF', lineEnd: '\r\n', blanks: '\t', hasLastLineEnd: true },
  'dir/odd.txt': { mark: '', lineEnd: '\n', blanks: '  ', hasLastLineEnd: false },
  'new.txt': { mark: '', lineEnd: '\n', blanks: '', hasLastLineEnd: true },
};
export const NAMES = Object.keys(FORMATS);

/** The names of the writers of each line, such as `agent-3`; undefined where there is no file. */
type Lines = readonly string[] | undefined;

function isAgents(line: string): boolean {
  return line.startsWith('agent');
}

/** The line of the file in which line `index` of the model is: between two of them is one that nobody changes. */
export function lineNumber(index: number): number {
  return 2 * index;
}

export class TrackedLines {
  readonly #files: TrackedFolder;
  /** What is in each file without what the agent has changed since it was last kept. */
  #without = new Map<string, Lines>();
  /** So many writes were made when a window was killed: nobody may know any more which of them were the agent's. */
  #forgottenWrites = 0;
  /** Files that the agent had made or deleted then. */
  readonly #unsure = new Set<string>();
  #writes = 0;

  constructor(files: TrackedFolder) {
    this.#files = files;
    for (const name of NAMES) {
      const lines =
        name === 'new.txt' ? undefined : Array.from({ length: LINES }, (_, index) => `start-${index}`);
      this.#without.set(name, lines);
      if (lines !== undefined) files.put(name, serialize(name, lines));
    }
  }

  /** What is in the files now. */
  bytes(): ReadonlyMap<string, string | undefined> {
    return new Map(NAMES.map((name) => [name, this.#bytesOf(name)]));
  }

  get without(): ReadonlyMap<string, Lines> {
    return new Map(this.#without);
  }

  /** The text of a file with another line by somebody; the agent writes them all where there is no file. */
  edited(name: string, by: string, index: number): string {
    const line = `${by}-${this.#writes++}`;
    const lines = this.#lines(name);
    return serialize(name, lines?.with(index, line) ?? Array.from({ length: LINES }, () => line));
  }

  /** Somebody but the agent has written a file: what they wrote is no change of the agent. */
  written(name: string): void {
    const lines = this.#lines(name);
    const without = this.#without.get(name);
    if (lines === undefined) return;
    this.#without.set(
      name,
      without === undefined
        ? lines
        : lines.map((line, index) => (isAgents(line) ? (without[index] ?? line) : line)),
    );
  }

  kept(name: string, index: number): void {
    const line = this.#lines(name)?.[index];
    const without = this.#without.get(name);
    if (without !== undefined && line !== undefined) this.#without.set(name, without.with(index, line));
  }

  /** The window is gone, and with it what was not stored yet. */
  killed(): void {
    this.#forgottenWrites = this.#writes;
    for (const name of NAMES) {
      if ((this.#lines(name) === undefined) !== (this.#without.get(name) === undefined))
        this.#unsure.add(name);
    }
  }

  /** Files are restored: what is in them without the agent is that of an earlier moment, or all of it. */
  restored(names: readonly string[], without: ReadonlyMap<string, Lines> | undefined): void {
    for (const name of names)
      this.#without.set(name, without === undefined ? this.#lines(name) : without.get(name));
  }

  /** What is wrong with the files after an Undo; `left` are those that it says it has left. */
  faults(before: ReadonlyMap<string, string | undefined>, left: ReadonlySet<string>): readonly string[] {
    return NAMES.flatMap((name) => {
      const isLeft = left.has(name) || this.#unsure.has(name);
      const found = this.#faultsIn(name, parse(name, before.get(name)), isLeft);
      return found.map((fault) => `${name}: ${fault}`);
    });
  }

  #faultsIn(name: string, before: Lines, isLeft: boolean): readonly string[] {
    const after = this.#lines(name);
    const without = this.#without.get(name);
    if (isLeft && this.#bytesOf(name) === (before === undefined ? undefined : serialize(name, before)))
      return [];
    const lost = (before ?? []).filter((line) => !isAgents(line) && after?.includes(line) !== true);
    if (lost.length > 0) return [`lost ${lost.join(', ')}`];
    if (after === undefined) return without === undefined ? [] : ['is missing'];
    if (without === undefined && !after.some((line) => this.#isForgotten(line))) return ['is still there'];
    return after.flatMap((line, index) => {
      const isRight = line === without?.[index] || this.#isForgotten(line) || !isAgents(line);
      return isRight || (isLeft && line === before?.[index])
        ? []
        : `has ${line} for ${without?.[index] ?? ''}`;
    });
  }

  #isForgotten(line: string): boolean {
    return Number(line.split('-')[1]) < this.#forgottenWrites;
  }

  #bytesOf(name: string): string | undefined {
    return existsSync(this.#files.path(name)) ? this.#files.read(name) : undefined;
  }

  #lines(name: string): Lines {
    return parse(name, this.#bytesOf(name));
  }
}

function serialize(name: string, lines: readonly string[]): string {
  const { mark = '', lineEnd = '\n', blanks = '', hasLastLineEnd = true } = FORMATS[name] ?? {};
  const all = lines.flatMap((line, index) => (index === 0 ? [line] : [`--- ${index} ---`, line]));
  return mark + all.map((line) => line + blanks).join(lineEnd) + (hasLastLineEnd ? lineEnd : '');
}

/** Fails where a file is not as it is written, to the byte. */
function parse(name: string, text: string | undefined): Lines {
  if (text === undefined) return undefined;
  const lines = text.match(/[a-z]+-\d+/g)?.map(String) ?? [];
  if (serialize(name, lines) !== text) throw new Error(`${name} holds ${JSON.stringify(text)}`);
  return lines;
}
