// @vitest-environment happy-dom
// Following the bottom of the transcript, and letting go of it.
import { beforeEach, expect, test } from 'vitest';
import { BottomFollower } from '../../../../webview/panel/transcript/bottomFollower.ts';

/** An element of which 100 pixels show. Like a browser it stops at its ends. */
class Scroller {
  readonly element = document.createElement('div');
  #height = 1_000;
  #top = 0;

  constructor() {
    Object.defineProperties(this.element, {
      clientHeight: { get: () => 100 },
      scrollHeight: { get: () => this.#height },
      scrollTop: {
        get: () => this.#top,
        set: (value: number) => {
          this.#top = Math.max(0, Math.min(value, this.#height - 100));
        },
      },
    });
  }

  get distance(): number {
    return this.#height - 100 - this.#top;
  }

  grow(pixels: number): void {
    this.#height += pixels;
  }

  scrollTo(top: number): void {
    this.element.scrollTop = top;
    this.element.dispatchEvent(new Event('scroll'));
  }
}

let scroller: Scroller;
let follower: BottomFollower;

beforeEach(() => {
  scroller = new Scroller();
  follower = new BottomFollower(true);
  follower.attach(scroller.element);
});

test('it starts at the bottom and stays there while the content grows', () => {
  expect(scroller.distance).toBe(0);
  scroller.grow(500);
  follower.contentChanged();
  expect(scroller.distance).toBe(0);
});

test('scrolling up lets go, and what comes in below moves nothing', () => {
  scroller.scrollTo(900);
  scroller.scrollTo(500);
  expect(follower.follows).toBe(false);
  scroller.grow(500);
  follower.contentChanged();
  expect(scroller.element.scrollTop).toBe(500);
});

test('a turn of the wheel up lets go before the scroll event, down does not', () => {
  scroller.element.dispatchEvent(new WheelEvent('wheel', { deltaY: 10 }));
  expect(follower.follows).toBe(true);
  scroller.element.dispatchEvent(new WheelEvent('wheel', { deltaY: -10 }));
  expect(follower.follows).toBe(false);
});

test('being near the bottom again follows again', () => {
  scroller.scrollTo(900);
  scroller.scrollTo(500);
  scroller.scrollTo(890);
  expect(follower.follows).toBe(true);
});

test('content that becomes shorter does not let go', () => {
  scroller.scrollTo(900);
  scroller.grow(-400);
  scroller.scrollTo(500);
  expect(follower.follows).toBe(true);
});

test('a list that moves up a little on its own, because its rows are smaller than estimated, does not let go', () => {
  scroller.scrollTo(900);
  scroller.scrollTo(850);
  expect(follower.follows).toBe(true);
  scroller.element.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp' }));
  scroller.scrollTo(800);
  expect(follower.follows).toBe(false);
});

test('the first small step of a smooth scroll by the wheel does not follow again', () => {
  scroller.scrollTo(900);
  scroller.element.dispatchEvent(new WheelEvent('wheel', { deltaY: -300 }));
  scroller.scrollTo(890);
  expect(follower.follows).toBe(false);
  scroller.scrollTo(700);
  expect(follower.follows).toBe(false);
});

test.each([
  [
    'that moves down between two steps because its rows are larger than estimated',
    () => scroller.scrollTo(896),
  ],
  ['that is said to be scrolled where it is', () => scroller.scrollTo(890)],
])('a list %s does not follow again', (_name, move) => {
  scroller.scrollTo(900);
  scroller.element.dispatchEvent(new WheelEvent('wheel', { deltaY: -300 }));
  scroller.scrollTo(890);
  move();
  expect(follower.follows).toBe(false);
});

test('turning the wheel down to the bottom after a small turn up follows again', () => {
  scroller.scrollTo(900);
  scroller.element.dispatchEvent(new WheelEvent('wheel', { deltaY: -10 }));
  scroller.scrollTo(890);
  scroller.element.dispatchEvent(new WheelEvent('wheel', { deltaY: 10 }));
  scroller.scrollTo(900);
  expect(follower.follows).toBe(true);
});

test('text that came right before the wheel, whose scroll event comes after it, does not follow again', () => {
  scroller.grow(50);
  follower.contentChanged();
  scroller.element.dispatchEvent(new WheelEvent('wheel', { deltaY: -300 }));
  scroller.element.dispatchEvent(new Event('scroll'));
  expect(follower.follows).toBe(false);
  const { scrollTop } = scroller.element;
  scroller.grow(50);
  follower.contentChanged();
  expect(scroller.element.scrollTop).toBe(scrollTop);
});

test('the wheel up and down again before anything moved follows again', () => {
  scroller.element.dispatchEvent(new WheelEvent('wheel', { deltaY: -300 }));
  scroller.element.dispatchEvent(new WheelEvent('wheel', { deltaY: 300 }));
  scroller.element.dispatchEvent(new Event('scroll'));
  expect(follower.follows).toBe(true);
});

test('a key that leads to the bottom after a turn of the wheel up that moved nothing follows again', () => {
  scroller.element.dispatchEvent(new WheelEvent('wheel', { deltaY: -300 }));
  scroller.element.dispatchEvent(new KeyboardEvent('keydown', { key: 'End' }));
  scroller.element.dispatchEvent(new Event('scroll'));
  expect(follower.follows).toBe(true);
});

test('it reports when it lets go and when it follows, and only then', () => {
  const reported: boolean[] = [];
  follower.subscribe(() => reported.push(follower.follows));
  scroller.scrollTo(900);
  scroller.scrollTo(500);
  scroller.scrollTo(400);
  follower.follow();
  follower.follow();
  expect(reported).toEqual([false, true]);
  expect(scroller.distance).toBe(0);
});

test('a listener of the same scroll event that changes the content does not bring the bottom back', () => {
  const list = new Scroller();
  const late = new BottomFollower(true);
  list.element.addEventListener('scroll', () => late.contentChanged());
  late.attach(list.element);
  list.scrollTo(900);
  list.scrollTo(500);
  expect(list.element.scrollTop).toBe(500);
});

test('where all is in sight there is nothing to go to, until more comes', () => {
  scroller.grow(-900);
  follower.contentChanged();
  follower.stay();
  expect(follower.follows).toBe(false);
  expect(follower.isAway).toBe(false);
  scroller.grow(50);
  follower.contentChanged();
  expect(follower.isAway).toBe(true);
  scroller.grow(-50);
  follower.contentChanged();
  expect(follower.isAway).toBe(false);
});

test('a place that the user asked to see in a long transcript is away from its end', () => {
  follower.stay();
  expect(follower.isAway).toBe(true);
  follower.follow();
  expect(follower.isAway).toBe(false);
});

test('content that becomes so short that all is in sight follows, also right after a click', () => {
  scroller.scrollTo(900);
  scroller.element.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp' }));
  scroller.scrollTo(500);
  expect(follower.isAway).toBe(true);
  scroller.grow(-900);
  scroller.scrollTo(0);
  expect(follower.follows).toBe(true);
});

/** An element at that place, which ends there. */
function placed<Made extends HTMLElement>(element: Made, top: number, bottom: () => number): Made {
  element.getBoundingClientRect = () => new DOMRect(0, top, 300, bottom() - top);
  Object.defineProperty(element, 'offsetHeight', { get: () => bottom() - top });
  return element;
}

/** A conversation whose last row, at 20 pixels, becomes higher by that when its button is clicked. */
async function expand(growth: number): Promise<void> {
  let end = 40;
  const rows = placed(document.createElement('div'), 0, () => end);
  const row = placed(document.createElement('div'), 20, () => end);
  row.className = 'transcript-row';
  const button = placed(document.createElement('button'), 20, () => 40);
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', () => (end += growth));
  row.append(button);
  rows.append(row);
  scroller.element.append(rows);
  button.click();
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

test.each([
  [50, true],
  [80, true],
  [90, false],
])('a short conversation in which a row grows by %i pixels follows: %s', async (growth, follows) => {
  await expand(growth);
  expect(follower.follows).toBe(follows);
});
