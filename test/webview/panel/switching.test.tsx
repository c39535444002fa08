// @vitest-environment happy-dom
// Switching the shown session: each keeps its draft, place and folds, and nothing of one is seen with the other.
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PanelState } from '../../../src/core/panel/hostMessage.ts';
import { sessionParts, type SessionPart } from '../../../src/core/panel/sessionParts.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { ViewState } from '../../../webview/panel/state/viewState.ts';
import { composerInput, composerText, typeText } from '../../support/composer/composerInput.ts';
import {
  ended,
  KEY,
  openPanel,
  prompted,
  READY,
  said,
  saveViewStates,
  type OpenPanel,
} from '../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const OTHER = 'session-2';

function panelOf(key: string, name: string): PanelState {
  return {
    ...READY,
    agent: { name, title: name, isDemo: false, status: { state: 'ready' } },
    draft: { key, text: '', revision: 0 },
  };
}

function show(panel: OpenPanel, key: string, name: string, events: readonly SessionEvent[]): void {
  panel.receive({ type: 'panel', panel: panelOf(key, name) });
  const state = events.reduce(reduce, emptySession(key, name, '/home/ada/project'));
  panel.receive({ type: 'snapshot', state, seq: events.length });
}

const talk = (count: number): SessionEvent[] =>
  Array.from({ length: count }, (_, index) => [
    prompted(`Question ${index}`),
    said(`Answer ${index}`),
    ended(),
  ]).flat();

/** A session of 600 entries in the messages that bring it. */
function longParts(key: string): readonly SessionPart[] {
  const state = talk(300).reduce(reduce, emptySession(key, 'Bot', '/home/ada/project'));
  return sessionParts({ state, seq: 900 });
}

/** Presses a key where the focus is. Returns whether the page may act on it. */
function press(key: string, modifiers: KeyboardEventInit = {}): boolean {
  return fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers });
}

