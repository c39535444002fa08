// The webview's mirror of the shown session: folds the host's events and shows them to the components when they draw.
import type { FindRequest, HostMessage, PanelState } from '../src/core/panel/hostMessage.ts';
import type { SessionState } from '../src/core/session/model.ts';
import { reduce } from '../src/core/session/reduce/reduce.ts';

/** A wish of the host to put the focus into the composer, with text for it. */
export interface FocusRequest {
  readonly text: string;
}

/** What the host sends for the usage overview. */
export type UsageReport = Extract<HostMessage, { type: 'usage_report' }>;

/** All that the components draw from. */
export interface PanelView {
  readonly panel: PanelState | undefined;
  readonly session: SessionState | undefined;
  readonly focusRequest: FocusRequest | undefined;
  readonly findRequest: FindRequest | undefined;
  /** The usage overview while it is open. */
  readonly usageReport: UsageReport | undefined;
  /** The webview's clock when events last came in, in epoch milliseconds. */
  readonly activeAt: number;
  /** Milliseconds the webview's clock is ahead of the host's, which may be another machine. */
  readonly clockAhead: number;
}

export interface PanelStoreOptions {
  /** Calls back when the components are to be told; calls before that are one. */
  readonly schedule: (notify: () => void) => void;
  readonly now: () => number;
}

const EMPTY: PanelView = {
  panel: undefined,
  session: undefined,
  focusRequest: undefined,
  findRequest: undefined,
  usageReport: undefined,
  activeAt: 0,
  clockAhead: 0,
};

/** Holds the view and its sequence number. */
export class PanelStore {
  readonly #options: PanelStoreOptions;
  readonly #listeners = new Set<() => void>();
  /** All that came in; the components see it from the moment they are told. */
  #latest = EMPTY;
  #shown = EMPTY;
  #seq = 0;
  #scheduled = false;
  #awaitsSnapshot = false;
  #clockIsKnown = false;
  /** What belongs to the session that is about to be shown. */
  #nextPanel: PanelState | undefined;

  constructor(options: PanelStoreOptions) {
    this.#options = options;
  }

  /**
   * What the components draw. It stays the same until they are told of another one: a component that is drawn for a
   * reason of its own, in the middle of a flood, would otherwise draw half of what is new and lay the page out twice.
   */
  get view(): PanelView {
    return this.#shown;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Takes a message in. Returns `gap` when events are missing before it: it is dropped, and the host is to be asked
   * for a snapshot. That is said once, until the snapshot has come.
   */
  receive(message: HostMessage): 'taken' | 'gap' {
    switch (message.type) {
      case 'panel':
        this.#receivePanel(message.panel);
        return 'taken';
      case 'snapshot': {
        const { session } = this.#latest;
        const isOther = session !== undefined && session.key !== message.state.key;
        const next = this.#nextPanel?.draft.key === message.state.key ? this.#nextPanel : undefined;
        this.#nextPanel = undefined;
        this.#seq = message.seq;
        this.#awaitsSnapshot = false;
        this.#change({
          session: message.state,
          ...(next === undefined ? {} : { panel: next }),
          activeAt: this.#options.now(),
          // Another session is what the user wants to see now.
          ...(isOther ? { usageReport: undefined } : {}),
        });
        return 'taken';
      }
      case 'events':
        return this.#receiveEvents(message);
      case 'focus_composer':
        this.#change({ focusRequest: { text: message.text ?? '' }, usageReport: undefined });
        return 'taken';
      case 'find':
        this.#change({ findRequest: message, usageReport: undefined });
        return 'taken';
      case 'usage_report':
        this.#change({ usageReport: message });
        return 'taken';
    }
  }

  /** The wish was carried out. */
  forgetFocusRequest(): void {
    this.#change({ focusRequest: undefined });
  }

  /** The find bar shows it. */
  forgetFindRequest(): void {
    this.#change({ findRequest: undefined });
  }

  /** The user closed the usage overview. */
  closeUsageReport(): void {
    this.#change({ usageReport: undefined });
  }

  /** That of another session waits for it, so that neither is seen with what belongs to the other. */
  #receivePanel(panel: PanelState): void {
    const shown = this.#latest.session?.key;
    if (shown === undefined || panel.draft.key === shown) this.#change({ panel });
    else this.#nextPanel = panel;
  }

  #receiveEvents(message: Extract<HostMessage, { type: 'events' }>): 'taken' | 'gap' {
    const { session } = this.#latest;
    // Events of a session that is no longer shown, or that the snapshot already adds up.
    if (session === undefined || session.key !== message.key || message.to <= this.#seq) return 'taken';
    if (message.from !== this.#seq + 1) {
      const isNews = !this.#awaitsSnapshot;
      this.#awaitsSnapshot = true;
      return isNews ? 'gap' : 'taken';
    }
    this.#seq = message.to;
    const activeAt = this.#options.now();
    const at = message.events.at(-1)?.at;
    this.#change({
      session: message.events.reduce(reduce, session),
      activeAt,
      ...(at === undefined ? {} : { clockAhead: this.#clockAhead(activeAt - at) }),
    });
    return 'taken';
  }

  /** The message that travelled fastest tells the difference of the clocks best. */
  #clockAhead(observed: number): number {
    if (this.#clockIsKnown) return Math.min(this.#latest.clockAhead, observed);
    this.#clockIsKnown = true;
    return observed;
  }

  #change(change: Partial<PanelView>): void {
    this.#latest = { ...this.#latest, ...change };
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.schedule(() => {
      this.#scheduled = false;
      this.#shown = this.#latest;
      for (const listener of this.#listeners) listener();
    });
  }
}
