// Keeps a scrolling element at its bottom while the user is there.

/** Pixels from the end that still count as the bottom. */
const NEAR_PX = 24;

/** Milliseconds after a key or a touch in which scrolling counts as the user's. */
const INPUT_LASTS_MS = 1_000;

/** What a user scrolls with, beside the wheel. */
const INPUTS = ['keydown', 'touchmove', 'pointerdown', 'pointermove'] as const;

/** Follows the end of one element's content until the user scrolls up, and again once they are back. */
export class BottomFollower {
  readonly #listeners = new Set<() => void>();
  #element: HTMLElement | undefined;
  #follows: boolean;
  #lastTop = 0;
  #inputAt = Number.NEGATIVE_INFINITY;
  #isHeld = false;
  /** It does not follow, and nothing is out of sight. */
  #showsAll = false;
  /** The wheel was turned up, and nothing has moved since. */
  #isLeaving = false;
  /** The wheel was turned up, and nothing else was used since. */
  #isTurnedUp = false;

  constructor(follows: boolean) {
    this.#follows = follows;
  }

  /** Whether it follows. */
  get follows(): boolean {
    return this.#follows;
  }

  /** Whether it does not follow, and there is something below to go to. */
  get isAway(): boolean {
    return !this.#follows && !this.#showsAll;
  }

  /** Whether {@link stay} was called, so that it stays where it is, and the user has not scrolled since. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The element that scrolls. Returns what lets go of it. */
  attach(element: HTMLElement): () => void {
    this.#element = element;
    const onWheel = ({ deltaY }: WheelEvent): void => {
      this.#noteInput();
      // At once: while text streams in, the list would be back at the bottom before the scroll event comes.
      this.#isTurnedUp = deltaY < 0;
      this.#isLeaving = this.#isTurnedUp && element.scrollTop > 0;
      if (this.#isLeaving) this.#set(false);
    };
    const onInput = (event: Event): void => {
      // A pointer that only passes over scrolls nothing.
      if (event instanceof PointerEvent && event.buttons === 0) return;
      this.#noteInput();
    };
    // The element itself changes its height when the dock or the composer grows.
    const observer = new ResizeObserver(() => this.contentChanged());
    observer.observe(element);
    // Before the list hears of it: the list may say that its content changed while it does.
    element.addEventListener('scroll', this.#onScroll, { passive: true, capture: true });
    element.addEventListener('wheel', onWheel, { passive: true });
    for (const name of INPUTS) element.addEventListener(name, onInput, { passive: true });
    // Before the fold opens.
    element.addEventListener('click', this.#onClick, { capture: true });
    this.contentChanged();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', this.#onScroll, { capture: true });
      element.removeEventListener('wheel', onWheel);
      for (const name of INPUTS) element.removeEventListener(name, onInput);
      element.removeEventListener('click', this.#onClick, { capture: true });
      this.#element = undefined;
    };
  }

  /** The content has another height: call before it is painted. */
  contentChanged(): void {
    // The browser stops at the end, so that the height need not be read.
    if (this.#follows && this.#element !== undefined) this.#element.scrollTop = Number.MAX_SAFE_INTEGER;
    // Where the user has scrolled there is more than is in sight, and the height need not be read.
    else if (this.#isHeld || this.#showsAll) this.#lookWhetherAll();
  }

  /** Goes to the bottom and stays there. */
  follow(): void {
    this.#isHeld = false;
    this.#isLeaving = false;
    this.#set(true);
    this.contentChanged();
  }

  /** Stays at a place the user asked to see, also one near the bottom, until they scroll. */
  stay(): void {
    this.#isHeld = true;
    this.#set(false);
    this.#lookWhetherAll();
  }

  #lookWhetherAll(): void {
    const element = this.#element;
    const showsAll = element !== undefined && element.scrollHeight <= element.clientHeight;
    if (this.#showsAll === showsAll) return;
    this.#showsAll = showsAll;
    this.#notify();
  }

  #noteInput(): void {
    this.#inputAt = performance.now();
    this.#isHeld = false;
    this.#isLeaving = false;
    this.#isTurnedUp = false;
  }

  /** What the user expands stays where it is when following the end would push it out of sight. */
  readonly #onClick = ({ target }: MouseEvent): void => {
    const element = this.#element;
    const button = target instanceof Element ? target.closest('[aria-expanded="false"]') : null;
    const row = button?.closest<HTMLElement>('.transcript-row');
    if (!this.#follows || element === undefined || button === null || !(row instanceof HTMLElement)) return;
    // A short conversation ends above the lower edge.
    const end = element.lastElementChild ?? row;
    const below = end.getBoundingClientRect().bottom - button.getBoundingClientRect().top;
    const height = row.offsetHeight;
    this.stay();
    requestAnimationFrame(() => {
      const isInSight = below + row.offsetHeight - height <= element.clientHeight;
      if (this.#isHeld && isInSight) this.follow();
    });
  };

  readonly #onScroll = (): void => {
    if (this.#element === undefined) return;
    const { scrollTop, scrollHeight, clientHeight } = this.#element;
    const up = this.#lastTop - scrollTop;
    this.#lastTop = scrollTop;
    if (up > 0) this.#isLeaving = false;
    // Text that came right before the wheel has scrolled to the bottom, and its event comes only now.
    if (this.#isHeld || this.#isLeaving) return;
    const isNear = scrollHeight - clientHeight - scrollTop <= NEAR_PX;
    const showsAll = scrollHeight <= clientHeight;
    const hasInput = performance.now() - this.#inputAt < INPUT_LASTS_MS;
    // The first steps of a smooth scroll upwards are still near the bottom, and rows that turn out larger may move it down
    // between them. What has become shorter was scrolled by nobody.
    if (showsAll || (isNear && !((up > 0 || this.#isTurnedUp) && hasInput))) this.#set(true);
    // Further than rows that turn out smaller than estimated can move the list, it is the user's doing too.
    else if (up > 0 && (hasInput || up > clientHeight)) this.#set(false);
  };

  #set(follows: boolean): void {
    if (this.#follows === follows) return;
    this.#follows = follows;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