describe('Another session', () => {
  test('is shown at once with its own agent, and not half of each', () => {
    const panel = openPanel({ events: [prompted('First question')] });
    panel.receive({ type: 'panel', panel: panelOf(OTHER, 'Other bot') });
    expect(panel.container.textContent).not.toContain('Other bot');
    show(panel, OTHER, 'Other bot', [prompted('Second question')]);
    expect(screen.getByTestId('session-title').textContent).toBe('Second question');
    expect(panel.container.textContent).toContain('Other bot');
    expect(panel.container.textContent).not.toContain('First question');
  });

  test('does not affect the state of the shown session’s agent', () => {
    const panel = openPanel({ events: [prompted('First question')] });
    const failed = { ...panelOf(KEY, 'Bot'), agent: { ...panelOf(KEY, 'Bot').agent, title: 'Renamed bot' } };
    panel.receive({ type: 'panel', panel: failed });
    expect(panel.container.textContent).toContain('Renamed bot');
  });

  test('has a draft of its own, and the first one’s is there again when it comes back', () => {
    const panel = openPanel({ events: talk(1) });
    typeText('Half a thought');
    show(panel, OTHER, 'Bot', talk(1));
    expect(composerText()).toBe('');
    typeText('Another');
    show(panel, KEY, 'Bot', talk(1));
    expect(composerText()).toBe('Half a thought');
    show(panel, OTHER, 'Bot', talk(1));
    expect(composerText()).toBe('Another');
  });

  test('has what was typed after the key that opens it, behind what the first one has', () => {
    const panel = openPanel({ events: talk(1) });
    typeText('Half a thought');
    composerInput().focus();
    press('n', { ctrlKey: true });
    for (const key of ['A', 's', 'x', 'Backspace', 'k', 'Enter']) expect(press(key)).toBe(false);
    expect(composerText()).toBe('Half a thought');
    show(panel, OTHER, 'Bot', []);
    expect(composerText()).toBe('Ask');
    expect(press('!')).toBe(true);
    show(panel, KEY, 'Bot', talk(1));
    expect(composerText()).toBe('Half a thought');
  });

  test('that is the same one has it too, where that is new already', () => {
    const panel = openPanel();
    composerInput().focus();
    press('n', { ctrlKey: true });
    press('A');
    panel.receive({ type: 'focus_composer' });
    expect(composerText()).toBe('A');
  });

  test('leaves the focus in the composer', () => {
    const panel = openPanel({ events: talk(1) });
    composerInput().focus();
    show(panel, OTHER, 'Bot', talk(1));
    expect(document.activeElement).toBe(composerInput());
  });

  test('does not pull the focus into the composer', () => {
    const panel = openPanel({ events: talk(1) });
    screen.getByTestId('transcript').focus();
    show(panel, OTHER, 'Bot', talk(1));
    expect(document.activeElement).not.toBe(composerInput());
  });

  test('keeps what was folded open', () => {
    const error = { code: 'x', message: 'It broke.', detail: 'The stack\n'.repeat(9), actions: [] };
    const events: SessionEvent[] = [
      ...talk(1),
      { type: 'notice', at: 9, severity: 'error', text: 'It broke.', error },
    ];
    const panel = openPanel({ events });
    const details = (): HTMLElement => screen.getByRole('button', { name: 'Details' });
    fireEvent.click(details());
    expect(details().getAttribute('aria-expanded')).toBe('true');
    show(panel, OTHER, 'Bot', events);
    expect(details().getAttribute('aria-expanded')).toBe('false');
    show(panel, KEY, 'Bot', events);
    expect(details().getAttribute('aria-expanded')).toBe('true');
  });

  test('is at its end, and the first one where it was left', () => {
    const panel = openPanel({ events: talk(60) });
    const transcript = (): HTMLElement => screen.getByTestId('transcript');
    const end = transcript().scrollTop;
    expect(end).toBeGreaterThan(1_000);
    act(() => {
      fireEvent.wheel(transcript(), { deltaY: -500 });
      transcript().scrollTop = 1_000;
      fireEvent.scroll(transcript());
    });
    show(panel, OTHER, 'Bot', talk(60));
    expect(transcript().scrollTop).toBeGreaterThanOrEqual(end);
    show(panel, KEY, 'Bot', talk(60));
    expect(Math.abs(transcript().scrollTop - 1_000)).toBeLessThan(40);
  });

  test('that is long is at its end before all of it is there, and then', () => {
    const panel = openPanel({ events: talk(1) });
    const [end, ...earlier] = longParts(OTHER);
    panel.receive({ type: 'panel', panel: panelOf(OTHER, 'Bot') });
    panel.receive(end);
    expect(panel.container.textContent).toContain('Answer 299');
    const transcript = screen.getByTestId('transcript');
    const top = transcript.scrollTop;
    for (const part of earlier) panel.receive(part);
    expect(panel.container.textContent).toContain('Answer 299');
    expect(transcript.scrollTop).toBeGreaterThan(2 * top);
    expect(transcript.scrollTop).toBe(transcript.scrollHeight - transcript.clientHeight);
  });

  test('that is long stays where the user has scrolled to before all of it is there', () => {
    const panel = openPanel({ events: talk(1) });
    const [end, ...earlier] = longParts(OTHER);
    panel.receive({ type: 'panel', panel: panelOf(OTHER, 'Bot') });
    panel.receive(end);
    const transcript = screen.getByTestId('transcript');
    act(() => {
      fireEvent.wheel(transcript, { deltaY: -500 });
      transcript.scrollTop = 1_000;
      fireEvent.scroll(transcript);
    });
    const rows = () => screen.getAllByText(/^Answer /).map(({ textContent }) => textContent);
    const before = rows();
    expect(before).not.toContain('Answer 299');
    for (const part of earlier) panel.receive(part);
    expect(transcript.scrollTop).toBeGreaterThan(2_000);
    // The browser reports where it has scrolled to.
    fireEvent.scroll(transcript);
    expect(rows()).toEqual(before);
  });

  test('that is long opens where it was left', () => {
    const panel = openPanel({ events: talk(300) });
    const transcript = (): HTMLElement => screen.getByTestId('transcript');
    act(() => {
      fireEvent.wheel(transcript(), { deltaY: -500 });
      transcript().scrollTop = 2_000;
      fireEvent.scroll(transcript());
    });
    const before = screen.getAllByText(/^Answer /).map(({ textContent }) => textContent);
    show(panel, OTHER, 'Bot', talk(1));
    panel.receive({ type: 'panel', panel: panelOf(KEY, 'Bot') });
    const [end, ...earlier] = longParts(KEY);
    panel.receive(end);
    expect(panel.container.textContent).not.toContain('Answer 299');
    for (const part of earlier) panel.receive(part);
    expect(screen.getAllByText(/^Answer /).map(({ textContent }) => textContent)).toEqual(before);
  });
});

