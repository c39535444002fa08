// Link reference definitions and footnotes: which block defines a label, and which blocks use it.

/** Longest label that counts (CommonMark: 999 characters). */
const LONGEST_LABEL = 999;
/** A definition longer than this (characters) is not carried to other blocks. */
const LONGEST_DEFINITION = 2_000;
/** How much of other blocks (characters) one block may need. */
const LONGEST_CONTEXT = 8_192;

const LABEL = /\[((?:[^[\]\\]|\\.)*)\]/gs;
const LINK_DEFINITION =
  /^ {0,3}\[((?:[^[\]\\]|\\.)+)\]:[ \t]*(?:<[^<>]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/;
const FOOTNOTE_DEFINITION = /^ {0,3}\[(\^[^\s[\]]+)\]:/;

/** A label and the line that defines it. */
export interface Definition {
  readonly label: string;
  readonly line: string;
}

/** Labels as CommonMark compares them. */
function normalize(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

/** Everything in `raw` that would be a reference if it were defined. */
export function labelsIn(raw: string): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const [, label = ''] of raw.matchAll(LABEL)) {
    if (label.length <= LONGEST_LABEL && /\S/.test(label)) labels.add(normalize(label));
  }
  return labels;
}

/** The labels a block of kind `definition` or `footnote` defines for others; one line each. */
export function definitionsIn(raw: string, kind: string): readonly Definition[] {
  if (kind !== 'definition' && kind !== 'footnote') return [];
  const definitions: Definition[] = [];
  for (const line of raw.trim().split(/\r\n?|\n/)) {
    const match = (kind === 'footnote' ? FOOTNOTE_DEFINITION : LINK_DEFINITION).exec(line);
    if (match?.[1] === undefined) break;
    if (line.length <= LONGEST_DEFINITION) definitions.push({ label: normalize(match[1]), line });
    if (kind === 'footnote') break;
  }
  return definitions;
}

/** The definitions of a text by label; of several for one label the first counts. */
export class Definitions {
  readonly #lines = new Map<string, { readonly line: string; readonly owner: number }>();

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Notes what block `owner` (its offset) defines. Returns the labels that were not defined before. */
  add(owner: number, definitions: readonly Definition[]): readonly string[] {
    const added: string[] = [];
    for (const { label, line } of definitions) {
      if (this.#lines.has(label)) continue;
      this.#lines.set(label, { line, owner });
      added.push(label);
    }
    return added;
  }

  /** Forgets labels, as if they had never been defined. */
  remove(labels: readonly string[]): void {
    for (const label of labels) this.#lines.delete(label);
  }

  /** What block `owner` needs of other blocks to resolve its labels. */
  contextOf(owner: number, labels: Iterable<string>): string {
    let context = '';
    for (const label of labels) {
      const found = this.#lines.get(label);
      if (found === undefined || found.owner === owner) continue;
      if (context.length + found.line.length > LONGEST_CONTEXT) break;
      context += `${found.line.trim()}\n\n`;
    }
    return context;
  }
}
