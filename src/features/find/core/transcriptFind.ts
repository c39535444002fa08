// Finds a text in a transcript: in slices, and again only where the transcript changed.
import { EntryScan } from './findScan.ts';
import type { SearchedText, TextRange } from '../../../core/text/searchedText.ts';
import type { Entry } from '../../../core/session/entries.ts';
import type { FindPattern } from './findPattern.ts';
import type { SessionState } from '../../../core/session/model.ts';
import { subagentMessages } from '../../../core/session/subagent/selectors.ts';

/** Where to look for the nearest hit. */
export type FindPlace = Pick<TextRange, 'entryId'> & Partial<Pick<TextRange, 'textId' | 'start'>>;

/**
 * The texts of an entry that are searched, in the order in which they are drawn. The same array as long as nothing in
 * them changed, else texts that only grew keep their ids and beginnings.
 */
export type TextsOf = (entry: Entry, state: SessionState) => readonly SearchedText[];

interface PageScan {
  /** Undefined until all of it is scanned. */
  readonly page: readonly Entry[] | undefined;
  /** By the entries' ids, in their order. */
  readonly scans: ReadonlyMap<string, EntryScan>;
  readonly count: number;
}

const NO_PAGE: PageScan = { page: undefined, scans: new Map(), count: 0 };

/**
 * The hits of one pattern. Only their number is stored for each text, so that memory does not depend on how many there
 * are; where they are is found again when one is asked for.
 */
export class TranscriptFind {
  readonly #pattern: FindPattern;
  readonly #textsOf: TextsOf;
  #state: SessionState | undefined;
  #pages: readonly PageScan[] = [];
  /** Where the next page to look at may be; those before it are scanned. */
  #next = 0;

  constructor(pattern: FindPattern, textsOf: TextsOf) {
    this.#pattern = pattern;
    this.#textsOf = textsOf;
  }

  /** Whether all of the last state is scanned. */
  get isComplete(): boolean {
    return this.#next >= this.#pages.length;
  }

  /** The number of hits that are known. */
  get count(): number {
    return this.#pages.reduce((sum, { count }) => sum + count, 0);
  }

  /**
   * Searches another state from now on; {@link scan} looks at what is new. The work is one comparison for each page,
   * terminal and sub-agent.
   */
  update(state: SessionState): void {
    const changed = changedTerminals(this.#state, state);
    const calls = changedSubagents(this.#state, state);
    this.#pages = state.entries.map((page, index) => {
      const known = this.#pages[index] ?? NO_PAGE;
      const isSame =
        known.page === page &&
        (changed.size === 0 || !usesTerminal(page, changed)) &&
        (calls.size === 0 || !page.some((entry) => isCallOf(entry, calls)));
      return isSame ? known : { ...known, page: undefined };
    });
    this.#state = state;
    const first = this.#pages.findIndex(({ page }) => page === undefined);
    this.#next = first < 0 ? this.#pages.length : first;
  }