describe('A session that can only be read', () => {
  const events: SessionEvent[] = [
    ...talk(1),
    { type: 'read_only', at: 10, reason: 'Bot cannot open sessions of earlier windows.' },
  ];

  test('shows its transcript, the reason, and a way to go on', () => {
    const panel = openPanel({ events });
    expect(panel.container.textContent).toContain('Answer 0');
    const bar = screen.getByTestId('read-only');
    expect(bar.textContent).toContain('Bot cannot open sessions of earlier windows.');
    expect(screen.queryByTestId('composer-input')).toBeNull();
    fireEvent.click(within(bar).getByTestId('continue-in-new'));
    expect(panel.sent('continue_in_new')).toEqual([{ type: 'continue_in_new', key: KEY }]);
  });

  test('takes the focus that was meant for the composer', () => {
    const panel = openPanel({ events });
    panel.receive({ type: 'focus_composer' });
    expect(document.activeElement).toBe(screen.getByTestId('continue-in-new'));
  });

  test('does not take it from the rest of VS Code', () => {
    const panel = openPanel({ events });
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    onTestFinished(() => hasFocus.mockRestore());
    panel.receive({ type: 'focus_composer' });
    expect(document.activeElement).toBe(document.body);
    fireEvent.focus(window);
    expect(document.activeElement).toBe(screen.getByTestId('continue-in-new'));
  });

  test('offers nothing that needs a composer', () => {
    openPanel({ events });
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
  });

  test('has the composer again when it can be gone on with', () => {
    const panel = openPanel({ events });
    panel.dispatch({ type: 'opened', at: 11, sessionId: 'theirs' });
    expect(screen.queryByTestId('read-only')).toBeNull();
    expect(composerInput()).toBeTruthy();
  });
});

describe('A session that is opened again', () => {
  const known: SessionEvent = { type: 'opened', at: 1, sessionId: 'theirs' };
  const opening: SessionEvent = { type: 'opening', at: 20 };

  test('shows what is known of it, and that it is being opened', () => {
    const panel = openPanel({ events: [known, ...talk(1), opening] });
    expect(panel.container.textContent).toContain('Answer 0');
    expect(screen.getByTestId('connection-state').textContent).toBe('Opening');
    expect(composerInput()).toBeTruthy();
    panel.dispatch({ type: 'opened', at: 21, sessionId: 'theirs' });
    expect(screen.getByTestId('connection-state').textContent).toBe('Connected');
  });

  test('of which nothing is known says that it is being opened', () => {
    const panel = openPanel({ events: [known, opening] });
    expect(screen.getByTestId('connection-state').textContent).toBe('Opening');
    expect(panel.container.textContent).not.toContain('Ask about this folder');
  });

  test('says what was interrupted', () => {
    const panel = openPanel({
      events: [known, prompted('Go'), said('Half an ans'), { type: 'restored', at: 9 }],
    });
    expect(panel.container.textContent).toContain('Interrupted');
  });
});

describe('A session that continues another', () => {
  test('shows what goes with the next prompt, which can be taken away', () => {
    const text = '## Prompt\n\nGo';
    const content = [{ type: 'resource', resource: { uri: 'parley:/transcript/Fix-it.md', text } }] as const;
    const panel = openPanel({ events: [{ type: 'context_attached', at: 1, content }] });
    const context = screen.getByTestId('attached-context');
    expect(context.textContent).toContain('Fix-it.md');
    fireEvent.click(within(context).getByRole('button', { name: 'Remove Transcript' }));
    expect(panel.sent('detach_context')).toEqual([{ type: 'detach_context', key: KEY }]);
    panel.dispatch({ type: 'context_attached', at: 2, content: [] });
    expect(screen.queryByTestId('attached-context')).toBeNull();
  });
});

describe('A copy of a session', () => {
  test('is offered at its end where the agent can make one', () => {
    const panel = openPanel({
      events: talk(2),
      panel: { sessionAbilities: { fork: true, forkAtPrompt: false, forkAfterAnswer: false } },
    });
    fireEvent.click(screen.getByTestId('fork'));
    expect(panel.sent('fork')).toEqual([{ type: 'fork', key: KEY }]);
  });

  test('is not offered by other agents', () => {
    openPanel({ events: talk(2) });
    expect(screen.queryByTestId('fork')).toBeNull();
  });
});

test('the panel remembers a hundred sessions and forgets the ones used least recently', () => {
  vi.useFakeTimers();
  let stored: unknown;
  const api = {
    postMessage: () => undefined,
    getState: () => stored,
    setState: (state: unknown) => {
      stored = state;
    },
  };
  const state = new ViewState(api);
  for (let index = 0; index < 150; index++) state.setDraft(`s${index}`, { text: `${index}` });
  for (let index = 0; index < 900; index++) state.setFold('s149', `e${index}`, true);
  state.save();
  vi.useRealTimers();
  const again = new ViewState(api);
  expect(again.draft('s49').text).toBe('');
  expect(again.draft('s50').text).toBe('50');
  expect(again.draft('s149').text).toBe('149');
  expect(again.fold('s149', 'e899')).toBe(true);
  expect(again.fold('s149', 'e0')).toBeUndefined();
});

test('the draft of a session that was deleted is not stored any more', () => {
  const view = (text: string) => ({ draft: { text, revision: 1 }, folds: {} });
  const sessions = [
    ['deleted', view('private words')],
    ['other', view('others')],
  ];
  const panel = openPanel({ saved: { sessions } });
  panel.receive({ type: 'sessions_deleted', keys: ['deleted'] });
  const stored = JSON.stringify(panel.saved());
  expect(stored).not.toContain('private words');
  expect(stored).toContain('others');
});
