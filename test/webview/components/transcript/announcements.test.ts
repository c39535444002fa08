// @vitest-environment happy-dom
// What screen readers announce: finished blocks, tools, titles, requests; never the same thing twice.
import { expect, test, vi } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce/reduce.ts';
import { sessionTitle } from '../../../../src/core/session/selectors.ts';
import { AnnouncementMaker } from '../../../../webview/components/transcript/announcements.ts';

/** Called with each text that is parsed. */
const onParse = vi.hoisted(() => vi.fn<(markdown: string) => void>());

vi.mock(import('../../../../webview/components/transcript/spokenText.ts'), async (original) => {
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
    return maker.news(state, sessionTitle(state));
  };
}

test('an answer is said block by block, each once it is finished', () => {
  const news = listen(prompt);
  expect(news(chunk('The first par'))).toBe('');
  expect(news(chunk('agraph.\n\nThe sec'))).toBe('The first paragraph.');
  expect(news(chunk('ond.'))).toBe('');
  expect(news(end)).toBe('The second.');
  expect(news()).toBe('');
});

test('of markdown the words are said, not the signs', () => {
  const news = listen(prompt);
  const text =
    '## Done\n\n`echo hi` ended with **exit code 0**, see [the log](a.log).\n\n```text\nhi\n```\n\n- one\n- two\n';
  expect(news(chunk(text), end)).toBe('Done echo hi ended with exit code 0, see the log. hi one two');
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
    'Session renamed to Fix it.',
  );
  const asked = news({
    type: 'permission_requested',
    at: 3,
    request: { requestId: 'r', toolCallId: '1', at: 3, options: [] },
    call: { toolCallId: '1', title: 'Edit a.ts' },
  });
  expect(asked).toContain('The agent asks for permission: Edit a.ts');
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
    return maker.news(now, sessionTitle(now));
  };
  maker.skip(now, sessionTitle(now));
  const replay = [{ type: 'opening', at: 3 }, chunk('Old words.'), tool, chunk('Older words.')] as const;
  expect(announcedAfter(...replay, { type: 'opened', at: 3, sessionId: 'theirs' })).toBe('');
  expect(announcedAfter(prompt, chunk('New words.\n\nAnd'))).toBe('New words.');
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
  expect(news(chunk('The end.'), end)).toBe('The end.');
});

test('F14 what takes long to parse is said as it is', () => {
  const news = listen(prompt);
  expect(news(chunk('> - '.repeat(600)), end)).toMatch(/^> - > - /);
});