  /** Scans on until everything is scanned, which it returns, or until the time is up. Each call gets further. */
  scan(isTimeUp: () => boolean): boolean {
    while (this.#next < this.#pages.length) {
      if (!this.#scanPage(this.#next, isTimeUp)) return false;
      this.#next++;
      if (isTimeUp()) break;
    }
    return this.isComplete;
  }

  /** The hit of that 0-based number. */
  hitAt(index: number): TextRange | undefined {
    let rest = index;
    for (const { scans, count } of this.#pages) {
      if (rest < count) {
        for (const [entryId, scan] of scans) {
          if (rest < scan.count) return hitsOf(entryId, scan, this.#pattern)[rest];
          rest -= scan.count;
        }
      }
      rest -= count;
    }
    return undefined;
  }

  /** The hits in an entry. */
  hitsIn(entryId: string): readonly TextRange[] {
    for (const { scans } of this.#pages) {
      const scan = scans.get(entryId);
      if (scan !== undefined) return hitsOf(entryId, scan, this.#pattern);
    }
    return [];
  }

  /** The text that a hit is in, as it was scanned last; empty when it is gone. */
  textOf({ entryId, textId }: TextRange): string {
    const scan = this.#pages.map(({ scans }) => scans.get(entryId)).find((found) => found !== undefined);
    return scan?.text(textId) ?? '';
  }

  /** How many hits stand before a place: the number of the first one at or after it. 0 for an entry that is gone. */
  countBefore({ entryId, textId, start = 0 }: FindPlace): number {
    let before = 0;
    for (const { scans, count } of this.#pages) {
      if (!scans.has(entryId)) {
        before += count;
        continue;
      }
      for (const [id, scan] of scans) {
        if (id === entryId) return before + scan.countBefore(this.#pattern, textId, start);
        before += scan.count;
      }
    }
    return 0;
  }

  #scanPage(index: number, isTimeUp: () => boolean): boolean {
    const known = this.#pages[index] ?? NO_PAGE;
    const page = this.#state?.entries[index];
    if (page === undefined || known.page === page || this.#state === undefined) return true;
    const state = this.#state;
    const scans = new Map<string, EntryScan>();
    let isWhole = true;
    for (const entry of page) {
      const scan = (known.scans.get(entry.id) ?? EntryScan.none).next(this.#textsOf(entry, state));
      scans.set(entry.id, scan);
      if (scan.isDone) continue;
      scan.scan(this.#pattern, isTimeUp);
      if (!isTimeUp()) continue;
      isWhole = scans.size === page.length && scan.isDone;
      break;
    }
    // What was not reached keeps what is known of it.
    if (!isWhole) for (const [id, scan] of known.scans) if (!scans.has(id)) scans.set(id, scan);
    this.#pages = this.#pages.with(index, {
      page: isWhole ? page : undefined,
      scans,
      count: [...scans.values()].reduce((sum, { count }) => sum + count, 0),
    });
    return isWhole;
  }
}

function hitsOf(entryId: string, scan: EntryScan, pattern: FindPattern): readonly TextRange[] {
  return scan.hits(pattern).map((match) => ({ entryId, ...match }));
}

/** The ids of the terminals that are not as they were. */
function changedTerminals(before: SessionState | undefined, after: SessionState): ReadonlySet<string> {
  const changed = new Set<string>();
  if (before === undefined || before.terminals === after.terminals) return changed;
  for (const [index, terminal] of after.terminals.entries()) {
    if (before.terminals[index] !== terminal) changed.add(terminal.id);
  }
  return changed;
}

/** The ids of the calls of sub-agents in which something else is said than before. */
function changedSubagents(before: SessionState | undefined, after: SessionState): ReadonlySet<string> {
  const changed = new Set<string>();
  if (before === undefined || before.subagents === after.subagents) return changed;
  for (const { toolCallId, messages } of after.subagents ?? []) {
    if (subagentMessages(before, toolCallId) !== messages) changed.add(toolCallId);
  }
  return changed;
}

function isCallOf(entry: Entry, toolCallIds: ReadonlySet<string>): boolean {
  return entry.kind === 'tool' && toolCallIds.has(entry.call.toolCallId);
}

const terminalsOfPages = new WeakMap<readonly Entry[], ReadonlySet<string>>();

/** Whether a call in the page shows one of the terminals; looked up once for each page. */
function usesTerminal(page: readonly Entry[], ids: ReadonlySet<string>): boolean {
  const used = terminalsOfPages.get(page) ?? new Set(page.flatMap(terminalIds));
  terminalsOfPages.set(page, used);
  return [...ids].some((id) => used.has(id));
}

function terminalIds(entry: Entry): readonly string[] {
  if (entry.kind !== 'tool') return [];
  return entry.call.content.flatMap((part) => (part.type === 'terminal' ? [part.terminalId] : []));
}
