// @vitest-environment happy-dom
// The panel in its states: header, empty states, entries, errors, and what axe-core finds.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import type { AgentStatus } from '../../../src/core/ports/agent.ts';
import { memoryLost } from '../../../src/core/errors.ts';
import { signInNeeded } from '../../../src/core/signIn/signInErrors.ts';
import { transcriptContext } from '../../../src/core/sessionLifecycle/handOver/transcriptContext.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import type { SessionRow } from '../../../src/core/panel/sessionRow.ts';
import { ended, KEY, openPanel, prompted, said, saveViewStates, words } from '../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const notFound = {
  code: 'command-not-found',
  message: '“bot” was not found.',
  detail: 'spawn bot ENOENT',
  actions: ['edit-settings', 'restart-agent'],
} as const;

function agent(status: AgentStatus, isDemo = false) {
  return { agent: { name: 'bot', title: 'Bot', isDemo, status } };
}

const asked = {
  type: 'permission_requested',
  at: 5,
  call: { toolCallId: 't', title: 'Run it' },
  request: { requestId: 'r', toolCallId: 't', options: [], at: 5 },
} as const;

const entries = (kind: string): readonly HTMLElement[] =>
  screen.getAllByTestId('entry').filter((element) => element.dataset['kind'] === kind);

test.each([
  ['ready', 'Connected'],
  ['starting', 'Starting'],
  ['needs-sign-in', 'Needs sign-in'],
  ['failed', 'Failed'],
  ['stopped', 'Stopped'],
] as const)('the composer says as text that the agent is %s', (state, said_) => {
  openPanel({ panel: agent({ state }) });
  const connection = screen.getByTestId('connection-state');
  expect(connection.dataset['state']).toBe(state);
  expect(connection.textContent).toBe(said_);
});

test.each([
  ['waiting', 'Needs input', [prompted('go'), asked]],
  ['running', 'Running', [prompted('go')]],
  [
    'background',
    'Working in the background',
    [
      prompted('go'),
      { type: 'turn_ended', at: 2, stopReason: 'end_turn' },
      { type: 'tool_call', at: 3, call: { toolCallId: 'b', status: 'in_progress' } },
    ],
  ],
  ['silent', 'No response', [prompted('go'), { type: 'silence', at: 9 }]],
  ['failed', 'Failed', [prompted('go'), { type: 'turn_failed', at: 9, error: notFound }]],
] as const)('the composer says as text that the session is %s', (status, label, events) => {
  openPanel({ panel: agent({ state: 'ready' }), events });
  const connection = screen.getByTestId('connection-state');
  expect(connection.dataset['state']).toBe(status);
  expect(connection.textContent).toBe(label);
});

test('a prompt that waits for its checkpoint says how far that is, and can be sent without', () => {
  const panel = openPanel({ events: [prompted('go'), { type: 'checkpoint_awaited', at: 2, percent: 0 }] });
  const line = screen.getByTestId('working');
  expect(within(line).getByRole('status').textContent).toBe('Preparing undo…');
  panel.dispatch({ type: 'checkpoint_awaited', at: 3, percent: 34 });
  expect(screen.getByTestId('working').textContent).toContain('Preparing undo…34%');
  const send = screen.getByText('Send Without Undo');
  expect(send.title).toContain('cannot be undone');
  fireEvent.click(send);
  expect(panel.sent('skip_checkpoint')).toHaveLength(1);
  panel.dispatch({ type: 'checkpoint_awaited', at: 4 });
  expect(screen.getByTestId('working').textContent).toContain('Working…');
});

test('an agent that sends nothing for long is noticed, with its log', () => {
  const panel = openPanel({ events: [prompted('go'), { type: 'silence', at: 9 }] });
  const line = screen.getByTestId('working');
  expect(within(line).getByRole('status').textContent).toBe('No response');
  fireEvent.click(within(line).getByText('Show Log'));
  expect(panel.sent('error_action')).toMatchObject([{ action: 'show-log' }]);
  panel.dispatch(said('back'));
  expect(line.isConnected && line.textContent?.includes('not responding')).toBe(false);
});

test('the agent says its version in the tooltip of its name', () => {
  const { agent: bot } = agent({ state: 'ready' });
  openPanel({ panel: { agent: { ...bot, reportedTitle: 'Bot of Bots', version: '1.2.3' } } });
  expect(screen.getByTestId('agent-select').title).toContain('Bot of Bots 1.2.3');
});

