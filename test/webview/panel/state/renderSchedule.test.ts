// When the components draw: once before a paint, for no more than a quarter of the time, or a tenth while the user types,
// and in a flood ten times a second.
import { expect, test } from 'vitest';
import { renderSchedule, type Flow, type Page } from '../../../../webview/panel/state/renderSchedule.ts';

/** A page whose frames and time are turned by hand. */
function makePage(visibilityState: 'visible' | 'hidden' = 'visible') {
  let time = 0;
  const frames: (() => void)[] = [];
  const microtasks: (() => void)[] = [];
  const listeners: (() => void)[] = [];
  const run = (tasks: (() => void)[]): void => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task();
  };
  const page: Page = {
    document: { visibilityState },
    performance: { now: () => time },
    requestAnimationFrame: (onFrame) => frames.push(onFrame),
    queueMicrotask: (task) => void microtasks.push(task),
    addEventListener: (_type, onInput) => listeners.push(onInput),
  };
  return {
    page,
    /** The next frame, at a time of its own. */
    frame: (at: number) => {
      time = at;
      for (const onFrame of frames.splice(0)) {
        onFrame();
        run(microtasks);
      }
    },
    settle: () => run(microtasks),
    type: () => {
      for (const onInput of listeners) onInput();
    },
    /** Draws in a microtask, as React does. */
    drawing: (took: number) => () => microtasks.push(() => (time += took)),
  };
}

test('draws in the next frame', () => {
  const { page, frame } = makePage();
  let drawn = 0;
  renderSchedule(page, () => 'stream')(() => drawn++);
  expect(drawn).toBe(0);
  frame(16);
  expect(drawn).toBe(1);
  frame(32);
  expect(drawn).toBe(1);
});

test('draws in every frame while drawing is quick', () => {
  const { page, frame, drawing } = makePage();
  const schedule = renderSchedule(page, () => 'stream');
  const drawnAt: number[] = [];
  for (const at of [16, 32, 48]) {
    schedule(() => {
      drawnAt.push(at);
      drawing(5)();
    });
    frame(at);
  }
  expect(drawnAt).toEqual([16, 32, 48]);
});

test('after a drawing that is not quick, rests for three times as long', () => {
  const { page, frame, drawing } = makePage();
  const schedule = renderSchedule(page, () => 'stream');
  schedule(drawing(10));
  frame(16);
  let drawn = 0;
  schedule(() => drawn++);
  frame(32);
  frame(48);
  expect(drawn).toBe(0);
  frame(64);
  expect(drawn).toBe(1);
});

test('rests no longer than 50 ms, however long a drawing took', () => {
  const { page, frame, drawing } = makePage();
  const schedule = renderSchedule(page, () => 'stream');
  schedule(drawing(2_000));
  frame(0);
  let drawn = 0;
  schedule(() => drawn++);
  frame(2_040);
  expect(drawn).toBe(0);
  frame(2_050);
  expect(drawn).toBe(1);
});

test('while the user types, rests for nine times as long, and no longer than 200 ms', () => {
  const { page, frame, drawing, type } = makePage();
  const schedule = renderSchedule(page, () => 'stream');
  const drawnAt: number[] = [];
  frame(100);
  type();
  schedule(drawing(10));
  frame(116);
  schedule(drawing(100));
  frame(215);
  schedule(() => drawnAt.push(1));
  frame(216);
  type();
  frame(515);
  expect(drawnAt).toEqual([]);
  frame(516);
  expect(drawnAt).toEqual([1]);
});

test('half a second after the last key rests no longer than before', () => {
  const { page, frame, drawing, type } = makePage();
  const schedule = renderSchedule(page, () => 'stream');
  type();
  schedule(drawing(10));
  frame(500);
  let drawn = 0;
  schedule(() => drawn++);
  frame(540);
  expect(drawn).toBe(1);
});

test('what was typed before a turn does not slow its beginning', () => {
  const { page, frame, drawing, type } = makePage();
  let flow: Flow = 'none';
  const schedule = renderSchedule(page, () => flow);
  type();
  flow = 'stream';
  schedule(drawing(10));
  frame(16);
  let drawn = 0;
  schedule(() => drawn++);
  frame(56);
  expect(drawn).toBe(1);
});

test('the end of a turn does not wait', () => {
  const { page, frame, drawing } = makePage();
  let flow: Flow = 'stream';
  const schedule = renderSchedule(page, () => flow);
  schedule(drawing(10));
  frame(16);
  let drawn = 0;
  schedule(() => drawn++);
  frame(32);
  expect(drawn).toBe(0);
  flow = 'none';
  frame(48);
  expect(drawn).toBe(1);
});

test('in a flood draws ten times a second, however quick it is, and the end at once', () => {
  const { page, frame, drawing } = makePage();
  let flow: Flow = 'flood';
  const schedule = renderSchedule(page, () => flow);
  const drawnAt: number[] = [];
  const draw = (): void => {
    drawnAt.push(page.performance.now());
    drawing(1)();
  };
  schedule(draw);
  frame(16);
  schedule(draw);
  for (const at of [32, 64, 96, 112, 128]) frame(at);
  expect(drawnAt).toEqual([16, 128]);
  schedule(draw);
  frame(144);
  flow = 'none';
  frame(160);
  expect(drawnAt).toEqual([16, 128, 160]);
});

test('a hidden page, which is not painted, draws at once', () => {
  const { page, settle } = makePage('hidden');
  let drawn = 0;
  renderSchedule(page, () => 'stream')(() => drawn++);
  settle();
  expect(drawn).toBe(1);
});
