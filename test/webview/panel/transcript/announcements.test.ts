// @vitest-environment happy-dom
// What screen readers announce: finished blocks, tools, titles, requests; never the same thing twice.
import { expect, test, vi } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { sessionTitle } from '../../../../src/core/session/selectors.ts';
import { AnnouncementMaker, type News } from '../../../../webview/panel/transcript/announcements.ts';

/** Called with each text that is parsed. */
const onParse = vi.hoisted(() => vi.fn<(markdown: string) => void>());

vi.mock(import('../../../../webview/panel/transcript/spokenText.ts'), async (original) => {
  const { spokenText } = await original();
  return {
    spokenText: (markdown) => {
      onParse(markdown);
      return spokenText(markdown);
    },
  };
});

const chunk = (text: string): SessionEvent => ({
  type: 'message_chunk',
  at: 1,
  role: 'agent',
  content: { type: 'text', text },
});
const prompt: SessionEvent = { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] };
const tool: SessionEvent = { type: 'tool_call', at: 1, call: { toolCallId: '1', title: 'Read a.ts' } };
const end: SessionEvent = { type: 'turn_ended', at: 2, stopReason: 'end_turn' };

let sessions = 0;
function listen(...before: readonly SessionEvent[]) {
  let state: SessionState = before.reduce(reduce, emptySession(`said-${++sessions}`, 'bot', '/'));
  const maker = new AnnouncementMaker();
  maker.skip(state, sessionTitle(state));
  return (...events: readonly SessionEvent[]): string => {
    state = events.reduce(reduce, state);
    return said(maker.news(state, sessionTitle(state)));
  };
}

function said({ polite, assertive }: News): string {
  return [polite, assertive].filter((text) => text !== '').join(' ');
}

test('an answer is said block by block, each once it is finished', () => {
  const news = listen(prompt);
  expect(news(chunk('The first par'))).toBe('');
  expect(news(chunk('agraph.\n\nThe sec'))).toBe('The first paragraph.');
  expect(news(chunk('ond.'))).toBe('');
  expect(news(end)).toBe('The second. The agent finished.');
  expect(news()).toBe('');
});

test('of markdown the words are said, not the signs', () => {
  const news = listen(prompt);
  const text =
    '## Done\n\n`echo hi` ended with **exit code 0**, see [the log](a.log).\n\n```text\nhi\n```\n\n- one\n- two\n';
  expect(news(chunk(text), end)).toBe(
    'Done echo hi ended with exit code 0, see the log. hi one two The agent finished.',
  );
});

test('what was there when the panel opened is not said', () => {
  const news = listen(prompt, chunk('Old words.'), end);
  expect(news()).toBe('');
  expect(news(prompt, tool)).toBe('Read a.ts');
});

test('a tool call ends the answer before it', () => {
  const news = listen(prompt, chunk('Let me'));
  expect(news(chunk(' look.'), tool)).toBe('Let me look. Read a.ts');
  expect(news({ type: 'tool_call', at: 2, call: { toolCallId: '1', status: 'completed' } })).toBe('');
});

test('a new title and a request for permission are said', () => {
  const news = listen(prompt);
  expect(news({ type: 'session_info', at: 2, patch: { title: 'Fix it' } })).toBe(
    'Session renamed to “Fix it”.',
  );
  const asked = news({
    type: 'permission_requested',
    at: 3,
    request: { requestId: 'r', toolCallId: '1', at: 3, options: [] },
    call: { toolCallId: '1', title: 'Edit a.ts' },
  });
  expect(asked).toContain('The agent asks for permission: “Edit a.ts”.');
});

test('what an agent replays of an earlier session is not announced, what it says then is', () => {
  const state = [prompt, chunk('Old words.'), end].reduce(
    reduce,
    emptySession(`said-${++sessions}`, 'bot', '/'),
  );
  const maker = new AnnouncementMaker();
  let now: SessionState = { ...state, sessionId: 'theirs', entries: [] };
  const announcedAfter = (...events: readonly SessionEvent[]): string => {
    for (const event of events) {
      now = reduce(now, event);
      maker.note(now);
    }
    return said(maker.news(now, sessionTitle(now)));
  };
  maker.skip(now, sessionTitle(now));
  const replay = [{ type: 'opening', at: 3 }, chunk('Old words.'), tool, chunk('Older words.')] as const;
  expect(announcedAfter(...replay, { type: 'opened', at: 3, sessionId: 'theirs' })).toBe('');
  expect(announcedAfter(prompt, chunk('New words.\n\nAnd'))).toBe('New words.');
});