test('in a remote window the tooltip of the agent says where it runs', () => {
  const { agent: bot } = agent({ state: 'ready' });
  const panel = openPanel({ panel: { agent: { ...bot, runsOn: 'build-7 (ssh-remote)' } } });
  expect(screen.getByTestId('agent-select').title).toContain('Runs on build-7 (ssh-remote)');
  panel.unmount();
  openPanel({ panel: { agent: bot } });
  expect(screen.getByTestId('agent-select').title).not.toContain('Runs on');
});

test('the title is the first words of the first prompt until the agent gives one', () => {
  const panel = openPanel({ events: [prompted('Fix the build')] });
  expect(screen.getByTestId('session-title').textContent).toBe('Fix the build');
  panel.dispatch({ type: 'session_info', at: 2, patch: { title: 'Repair the build\nof main' } });
  expect(screen.getByTestId('session-title').textContent).toBe('Repair the build of main');
});

test('an empty session says what to do and what the composer understands, and offers the last sessions', () => {
  const panel = openPanel();
  expect(screen.getByText(/^Ask about this folder/)).toBeTruthy();
  expect(
    [...screen.getByTestId('hints').querySelectorAll('kbd')].map(({ textContent }) => textContent),
  ).toEqual(['@', '/', '?']);
  expect(screen.queryByText('Recent sessions')).toBeNull();
  const row = (id: string): SessionRow => ({
    id,
    section: 'recent',
    state: 'idle',
    icon: 'comment',
    title: `Title of ${id}`,
    details: 'Bot · 2 days ago',
  });
  panel.receive({ type: 'recent_sessions', rows: ['a', KEY, 'b', 'c'].map(row) });
  const shown = screen.getAllByTestId('recent-session');
  expect(shown.map(({ dataset }) => dataset['sessionId'])).toEqual(['a', 'b', 'c']);
  fireEvent.click(shown[1] ?? document.body);
  expect(panel.sent('open_session')).toEqual([{ type: 'open_session', id: 'b' }]);
  panel.dispatch(prompted('Go'));
  expect(panel.sent('recent_sessions').map(({ isShown }) => isShown)).toEqual([true, false]);
});

test('the demo says that it is one, offers to add an agent, and prompts that are sent by a click', () => {
  const panel = openPanel({ panel: agent({ state: 'ready' }, true) });
  expect(screen.getByText(/does not use a model/)).toBeTruthy();
  expect(screen.queryByText('demo')).toBeNull();
  expect(screen.getByTestId('agent-select').title).toContain('does not use a model');
  expect(panel.sent('find_agents')).toHaveLength(1);
  fireEvent.click(screen.getByTestId('add-agent'));
  const choices = [
    { id: 'gemini', name: 'Gemini CLI', state: 'found' },
    { id: 'opencode', name: 'OpenCode', state: 'installable', needs: 'node' },
  ];
  panel.receive({ type: 'agent_choices', choices });
  const [gemini, openCode, , remote] = screen.getAllByTestId('agent-choice');
  if (gemini === undefined || openCode === undefined || remote === undefined)
    throw new Error('Not all agents are offered.');
  expect(openCode.textContent).toBe('OpenCodeneeds Node.js');
  fireEvent.click(gemini);
  fireEvent.click(openCode);
  fireEvent.click(remote);
  expect(panel.sent('add_agent')).toEqual([
    { type: 'add_agent' },
    { type: 'add_agent', choice: { id: 'gemini', state: 'found' } },
    { type: 'add_agent', choice: { id: 'opencode', state: 'installable' } },
    { type: 'add_agent', choice: { id: 'remote', state: 'remote' } },
  ]);
  const [help] = screen.getAllByTestId('suggestion');
  if (help === undefined) throw new Error('There is no suggestion.');
  fireEvent.click(help);
  expect(panel.sent('prompt')).toEqual([{ type: 'prompt', key: KEY, content: [words('help')] }]);
});

