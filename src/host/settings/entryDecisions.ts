// What the user said of the entries of workspaces: by folder and by a hash of their content, stored outside of them.
import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import type { EntryDecision, WorkspaceEntry } from '../../core/settings/workspaceEntries.ts';

const KEY = 'parley.workspaceEntries';

/** The oldest are forgotten first, and asked about again. */
const MAX_DECISIONS = 1_000;

const storedDecision = z.object({
  /** The workspace file or folder. */
  uri: z.string(),
  /** SHA-256 of the content, hexadecimal. */
  hash: z.string(),
  isAllowed: z.boolean(),
});
type StoredDecision = z.infer<typeof storedDecision>;

/** Reads and writes the extension's global state; what cannot be read counts as undecided. */
export class EntryDecisions implements Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new Emitter<void>();

  /** Fires when the user decided, or took it back. */
  readonly onChange: Event<void> = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  of(entry: WorkspaceEntry): EntryDecision {
    const { uri, hash } = identity(entry);
    const found = this.#stored().find((each) => each.uri === uri && each.hash === hash);
    if (found === undefined) return undefined;
    return found.isAllowed ? 'allowed' : 'refused';
  }

  /** Records what the user said of exactly this content; undefined takes it back. */
  async decide(entry: WorkspaceEntry, decision: EntryDecision): Promise<void> {
    const { uri, hash } = identity(entry);
    const others = this.#stored().filter((each) => each.uri !== uri || each.hash !== hash);
    const added = decision === undefined ? [] : [{ uri, hash, isAllowed: decision === 'allowed' }];
    await this.#state.update(KEY, [...others, ...added].slice(-MAX_DECISIONS));
    this.#changed.fire();
  }

  /** How many decisions there are, of all workspaces. */
  get count(): number {
    return this.#stored().length;
  }

  /** Takes back all decisions of all workspaces. */
  async forgetAll(): Promise<void> {
    await this.#state.update(KEY, undefined);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #stored(): readonly StoredDecision[] {
    return z.array(storedDecision).safeParse(this.#state.get(KEY)).data ?? [];
  }
}

function identity({ source, content }: WorkspaceEntry): Pick<StoredDecision, 'uri' | 'hash'> {
  return { uri: source.uri, hash: createHash('sha256').update(content).digest('hex') };
}