test('what is before the end of a long session is not announced when it comes, what is said then is', () => {
  const turns = [prompt, chunk('First words.'), end, prompt, chunk('Last words.'), end];
  const whole = turns.reduce(reduce, emptySession(`said-${++sessions}`, 'bot', '/'));
  const byItsEnd = { ...whole, entries: [(whole.entries[0] ?? []).slice(-2)] };
  const maker = new AnnouncementMaker();
  maker.note(byItsEnd, true);
  maker.skip(byItsEnd, sessionTitle(whole));
  maker.note(byItsEnd, true);
  expect(said(maker.news(byItsEnd, sessionTitle(whole)))).toBe('');
  maker.note(whole, false);
  expect(said(maker.news(whole, sessionTitle(whole)))).toBe('');
  const next = [prompt, chunk('New words.\n\nAnd')].reduce(reduce, whole);
  maker.note(next, false);
  expect(said(maker.news(next, sessionTitle(whole)))).toBe('New words.');
});

test('F14 of a thousand answers at once no more is parsed than is said', () => {
  const news = listen(prompt);
  onParse.mockClear();
  const answers = Array.from({ length: 1_000 }, (_, index) => [
    chunk(`**Answer** ${index}`),
    { type: 'tool_call', at: 1, call: { toolCallId: `${index}`, title: 'Read' } } as const,
  ]);
  expect(news(...answers.flat())).toMatch(/^Answer 0 Read Answer 1 Read /);
  expect(onParse.mock.calls.flat().join('').length).toBeLessThan(1_500);
  // The rest counts as said.
  expect(news()).toBe('');
  expect(news(chunk('The end.'), end)).toBe('The end. The agent finished.');
});

test('F14 what takes long to parse is said as it is', () => {
  const news = listen(prompt);
  expect(news(chunk('> - '.repeat(600)), end)).toMatch(/^> - > - /);
});

test('tables and tasks are said as such', () => {
  const news = listen(prompt);
  const text =
    '- [x] retry\n- [ ] refunds\n\n| Name | Count |\n| --- | ---: |\n| apples | 2 |\n| pears | 30 |\n';
  expect(news(chunk(text), end)).toBe(
    'Done: retry To do: refunds Table, 2 columns, 3 rows. Name: apples, Count: 2. Name: pears, Count: 30. The agent finished.',
  );
});

test('the end of a turn is said once, with the reason where it did not end normally', () => {
  const news = listen(prompt);
  expect(news(end)).toBe('The agent finished.');
  expect(news()).toBe('');
  expect(news(prompt, { ...end, stopReason: 'max_tokens' })).toBe(
    'Output limit reached. Ask the agent to continue.',
  );
  expect(news(prompt, end)).toBe('The agent finished.');
});

test('a failure is said at once, and once', () => {
  let state = [prompt].reduce(reduce, emptySession(`said-${++sessions}`, 'bot', '/'));
  const maker = new AnnouncementMaker();
  maker.skip(state, sessionTitle(state));
  state = reduce(state, {
    type: 'turn_failed',
    at: 2,
    error: { code: 'agent-exited', message: 'Bot exited with code 1.', actions: [] },
  });
  const { polite, assertive } = maker.news(state, sessionTitle(state));
  expect(assertive).toBe('Bot exited with code 1.');
  expect(polite).not.toContain('Bot exited');
  expect(said(maker.news(state, sessionTitle(state)))).toBe('');
});

test('a tool call that fails after it was said to begin is said to have failed, once', () => {
  const news = listen(prompt);
  expect(news(tool)).toBe('Read a.ts');
  expect(news({ type: 'tool_call', at: 2, call: { toolCallId: '1', status: 'in_progress' } })).toBe('');
  expect(news({ type: 'tool_call', at: 3, call: { toolCallId: '1', status: 'failed' } })).toBe(
    'Failed: Read a.ts',
  );
  expect(news({ type: 'tool_call', at: 4, call: { toolCallId: '1', title: 'Read a.ts' } })).toBe('');
});