test('an install shows its steps in the row that was clicked, and is canceled there', () => {
  const panel = openPanel({ panel: agent({ state: 'ready' }, true) });
  const choices = [
    { id: 'gemini', name: 'Gemini CLI', state: 'found', version: '0.8.1' },
    { id: 'opencode', name: 'OpenCode', state: 'installable', icon: { dark: 'data:,d', light: 'data:,l' } },
  ] as const;
  panel.receive({ type: 'agent_choices', choices: [...choices] });
  const texts = () => screen.getAllByTestId('agent-choice').map(({ textContent }) => textContent);
  expect(texts().slice(0, 2)).toEqual(['Gemini CLI0.8.1 · on this machine', 'OpenCodeInstall']);
  const sources = [...document.querySelectorAll('.agent-icon')].map((image) => image.getAttribute('src'));
  expect(sources).toEqual(['data:,d', 'data:,l']);
  panel.receive({ type: 'agent_install', id: 'opencode', step: 'Downloading… 12 s' });
  expect(screen.getByTestId('agent-progress').textContent).toBe('Downloading… 12 s');
  expect(texts()[0]).toBe('Gemini CLI0.8.1 · on this machine');
  fireEvent.click(within(screen.getByTestId('agent-install')).getByText('Cancel'));
  expect(panel.sent('cancel_install')).toEqual([{ type: 'cancel_install', id: 'opencode' }]);
  panel.receive({ type: 'agent_install', id: 'opencode' });
  expect(screen.queryByTestId('agent-install')).toBeNull();
  expect(texts()[1]).toBe('OpenCodeInstall');
});

test('an agent of the machine that is being added says so in its row, and has no Cancel', () => {
  const panel = openPanel({ panel: agent({ state: 'ready' }, true) });
  const choices = ['gemini', 'codex'].map((id) => ({ id, name: id, state: 'found' }) as const);
  panel.receive({ type: 'agent_choices', choices });
  const texts = () => screen.getAllByTestId('agent-choice').map(({ textContent }) => textContent);
  const [gemini] = screen.getAllByTestId('agent-choice');
  gemini?.focus();
  panel.receive({ type: 'agent_install', id: 'gemini', step: 'Writing settings…' });
  expect(texts().slice(0, 2)).toEqual(['geminiWriting settings…', 'codexOn this machine']);
  expect(screen.queryByText('Cancel')).toBeNull();
  expect(document.activeElement).toBe(gemini);
  panel.receive({ type: 'agent_install', id: 'gemini' });
  expect(texts()[0]).toBe('geminiOn this machine');
});

test('the focus goes to Cancel when the row that was clicked installs, and comes back to it', () => {
  const panel = openPanel({ panel: agent({ state: 'ready' }, true) });
  const choices = ['opencode', 'codex'].map((id) => ({ id, name: id, state: 'installable' }) as const);
  panel.receive({ type: 'agent_choices', choices });
  const choice = (id: string) =>
    screen.getAllByTestId('agent-choice').find(({ dataset }) => dataset['agentId'] === id);
  choice('opencode')?.focus();
  fireEvent.click(choice('opencode') ?? document.body);
  panel.receive({ type: 'agent_install', id: 'opencode', step: 'Downloading… 1 s' });
  const label = () => document.activeElement?.getAttribute('aria-label');
  expect(label()).toBe('Cancel installing opencode');
  // One that another panel installs takes no focus.
  panel.receive({ type: 'agent_install', id: 'codex', step: 'Downloading… 1 s' });
  expect(label()).toBe('Cancel installing opencode');
  panel.receive({ type: 'agent_install', id: 'codex' });
  panel.receive({ type: 'agent_install', id: 'opencode' });
  expect(document.activeElement).toBe(choice('opencode'));
});

test('an agent that is starting, stopped or failed says so, and the error’s next steps reach the host', () => {
  const panel = openPanel({ panel: agent({ state: 'starting' }) });
  expect(screen.getByTestId('connection-state').textContent).toBe('Starting');
  panel.unmount();
  const downloading = openPanel({ panel: agent({ state: 'starting', isDownloading: true }) });
  expect(screen.getByText('The first start can take a few minutes.')).toBeTruthy();
  const connection = screen.getByTestId('connection-state');
  expect([connection.dataset['state'], connection.textContent]).toEqual(['starting', 'Downloading']);
  downloading.unmount();
  const stopped = openPanel({ panel: agent({ state: 'stopped' }) });
  expect(screen.getByTestId('agent-select').title).toContain('starts when you send a prompt');
  stopped.unmount();
  const failed = openPanel({ panel: agent({ state: 'failed', error: notFound }) });
  expect(screen.getByRole('alert').textContent).toContain('“bot” was not found.');
  fireEvent.click(screen.getByText('Edit Settings'));
  expect(failed.sent('error_action')).toEqual([{ type: 'error_action', key: KEY, action: 'edit-settings' }]);
});

