// What the agent of a session says it is doing, and when: the evidence for whose a change on the disk is.
import { isFinished, type ToolCallPatch } from '../../../../core/session/toolCall/state.ts';

/**
 * How surely an agent has changed a file: a call named it, something ran that may change any file, that has ended a moment
 * before, or none of these.
 */
export type Evidence = 'none' | 'ended' | 'ran' | 'named';

/** When something happened on the disk, in epoch milliseconds. */
export interface Period {
  readonly since: number;
  readonly until: number;
}

/** Kinds of tool calls that change no files. */
const READ_ONLY_KINDS = new Set(['read', 'search', 'fetch', 'think', 'switch_mode']);
/** Kinds of tool calls that change the files they name, and no others. */
const NAMING_KINDS = new Set(['edit', 'delete', 'move']);

/** The time after the end of a call, a command or a turn in which its processes may still write. */
export const GRACE_PERIOD_MS = 2_000;
/** So far apart are the times of files and those of this process. */
export const CLOCK_LAG_MS = 10;
/** `Date.now()` says nothing of fractions of a millisecond; the times of files do. */
const CLOCK_STEP_MS = 1;
/** How many reports of a call that only reads are remembered. */
const MAX_NAMED = 100;
/** The most finished calls that are remembered; the oldest are forgotten first. */
const MAX_FORGOTTEN = 1_000;
/** An agent may work for so long before what it says of that has been read. */
const LEAD_MS = 1_000;
/** What is read within this time of each other may have waited, so that nothing says how far apart it was sent. */
const BATCH_GAP_MS = 100;

/** Looks up the paths of the files that a report names: that takes time, and is not needed of what only reads. */
type NamedPaths = () => readonly string[];

interface Work {
  readonly kind: string;
  readonly paths: ReadonlySet<string>;
  /** What a call has named as long as it only read: a later report may say that it does more. */
  readonly named?: readonly NamedPaths[];
  /** Infinite as long as it waits for the user's answer, and where they rejected it: then it has done nothing. */
  readonly since: number;
  /** From when on it accounts for changes of the files that it names: the begin of its turn, if it has one. */
  readonly namedSince: number;
  /** Undefined while it goes on. */
  readonly until: number | undefined;
  /** When a new turn or a question began: from then on what has ended no longer counts. */
  readonly cutAt?: number | undefined;
  /** The call of the sub-agent that made it. */
  readonly parent?: string | undefined;
  /** Whether the agent has reported more than that it is pending. */
  readonly hasStarted?: boolean;
  /** Whether it waits for the user's answer. */
  readonly isHeld?: boolean;
}

/** What may change files: by the paths that it names, and what may change others. */
interface WorkIndex {
  readonly named: ReadonlyMap<string, readonly Work[]>;
  readonly unnamed: readonly Work[];
}

function indexOf(all: readonly Work[]): WorkIndex {
  const working = all.filter(mayChangeFiles);
  const named = new Map<string, Work[]>();
  for (const work of working)
    for (const path of work.paths) {
      const known = named.get(path);
      if (known === undefined) named.set(path, [work]);
      else known.push(work);
    }
  return { named, unnamed: working.filter((each) => !namesItsFiles(each)) };
}

/** What does nothing, at any time. */
const IDLE = { since: Infinity, namedSince: Infinity };

/** Until when what a work has left running may write. */
function reachOf({ until = Infinity, cutAt = Infinity }: Work): number {
  return Math.max(until, Math.min(until + GRACE_PERIOD_MS, cutAt));
}

