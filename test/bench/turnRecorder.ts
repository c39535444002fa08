// Runs inside the webview's frame: watches a turn from Enter to the last paint.

/** What was seen of one turn. Times in milliseconds. */
export interface TurnRecord {
  /** From the key that sent the prompt to the frame after the last change of the transcript or of the stop button. */
  readonly total: number;
  /** From the same key to the first change of the transcript that was painted. */
  readonly firstPaint: number;
  readonly frames: number;
  /** The longest time between two frames. */
  readonly longestFrame: number;
  /** When that frame ended, from the key. */
  readonly longestFrameAt: number;
  readonly longTasks: number;
  /** The longest task of the main thread; 0 when none took 50 ms. */
  readonly longestTask: number;
  /** When the last change was painted, in epoch milliseconds. */
  readonly paintedAt: number;
  /** What the main thread's tasks took above 50 ms each, added up. */
  readonly blocked: number;
  /** Whether the transcript did not stay at its bottom, so that the button that leads there had to be used. */
  readonly lostBottom: boolean;
}

export interface TurnEnd {
  /** Words at the end of the transcript once everything is shown. */
  readonly closingText: string;
  /** How long nothing may change until the turn counts as painted, in milliseconds. */
  readonly quiet: number;
  /** How long the turn may take, in milliseconds. */
  readonly deadline: number;
}

declare global {
  interface Window {
    /** The turn that is recorded in this document. */
    benchTurn?: Promise<TurnRecord>;
  }
}

/**
 * Starts to record in this frame. `window.benchTurn` resolves when the turn that Enter begins has been painted, the
 * stop button is gone and the closing text stands in the transcript, and rejects when that does not happen in time.
 *
 * Must not use anything outside itself: it is sent to the browser as text.
 */
export function recordTurn({ closingText, quiet, deadline }: TurnEnd): void {
  const transcript = '[data-testid="transcript"]';
  const find = (selector: string): Element | undefined => document.querySelector(selector) ?? undefined;

  let sentAt: number | undefined;
  let changed = false;
  let painting = false;
  let firstPaint: number | undefined;
  let lastPaint = 0;
  let wasRunning = false;
  let lostBottom = false;
  const frames: number[] = [];
  const tasks: PerformanceEntry[] = [];

  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') sentAt ??= performance.now();
  };
  window.addEventListener('keydown', onKey, { capture: true });

  const concernsTranscript = ({ target, addedNodes }: MutationRecord): boolean => {
    const element = target instanceof Element ? target : target.parentElement;
    if (element?.closest(transcript)) return true;
    return [...addedNodes].some((node) => node instanceof Element && node.querySelector(transcript) !== null);
  };
  const mutations = new MutationObserver((records) => {
    if (sentAt !== undefined && !changed) changed = records.some(concernsTranscript);
  });
  mutations.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const longTasks = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  longTasks.observe({ type: 'longtask' });

  const summary = (from: number): TurnRecord => {
    const seen = frames.filter((at) => at <= lastPaint + 1);
    let longest = { length: 0, at: from };
    let before = from;
    for (const at of seen) {
      if (at - before > longest.length) longest = { length: at - before, at };
      before = at;
    }
    const during = tasks.filter(
      ({ startTime, duration }) => startTime + duration > from && startTime < lastPaint,
    );
    return {
      total: lastPaint - from,
      firstPaint: (firstPaint ?? lastPaint) - from,
      frames: seen.length,
      longestFrame: longest.length,
      longestFrameAt: longest.at - from,
      longTasks: during.length,
      longestTask: Math.max(0, ...during.map(({ duration }) => duration)),
      paintedAt: performance.timeOrigin + lastPaint,
      blocked: during.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
      lostBottom,
    };
  };

  window.benchTurn = new Promise<TurnRecord>((resolve, reject) => {
    const began = performance.now();
    const finish = (settle: () => void): void => {
      mutations.disconnect();
      longTasks.disconnect();
      window.removeEventListener('keydown', onKey, { capture: true });
      settle();
    };
    const onFrame = (): void => {
      const now = performance.now();
      if (sentAt !== undefined) {
        frames.push(now);
        // What had changed when the frame before this one began has been painted by now.
        if (painting) {
          firstPaint ??= now;
          lastPaint = now;
        }
        painting = changed;
        changed = false;
        const isRunning = find('[data-testid="stop"]')?.checkVisibility() ?? false;
        if (isRunning || wasRunning) lastPaint = now;
        wasRunning = isRunning;
        const isQuiet = !isRunning && !painting && lastPaint > 0 && now - lastPaint > quiet;
        const jump = isQuiet && !lostBottom ? find('[data-testid="jump-to-bottom"]') : undefined;
        if (jump instanceof HTMLElement) {
          lostBottom = true;
          lastPaint = now;
          jump.click();
        } else if (isQuiet && (find(transcript)?.textContent ?? '').includes(closingText)) {
          const from = sentAt;
          return finish(() => resolve(summary(from)));
        }
      }
      if (now - began > deadline) {
        const end = (find(transcript)?.textContent ?? 'no transcript').slice(-200);
        return finish(() =>
          reject(
            new Error(
              `“${closingText}” was not painted in time (${sentAt === undefined ? 'nothing was sent' : 'it was sent'}, ` +
                `the stop button is ${wasRunning ? 'there' : 'gone'}); the transcript ends with: ${end}`,
            ),
          ),
        );
      }
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}