test('an error offers no next steps any more once the user has gone on', () => {
  const panel = openPanel({ events: [prompted('Go'), { type: 'turn_failed', at: 3, error: notFound }] });
  expect(screen.getByText('Restart Agent')).toBeTruthy();
  panel.dispatch(prompted('Again', 4), { type: 'turn_failed', at: 5, error: notFound });
  const [first, second] = screen.getAllByTestId('error');
  if (first === undefined || second === undefined) throw new Error('There are not two errors.');
  expect(first.textContent).toContain('“bot” was not found.');
  expect(within(first).queryByText('Restart Agent')).toBeNull();
  expect(first.getAttribute('role')).toBeNull();
  expect(within(second).getByText('Restart Agent')).toBeTruthy();
});

test('a sign-in that was needed is no failure any more once a prompt was sent again, unless that one needs it too', () => {
  const error = signInNeeded('Bot', 'token expired');
  const panel = openPanel({ events: [prompted('Go'), { type: 'turn_failed', at: 3, error }] });
  expect(screen.getByTestId('error').textContent).toContain('token expired');
  panel.dispatch(prompted('Go', 4));
  expect(screen.queryByTestId('error')).toBeNull();
  const line = screen.getByText('Bot requires you to sign in.').closest('.notice');
  expect(line?.getAttribute('data-severity')).toBe('info');
  panel.dispatch({ type: 'turn_failed', at: 5, error });
  expect(screen.getAllByTestId('error')).toHaveLength(1);
  expect(screen.getAllByText('Bot requires you to sign in.')).toHaveLength(2);
});

test('a transcript is offered until it was handed over, whatever else is sent meanwhile', () => {
  const error = memoryLost('Bot', false);
  const lost = { type: 'notice', at: 3, severity: 'info', text: error.message, error } as const;
  const panel = openPanel({ events: [prompted('Go'), lost, prompted('Again', 4)] });
  const button = within(screen.getByTestId('error')).getByText('Add Transcript to Next Prompt');
  fireEvent.click(button);
  expect(panel.sent('error_action')).toEqual([
    { type: 'error_action', key: KEY, action: 'attach-transcript' },
  ]);
  const transcript = transcriptContext(emptySession(KEY, 'bot', '/work'));
  panel.dispatch({ type: 'prompt_started', at: 5, content: [transcript, { type: 'text', text: 'On' }] });
  expect(within(screen.getByTestId('error')).queryAllByRole('button')).toEqual([]);
});

test('an error in the transcript says why and keeps what was received', () => {
  const panel = openPanel({
    events: [prompted('Go'), said('So far'), { type: 'turn_failed', at: 3, error: notFound }],
  });
  expect(screen.getByText('So far')).toBeTruthy();
  const error = screen.getByTestId('error');
  expect(within(error).getByText('spawn bot ENOENT')).toBeTruthy();
  fireEvent.click(within(error).getByRole('button', { name: 'Details' }));
  expect(within(error).queryByText('spawn bot ENOENT')).toBeNull();
  fireEvent.click(within(error).getByText('Restart Agent'));
  expect(panel.sent('error_action')).toEqual([{ type: 'error_action', key: KEY, action: 'restart-agent' }]);
});

test('a long detail of an error is folded', () => {
  const error = { ...notFound, detail: `Error: no room\n${'    at open (agent.js:1:1)\n'.repeat(20)}` };
  openPanel({ events: [prompted('Go'), { type: 'turn_failed', at: 3, error }] });
  const card = within(screen.getByTestId('error'));
  expect(card.queryByText(/no room/)).toBeNull();
  fireEvent.click(card.getByRole('button', { name: 'Details' }));
  expect(card.getByText(/no room/)).toBeTruthy();
});

test('a thought is one line that opens, and says how long it took once it is over', () => {
  const thought: SessionEvent = { type: 'message_chunk', at: 2_000, role: 'thought', content: words('Hm.') };
  const panel = openPanel({ events: [prompted('Go'), thought] });
  const line = screen.getByRole('button', { name: 'Thinking…' });
  expect(screen.queryByText('Hm.')).toBeNull();
  fireEvent.click(line);
  expect(screen.getByText('Hm.')).toBeTruthy();
  panel.dispatch(said('Yes', 6_000));
  expect(screen.getByRole('button', { name: 'Thought for 4s' })).toBeTruthy();
});