export class AgentActivity {
  /** Calls and commands, by id. */
  readonly #work = new Map<string, Work>();
  /** Earlier work under ids that have come again. */
  #past: Work[] = [];
  /** All of it, as {@link evidence} looks it up; undefined where something has changed since. */
  #index: WorkIndex | undefined;
  /** What calls that are done and forgotten were, by id: a report of one may come late and name nothing. */
  readonly #forgotten = new Map<string, Pick<Work, 'kind' | 'paths' | 'named' | 'since'>>();
  /** The calls that wait for the answer to a form, by its request. */
  readonly #forms = new Map<string, string>();
  #turn: { readonly since: number; readonly until: number | undefined } | undefined;
  /** When the agent may have worked in an earlier window, unseen. */
  #unseen: Period | undefined;
  #lastReportAt = 0;
  /** The last report that was read before the batch of the last one. */
  #batchAfter = 0;
  /** When Parley wrote files back for the user: what had ended by then no longer accounts for what comes later. */
  readonly #writtenBack = new Map<string, number>();
  #lastWriteBackAt = 0;
  /** When a look last found what a call did to the file that it names: once that call has ended, it does no more to it. */
  readonly #foundAt = new Map<string, number>();

  /** Whether a call or a command goes on. */
  get isWorking(): boolean {
    return [...this.#work.values()].some((each) => each.until === undefined && mayChangeFiles(each));
  }

  /** Whether anything was reported since then that may have changed files. */
  hasWorkedSince(at: number): boolean {
    return this.#all().some((each) => mayChangeFiles(each) && reachOf(each) >= at);
  }

  /** Whether anything ran since then that may have changed other files than those it names, or Parley wrote some back. */
  hasRunSince(at: number): boolean {
    if (this.#lastWriteBackAt >= at) return true;
    return this.#all().some((each) => mayChangeFiles(each) && !namesItsFiles(each) && reachOf(each) >= at);
  }

  /** In an earlier window, a turn ran when the folders were looked at last. */
  resume(since: number, until: number): void {
    this.#unseen = { since, until };
  }

  /** Parley has written a file back for the user. */
  writeBack(path: string, now: number): void {
    this.#writtenBack.set(path, now);
    this.#lastWriteBackAt = now;
  }

  /** A look has found what the agent did to a path. */
  found(path: string, now: number): void {
    this.#foundAt.set(path, now);
  }

  beginTurn(now: number): void {
    this.#writtenBack.clear();
    this.#foundAt.clear();
    // A command of an earlier turn that still runs may write in this one, and after it.
    for (const [id, each] of this.#work) {
      if (each.kind === 'terminal' && each.until === undefined) continue;
      this.#set(id, { ...each, until: each.until ?? now, cutAt: now });
    }
    this.#past = this.#past.map((each) => ({ ...each, cutAt: now }));
    this.#index = undefined;
    this.#turn = { since: now, until: undefined };
    this.#lastReportAt = now;
    this.#batchAfter = now;
  }

  /** Calls that may change any file end with their turn, finished or not; the agent may report them again. */
  endTurn(now: number): void {
    if (this.#turn !== undefined) this.#turn = { ...this.#turn, until: now };
    for (const [id, each] of this.#work) {
      // A call that names its files may still write them, and nothing else.
      const goesOn = each.kind === 'terminal' || namesItsFiles(each);
      if (each.until === undefined && !goesOn) this.#set(id, { ...each, until: now });
    }
  }

  /** The process of the agent is gone. */
  end(now: number): void {
    for (const [id, each] of this.#work) this.#set(id, { ...each, until: each.until ?? now });
  }

  /** The agent reports a call. Returns whether it may change files. */
  followCall(patch: ToolCallPatch, names: NamedPaths, now: number): boolean {
    const { toolCallId: id, kind: reported, status, parentToolCallId } = patch;
    const forgotten = this.#forgotten.get(id);
    if (status === undefined && forgotten !== undefined) return true;
    const known = this.#work.get(id);
    const isDone = isFinished(status ?? 'pending');
    const before = known ?? (isDone ? forgotten : undefined);
    const isAgain = known?.until !== undefined && !isDone && status !== undefined;
    if (known !== undefined && isAgain) this.#addPast(known);
    const begin = this.#earliestBegin(now);
    const doneSince = before?.since === Infinity ? Infinity : Math.min(this.#lastReportAt, begin);
    const kind = reported ?? before?.kind ?? 'other';
    const named = [...(before?.named ?? []), names].slice(-MAX_NAMED);
    const isReading = !mayChangeFiles({ kind });
    const work: Work = {
      kind,
      paths: new Set([...(before?.paths ?? []), ...(isReading ? [] : named.flatMap((each) => each()))]),
      named: isReading ? named : [],
      ...(known === undefined || isAgain
        ? this.#begin(isDone ? doneSince : begin)
        : { since: known.since, namedSince: known.namedSince }),
      // A word about a finished call that says nothing of its state does not open it again.
      until: isDone ? now : status === undefined ? known?.until : undefined,
      parent: parentToolCallId ?? known?.parent,
      hasStarted: (!isAgain && known?.hasStarted === true) || (status ?? 'pending') !== 'pending',
      isHeld: !isDone && known?.isHeld === true,
    };
    this.#set(id, work);
    this.#lastReportAt = now;
    return mayChangeFiles(work);
  }

  /** The agent asks the user about a call. Returns whether it may change files. */
  askAbout(patch: ToolCallPatch, names: NamedPaths, now: number): boolean {
    const mayChange = this.followCall({ ...patch, status: 'pending' }, names, now);
    this.#hold(patch.toolCallId, now);
    return mayChange;
  }

  /** The user, or a rule, has answered all questions about a call. */
  answer(id: string, isRejected: boolean, now: number): void {
    const known = this.#work.get(id);
    if (known?.isHeld !== true) return;
    this.#set(id, isRejected ? { ...known, isHeld: false, until: now } : resumed(known, now));
    this.#resumeParent(known, now);
  }

  /** The agent asks the user in a form: the call that it belongs to is the last one that runs and is no command. */
  askInForm(requestId: string, now: number): void {
    const running = [...this.#work].findLast(
      ([, { kind, until, isHeld }]) => kind === 'other' && until === undefined && isHeld !== true,
    );
    if (running === undefined) return;
    this.#forms.set(requestId, running[0]);
    this.#hold(running[0], now);
  }

  /** The user has answered a form, or it was withdrawn. */
  answerForm(requestId: string, now: number): void {
    const id = this.#forms.get(requestId);
    this.#forms.delete(requestId);
    if (id !== undefined && this.#work.get(id)?.until === undefined) this.answer(id, false, now);
  }

  /** While a call waits for the user, it does nothing, nor does the sub-agent that made it. What only waited has done nothing. */
  #hold(id: string, now: number): void {
    const known = this.#work.get(id);
    if (known === undefined || known.isHeld === true) return;
    if (known.hasStarted === true) this.#addPast({ ...known, until: known.until ?? now, cutAt: now });
    this.#set(id, { ...known, ...IDLE, isHeld: true });
    if (known.parent !== undefined && this.#work.get(known.parent)?.until === undefined)
      this.#hold(known.parent, now);
  }

  #resumeParent({ parent }: Work, now: number): void {
    const known = parent === undefined ? undefined : this.#work.get(parent);
    const isHeld = [...this.#work.values()].some((each) => each.parent === parent && each.isHeld === true);
    if (parent === undefined || known?.isHeld !== true || known.until !== undefined || isHeld) return;
    this.#set(parent, resumed(known, now));
    this.#resumeParent(known, now);
  }

  startTerminal(id: string, now: number): void {
    this.#set(terminalKey(id), {
      kind: 'terminal',
      paths: new Set(),
      ...this.#begin(this.#earliestBegin(now)),
      until: undefined,
    });
  }

  /** Since when what is reported now may go on: an agent works on while what it said before waits to be read. */
  #earliestBegin(now: number): number {
    if (now - this.#lastReportAt > BATCH_GAP_MS) this.#batchAfter = this.#lastReportAt;
    return Math.max(this.#batchAfter, now - LEAD_MS);
  }

  /** An agent may have written the files that it names long before its report is read, but not before its turn. */
  #begin(since: number): Pick<Work, 'since' | 'namedSince'> {
    const turn = this.#turn;
    const isInTurn = since !== Infinity && turn !== undefined && turn.until === undefined;
    return { since, namedSince: isInTurn ? turn.since : since };
  }

  endTerminal(id: string, now: number): void {
    const known = this.#work.get(terminalKey(id));
    if (known?.until === undefined && known !== undefined)
      this.#set(terminalKey(id), { ...known, until: now });
  }

  /** What there is to say that the agent changed a path in a period. */
  evidence(path: string, { since, until }: Period): Evidence {
    const writtenBack = this.#writtenBack.get(path) ?? Infinity;
    const isAtWork = (each: Work, began: number): boolean =>
      !(writtenBack <= since && (each.until ?? Infinity) <= writtenBack) &&
      reachOf(each) + CLOCK_LAG_MS >= since &&
      began <= until + CLOCK_LAG_MS;
    const { named, unnamed: others } = (this.#index ??= indexOf(this.#all()));
    const foundAt = this.#foundAt.get(path) ?? Infinity;
    const isOver = (each: Work): boolean =>
      each.since <= foundAt &&
      foundAt <= since + CLOCK_LAG_MS &&
      (each.until ?? Infinity) + CLOCK_STEP_MS <= since;
    const isNamed = named.get(path)?.some((each) => !isOver(each) && isAtWork(each, each.namedSince));
    if (isNamed === true) return 'named';
    const unnamed = others.filter((each) => isAtWork(each, each.since));
    if (unnamed.length === 0) return 'none';
    return unnamed.some((each) => (each.until ?? Infinity) + CLOCK_LAG_MS >= since) ? 'ran' : 'ended';
  }

  /** Whether a turn ran in a period. */
  hadTurn({ since, until }: Period): boolean {
    return [this.#turn, this.#unseen].some(
      (turn) => turn !== undefined && turn.since <= until && (turn.until ?? Infinity) + CLOCK_LAG_MS >= since,
    );
  }

  /** Forgets what ended so long ago that it explains nothing which is found from now on. */
  forget(before: number): void {
    this.#past = this.#past.filter((each) => reachOf(each) >= before);
    this.#index = undefined;
    for (const [id, each] of this.#work) {
      if (reachOf(each) >= before) continue;
      this.#work.delete(id);
      this.#forgotten.delete(id);
      const { kind, paths, named, since } = each;
      this.#forgotten.set(id, { kind, paths, since, ...(named === undefined ? {} : { named }) });
    }
    for (const id of this.#forgotten.keys()) {
      if (this.#forgotten.size <= MAX_FORGOTTEN) break;
      this.#forgotten.delete(id);
    }
  }

  #set(id: string, work: Work): void {
    this.#work.set(id, work);
    this.#index = undefined;
  }

  #addPast(work: Work): void {
    this.#past.push(work);
    this.#index = undefined;
  }

  #all(): readonly Work[] {
    return [...this.#past, ...this.#work.values()];
  }
}

function mayChangeFiles({ kind }: Pick<Work, 'kind'>): boolean {
  return !READ_ONLY_KINDS.has(kind);
}

/** From the user's answer on, whether the agent reports that the call goes on or not. */
function resumed(held: Work, now: number): Work {
  return {
    ...held,
    since: now,
    namedSince: now,
    until: undefined,
    cutAt: undefined,
    hasStarted: true,
    isHeld: false,
  };
}

/** A call that changes files without naming them may have changed any file. */
function namesItsFiles({ kind, paths }: Work): boolean {
  return NAMING_KINDS.has(kind) && paths.size > 0;
}

function terminalKey(id: string): string {
  return `terminal ${id}`;
}
