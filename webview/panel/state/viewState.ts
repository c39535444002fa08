// What the webview stores for a reload, by session: scroll positions, folds, and the texts that the host may not have got.
import * as z from 'zod/mini';
import { TypedText, type TabStorage } from './typedText.ts';
import type { VsCodeApi } from './vscodeApi.ts';

/** Sessions that are remembered; the ones used least recently are forgotten. */
const MAX_SESSIONS = 100;
/** Folds that are remembered of a session; the oldest are forgotten. */
const MAX_FOLDS = 500;
/** Between a change and its being stored. */
const SAVE_DELAY_MS = 250;

const draft = z.object({
  text: z.string(),
  /** Absent in states of earlier versions. */
  revision: z.exactOptional(z.number()),
});
/** What was typed and not sent yet: the host has it, unless it or the window ended right after. */
export interface Draft {
  readonly text: string;
  /** How often it was changed; absent where that is not known. */
  readonly revision?: number;
}

/** The row at the top edge, and how many pixels of it are above the edge. */
const scrollPosition = z.object({ row: z.string(), offset: z.number() });
export type ScrollPosition = Readonly<z.infer<typeof scrollPosition>>;

const savedView = z.object({
  draft: z.exactOptional(draft),
  /** Absent at the bottom. */
  scroll: z.exactOptional(scrollPosition),
  /** Only what differs from the initial state. */
  folds: z.record(z.string(), z.boolean()),
});
type SavedView = z.infer<typeof savedView>;
/** A draft's text is read only when it is saved. */
type SessionView = Omit<SavedView, 'draft'> & { readonly draft?: Draft };

/** `shown` is the session's key, by which the host fills a tab of an earlier window. */
const savedState = z.object({
  shown: z.exactOptional(z.string()),
  sessions: z.array(z.tuple([z.string(), savedView])),
});

const EMPTY_DRAFT: Draft = { text: '' };

/** Called when something is expanded by code. */
type FoldListener = (key: string, id: string) => void;

/** Reads and stores the view state. Changes are written after a delay, and at once when the page is unloaded. */
export class ViewState {
  readonly #api: VsCodeApi;
  readonly #sessions: Map<string, SessionView>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: string | undefined;
  readonly #foldListeners = new Set<FoldListener>();

  readonly #typed: TypedText;

  /** `tab` holds what is typed until VS Code has it. */
  constructor(api: VsCodeApi, tab?: TabStorage) {
    this.#api = api;
    this.#typed = new TypedText(tab);
    const saved = savedState.safeParse(api.getState());
    this.#sessions = new Map(saved.success ? saved.data.sessions : []);
    this.#shown = saved.success ? saved.data.shown : undefined;
  }

  /** The panel shows this session now. */
  setShown(key: string): void {
    if (this.#shown === key) return;
    this.#shown = key;
    this.#timer ??= setTimeout(() => this.save(), SAVE_DELAY_MS);
  }

  draft(key: string): Draft {
    const own = this.#sessions.get(key)?.draft ?? EMPTY_DRAFT;
    const typed = this.#typed.of(key);
    if (typed === undefined || typed.revision <= (own.revision ?? 0)) return own;
    return typed;
  }

  /** The draft's text is reported to the host, where it may not arrive if the page ends now. */
  setReported(key: string, report: { readonly text: string; readonly revision: number }): void {
    this.#typed.set(key, report);
  }

  setDraft(key: string, draft: Draft): void {
    this.#set(key, { ...this.#session(key), draft });
  }

  scroll(key: string): ScrollPosition | undefined {
    return this.#sessions.get(key)?.scroll;
  }

  setScroll(key: string, scroll: ScrollPosition | undefined): void {
    const { scroll: _old, ...rest } = this.#session(key);
    this.#set(key, scroll === undefined ? rest : { ...rest, scroll });
  }

  /** Whether the user folded something open or closed; undefined when they did neither. */
  fold(key: string, id: string): boolean | undefined {
    return this.#sessions.get(key)?.folds[id];
  }

  setFold(key: string, id: string, isOpen: boolean): void {
    const current = this.#session(key);
    const folds = Object.entries({ ...current.folds, [id]: isOpen }).slice(-MAX_FOLDS);
    this.#set(key, { ...current, folds: Object.fromEntries(folds) });
  }

  /** Expands something as the user would, wherever it is rendered. */
  openFold(key: string, id: string): void {
    this.setFold(key, id, true);
    for (const listener of this.#foldListeners) listener(key, id);
  }

  /** Calls back when {@link openFold} opened something. Returns the function that ends it. */
  onFoldOpened(listener: FoldListener): () => void {
    this.#foldListeners.add(listener);
    return () => this.#foldListeners.delete(listener);
  }

  /** These sessions were deleted. */
  forget(keys: readonly string[]): void {
    for (const key of keys) {
      this.#sessions.delete(key);
      this.#typed.forget(key);
    }
    this.#timer ??= setTimeout(() => this.save(), SAVE_DELAY_MS);
  }

  /** Writes changes that are not written yet. */
  save(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#api.setState({
      ...(this.#shown === undefined ? {} : { shown: this.#shown }),
      sessions: [...this.#sessions].map(([key, view]) => [key, bounded(view)]),
    });
  }

  #session(key: string): SessionView {
    return this.#sessions.get(key) ?? { folds: {} };
  }

  #set(key: string, view: SessionView): void {
    this.#sessions.delete(key);
    this.#sessions.set(key, view);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_SESSIONS) break;
      this.#sessions.delete(oldest);
    }
    this.#timer ??= setTimeout(() => this.save(), SAVE_DELAY_MS);
  }
}

function bounded({ draft, ...view }: SessionView): SavedView {
  if (draft === undefined) return view;
  const { text, revision = 0 } = draft;
  // One that was emptied is newer than the text that the host may still have.
  return text === '' && revision === 0 ? view : { ...view, draft: { text, revision } };
}
