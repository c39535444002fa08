// @vitest-environment happy-dom
// The page takes the focus of the frame around it when VS Code does not pass it on.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeFocusOfFrame } from '../../../webview/ui/frameFocus.ts';

/** What of the window of a frame is used. */
class Frame extends EventTarget {
  readonly document = { hasFocus: () => this.hasFocus };
  hasFocus = false;

  receiveFocus(): void {
    this.hasFocus = true;
    this.dispatchEvent(new Event('focus'));
  }
}

let frame: Frame;
let end: () => void;
const pageHasFocus = vi.fn<() => boolean>();
const taken = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hasFocus').mockImplementation(pageHasFocus.mockReturnValue(false));
  vi.spyOn(window, 'focus').mockImplementation(taken);
  frame = new Frame();
  end = takeFocusOfFrame(window);
});

afterEach(() => {
  end();
  vi.restoreAllMocks();
  taken.mockReset();
  vi.useRealTimers();
});

function sendMessage(source: Frame | Window | null): void {
  const event = new MessageEvent('message', { data: {} });
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
}

test('whenever the frame is given it, once VS Code has had the time to pass it on', () => {
  sendMessage(frame);
  for (const times of [1, 2]) {
    frame.receiveFocus();
    vi.advanceTimersByTime(60);
    expect(taken).toHaveBeenCalledTimes(times - 1);
    vi.runAllTimers();
    expect(taken).toHaveBeenCalledTimes(times);
  }
});

test('after the first message, when the frame had it before', () => {
  frame.receiveFocus();
  sendMessage(frame);
  vi.runAllTimers();
  expect(taken).toHaveBeenCalledOnce();
});

test('not from a frame that has lost it again, for example to the palette', () => {
  sendMessage(frame);
  frame.receiveFocus();
  frame.hasFocus = false;
  vi.runAllTimers();
  expect(taken).not.toHaveBeenCalled();
});

test('not when VS Code has passed it on, or a click has', () => {
  sendMessage(frame);
  frame.receiveFocus();
  pageHasFocus.mockReturnValue(true);
  vi.runAllTimers();
  expect(taken).not.toHaveBeenCalled();
});

test('not for messages of the page itself, or without a source', () => {
  sendMessage(null);
  sendMessage(window);
  window.dispatchEvent(new Event('focus'));
  vi.runAllTimers();
  expect(taken).not.toHaveBeenCalled();
});

test('no longer once the page is gone', () => {
  sendMessage(frame);
  frame.receiveFocus();
  end();
  vi.runAllTimers();
  frame.receiveFocus();
  vi.runAllTimers();
  expect(taken).not.toHaveBeenCalled();
});
