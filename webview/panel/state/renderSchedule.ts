// When the components render: before a paint, while a turn runs for no more than a quarter of the time, or a tenth while
// the user types, and in a flood ten times a second.

/** A rendering that takes no longer than this needs no pause: the frame has room for layout, paint and keys. */
const QUICK_MS = 5;
interface Pause {
  /** How much longer the pause after a rendering is than the time it took. */
  readonly factor: number;
  /** The longest pause, so that one slow rendering of a large session does not delay the next. */
  readonly maxMs: number;
}

const PAUSE: Pause = { factor: 3, maxMs: 50 };
/** A key that comes during a rendering waits for its end, so that there are fewer of them. */
const PAUSE_WHILE_TYPING: Pause = { factor: 9, maxMs: 200 };
/** From one rendering of a flood to the next. Nobody reads as fast, and each takes the processor from the host. */
const FLOOD_MS = 100;
/** How long the user types after a key. */
const TYPING_MS = 500;

/** What comes in: nothing, updates as of a turn that runs, or hundreds of updates in each message. */
export type Flow = 'none' | 'stream' | 'flood';

/** The part of the page's window that is used. */
export interface Page {
  readonly document: Pick<Document, 'visibilityState'>;
  readonly performance: Pick<Performance, 'now'>;
  requestAnimationFrame(onFrame: () => void): void;
  queueMicrotask(task: () => void): void;
  addEventListener(type: 'input', onInput: () => void, options: { readonly capture: true }): void;
}

/**
 * Makes the function that calls back before the next paint; at once when the page is hidden, because it is not painted
 * then. After a rendering, while more comes in, frames pass without another for three times as long as it took, or nine
 * times while the user types: the browser can lay out, paint and handle keys in between, the agent and the host get the
 * processor, and what was rendered stays long enough to be seen. The end is rendered in the next frame.
 */
export function renderSchedule(page: Page, flow: () => Flow): (render: () => void) => void {
  let pausedUntil = 0;
  let renderedAt = -Infinity;
  let typedAt = -Infinity;
  // What was typed before a turn, such as its prompt, does not slow its beginning.
  const onInput = (): void => {
    if (flow() !== 'none') typedAt = page.performance.now();
  };
  const isPause = (now: number): boolean => {
    const current = flow();
    if (current === 'none') return false;
    return now < pausedUntil || (current === 'flood' && now < renderedAt + FLOOD_MS);
  };
  page.addEventListener('input', onInput, { capture: true });
  return (render) => {
    const onFrame = (): void => {
      const began = page.performance.now();
      if (isPause(began)) {
        page.requestAnimationFrame(onFrame);
        return;
      }
      render();
      renderedAt = began;
      // React renders in a microtask that is queued by now.
      page.queueMicrotask(() => {
        const ended = page.performance.now();
        const took = ended - began;
        const { factor, maxMs } = ended - typedAt < TYPING_MS ? PAUSE_WHILE_TYPING : PAUSE;
        pausedUntil = took <= QUICK_MS ? ended : ended + Math.min(factor * took, maxMs);
      });
    };
    if (page.document.visibilityState === 'hidden') page.queueMicrotask(render);
    else page.requestAnimationFrame(onFrame);
  };
}