test('a tool call shows kind, title and state, and opens to its input and output', () => {
  const panel = openPanel({
    events: [
      prompted('Go'),
      { type: 'tool_call', at: 2, call: { toolCallId: '1', title: 'Read a.ts', kind: 'read' } },
    ],
  });
  const card = screen.getByTestId('tool-card');
  expect(card.dataset).toMatchObject({ status: 'pending', toolKind: 'read' });
  panel.dispatch({
    type: 'tool_call',
    at: 3,
    call: {
      toolCallId: '1',
      status: 'completed',
      rawInput: { path: 'a.ts', limit: 20 },
      rawOutput: 'const a = 1;',
    },
  });
  expect(card.dataset['status']).toBe('completed');
  expect(card.textContent).toContain('Done');
  fireEvent.click(within(card).getByRole('button'));
  expect(card.textContent).toContain('const a = 1;');
  fireEvent.click(within(card).getByRole('button', { name: 'Input' }));
  expect(card.textContent).toContain('path: a.ts');
});

test.each([
  ['end_turn', 'No result reported'],
  ['cancelled', 'Stopped'],
])('a tool call without an end, in a turn that ended by %s, says: %s', (stopReason, expected) => {
  const panel = openPanel({
    events: [prompted('Go'), { type: 'tool_call', at: 2, call: { toolCallId: '1', title: 'Read a.ts' } }],
  });
  panel.dispatch(ended(stopReason));
  const card = screen.getByTestId('tool-card');
  expect(within(card).getByTitle(expected).textContent).toBe(expected);
});

test('a change shows its lines, how many, and the path from the session’s folder on', () => {
  const diff = (path: string) =>
    ({ type: 'diff', path, oldText: 'a\nb\nc\n', newText: 'a\nx\ny\nc\n' }) as const;
  openPanel({
    events: [
      prompted('Go'),
      {
        type: 'tool_call',
        at: 2,
        call: {
          toolCallId: '1',
          kind: 'edit',
          status: 'completed',
          content: [diff('/home/ada/project/src/a.ts'), diff('/home/ada/project2/b.ts')],
        },
      },
    ],
  });
  const [inside, outside] = screen.getAllByTestId('diff').map(({ textContent }) => textContent);
  expect(inside).toBe('src/a.ts+2−1  a- b+ x+ y  c');
  expect(outside).toContain('/home/ada/project2/b.ts');
});

test('a tool call without anything to show says so', () => {
  openPanel({
    events: [prompted('Go'), { type: 'tool_call', at: 2, call: { toolCallId: '1', title: 'X' } }],
  });
  const card = screen.getByTestId('tool-card');
  fireEvent.click(within(card).getByRole('button'));
  expect(card.textContent).toContain('No output');
});

test.each([
  ['cancelled', 'Stopped'],
  ['max_tokens', /Output limit reached/],
  ['max_turn_requests', /Step limit reached/],
  ['refusal', /^Refused\. This prompt is left out/],
  ['out_of_coffee', /out_of_coffee/],
] as const)('R47 R48 a turn that ended with %s says why', (stopReason, reason) => {
  openPanel({ events: [prompted('Go'), said('Well'), ended(stopReason)] });
  expect(screen.getByText(reason)).toBeTruthy();
});

test('a turn that ended normally shows only how long it took, and copies the answer', () => {
  const panel = openPanel({
    events: [prompted('Go', 1_000), said('Well'), said(' done'), ended('end_turn', 5_000)],
  });
  const [turn] = entries('turn');
  if (turn === undefined) throw new Error('There is no footer.');
  expect(turn.textContent).toBe('4s');
  fireEvent.click(within(turn).getByRole('button', { name: 'Copy Response' }));
  expect(panel.sent('copy')).toEqual([{ type: 'copy', text: 'Well done' }]);
});

test('while nothing streams the panel says that the agent works', () => {
  const panel = openPanel({ events: [prompted('Go')] });
  expect(screen.getByTestId('working').textContent).toContain('Working…');
  panel.dispatch(said('Here'));
  expect(screen.getByTestId('working').textContent).toBe('');
  panel.dispatch({ type: 'cancel_requested', at: 3 });
  expect(screen.getByTestId('working').textContent).toContain('Stopping…');
  panel.dispatch(ended('cancelled'));
  expect(screen.queryByTestId('working')).toBeNull();
});