test('a rejected call is not said to have failed', () => {
  const news = listen(prompt);
  const asked: SessionEvent = {
    type: 'permission_requested',
    at: 2,
    request: { requestId: 'r', toolCallId: '1', at: 2, options: [] },
    call: { toolCallId: '1', title: 'Read a.ts' },
  };
  expect(news(tool, asked)).toContain('Read a.ts');
  const decision = { by: 'user', option: { name: 'No', kind: 'reject_once' } } as const;
  expect(news({ type: 'permission_closed', at: 3, requestId: 'r', decision })).toBe('');
  expect(news({ type: 'tool_call', at: 4, call: { toolCallId: '1', status: 'failed' } })).toBe('');
});

test('a command that fails is said to have failed, though the agent calls the call completed', () => {
  const news = listen(prompt);
  const run = { toolCallId: '1', kind: 'execute', title: 'npm test' };
  expect(news({ type: 'tool_call', at: 2, call: run })).toBe('npm test');
  const done = { toolCallId: '1', status: 'completed' };
  expect(news({ type: 'tool_call', at: 3, call: { ...done, rawOutput: { exitCode: 1 } } })).toBe(
    'Failed: npm test',
  );
});

test('so is one that fails in a terminal', () => {
  const news = listen(prompt);
  const run = {
    toolCallId: '1',
    title: 'npm test',
    content: [{ type: 'terminal', terminalId: 't' } as const],
  };
  expect(
    news(
      { type: 'tool_call', at: 2, call: run },
      { type: 'terminal_started', at: 2, terminalId: 't', isForeign: true },
    ),
  ).toBe('npm test');
  expect(
    news(
      { type: 'terminal_exited', at: 3, terminalId: 't', exit: { code: 1, signal: null } },
      { type: 'tool_call', at: 3, call: { toolCallId: '1', status: 'completed' } },
    ),
  ).toBe('Failed: npm test');
});

test('the queue is said when it changes, and when one of its messages is sent', () => {
  const news = listen(prompt);
  const queue = (...ids: readonly string[]): SessionEvent => ({
    type: 'queue_changed',
    at: 2,
    queue: ids.map((id) => ({ id, content: [{ type: 'text', text: id }] })),
    held: false,
  });
  expect(news(queue('a'))).toBe('1 prompt waits in the queue.');
  expect(news(queue('a', 'b'))).toBe('2 prompts wait in the queue.');
  expect(news(queue('b'))).toBe('1 prompt waits in the queue.');
  expect(news(end, queue(), { ...prompt, at: 9 })).toBe('The agent finished. A queued prompt was sent.');
});

test('the level of the context is said once for each level', () => {
  const news = listen(prompt);
  const used = (percent: number): SessionEvent => ({
    type: 'usage',
    at: 2,
    usage: { used: percent * 2_000, size: 200_000 },
  });
  expect(news(used(50))).toBe('');
  expect(news(used(78))).toBe('Context 78% full.');
  expect(news(used(80))).toBe('');
  expect(news(used(96))).toBe('Context 96% full. The next prompt may fail.');
});

const KEYS = ' Ctrl+Shift+Enter allows it once, Ctrl+Shift+Backspace rejects it.';

test.each([
  ['both', ['allow_once', 'allow_always', 'reject_once'], KEYS],
  ['both, one of which lasts', ['allow_once', 'reject_always'], KEYS],
  ['one that only lasts', ['allow_always', 'reject_once'], ''],
  ['nothing to allow it with', ['reject_once'], ''],
  ['nothing to reject it with', ['allow_once'], ''],
])('a request for permission is said at once, with the keys that answer it: %s', (_what, kinds, keys) => {
  let state = [prompt].reduce(reduce, emptySession(`said-${++sessions}`, 'bot', '/'));
  const maker = new AnnouncementMaker({ allow: 'Ctrl+Shift+Enter', reject: 'Ctrl+Shift+Backspace' });
  maker.skip(state, sessionTitle(state));
  const options = kinds.map((kind) => ({ optionId: kind, name: kind, kind }));
  state = reduce(state, {
    type: 'permission_requested',
    at: 3,
    request: { requestId: 'r', toolCallId: '1', at: 3, options },
    call: { toolCallId: '1', title: 'Edit a.ts' },
  });
  expect(maker.news(state, sessionTitle(state)).assertive).toBe(
    `The agent asks for permission: “Edit a.ts”.${keys}`,
  );
});