test('attachments are chips that open through the host, images are shown, unknown content is named', () => {
  const panel = openPanel({
    events: [
      {
        type: 'prompt_started',
        at: 1,
        content: [
          { type: 'resource_link', uri: 'file:///a/b.ts', name: 'b.ts' },
          { type: 'image', data: 'AQID', mimeType: 'image/png' },
          { type: 'image', data: 'AQID', mimeType: 'text/html' },
          words('Look'),
        ],
      },
      { type: 'message_chunk', at: 2, role: 'agent', content: { type: 'unknown', name: 'hologram' } },
    ],
  });
  fireEvent.click(screen.getByRole('button', { name: 'file b.ts' }));
  expect(panel.sent('open_mention')).toEqual([{ type: 'open_mention', key: KEY, uri: 'file:///a/b.ts' }]);
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
    'data:image/png;base64,AQID',
  ]);
  expect(screen.getByText(/hologram/)).toBeTruthy();
});

test('a very long answer is rendered only in part, and its text is whole', () => {
  const panel = openPanel({ events: [prompted('Go')] });
  const paragraphs = Array.from({ length: 2_000 }, (_, index) => `Paragraph ${index}.`);
  panel.dispatch(said(paragraphs.join('\n\n')));
  expect(screen.getAllByTestId('entry').length).toBeLessThan(40);
  expect(document.querySelectorAll('p').length).toBeLessThan(400);
});

test('folds survive a reload of the page', () => {
  const events: readonly SessionEvent[] = [
    prompted('Go'),
    { type: 'message_chunk', at: 2_000, role: 'thought', content: words('Hm.') },
    said('Yes', 6_000),
    ended(),
  ];
  const first = openPanel({ events });
  fireEvent.click(screen.getByRole('button', { name: 'Thought for 4s' }));
  const saved = first.saved();
  first.unmount();
  openPanel({ events, saved });
  expect(screen.getByText('Hm.')).toBeTruthy();
});

test('the panel reports to the host where the focus is', () => {
  const panel = openPanel({ events: [prompted('Go')] });
  screen.getByTestId('composer-input').focus();
  screen.getByTestId('transcript').focus();
  window.dispatchEvent(new Event('blur'));
  expect(
    panel
      .sent('focus')
      .map(({ where }) => where)
      .slice(-3),
  ).toEqual(['composer', 'panel', 'outside']);
});

const permission: SessionEvent = {
  type: 'permission_requested',
  at: 2,
  request: {
    requestId: 'r',
    toolCallId: '1',
    at: 2,
    options: [{ optionId: 'yes', name: 'Allow once', kind: 'allow_once' }],
  },
  call: {
    toolCallId: '1',
    title: 'Edit a.ts',
    kind: 'edit',
    content: [{ type: 'diff', path: 'a.ts', oldText: 'a\nb\n', newText: 'a\nc\n' }],
  },
};

test.each([
  ['ready and empty', {}],
  ['a demo', { panel: agent({ state: 'ready' }, true) }],
  ['starting', { panel: agent({ state: 'starting' }) }],
  ['failed', { panel: agent({ state: 'failed', error: notFound }) }],
  [
    'in a conversation',
    {
      events: [
        prompted('Go'),
        { type: 'message_chunk', at: 2_000, role: 'thought', content: words('Hm.') },
        said('# Title\n\nSome `code` and a [link](a.ts).'),
        { type: 'tool_call', at: 2, call: { toolCallId: '1', title: 'Read a.ts', kind: 'read' } },
        ended('cancelled'),
        { type: 'turn_failed', at: 3, error: notFound },
      ],
    },
  ],
  ['asking for permission', { events: [prompted('Go'), permission] }],
  [
    'with a queue',
    {
      events: [
        prompted('Go'),
        { type: 'queue_changed', at: 1, queue: [{ id: 'one', content: [words('one')] }], held: false },
      ],
    },
  ],
] satisfies [string, Parameters<typeof openPanel>[0]][])(
  'axe-core finds nothing when the panel is %s',
  async (_name, options) => {
    openPanel(options);
    // Colours and sizes need a real browser.
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  },
);
