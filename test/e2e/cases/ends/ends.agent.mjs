#!/usr/bin/env node
// An agent whose turns, sessions and sign-ins end as badly as those of real agents; its argument says which it is.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [kind, file = '', mode] = process.argv.slice(2);
/** What the login in a terminal leaves. */
const token = `${file}.token`;
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const refuse = (code, message, data) => {
  throw Object.assign(new Error(message), { code, data });
};
const update = (sessionId, content) =>
  send({ method: 'session/update', params: { sessionId, update: content } });
const chunk = (sessionId, sessionUpdate, text) =>
  update(sessionId, { sessionUpdate, content: { type: 'text', text } });
const call = (sessionId, more) => update(sessionId, { toolCallId: 'c1', ...more });

/** The prompts of each session, which outlive the process. */
function stored() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

let isSignedIn = kind !== 'token';
let isForgotten = false;
let isExpired = false;
let refusals = 0;
let stopTurn = () => undefined;
let stopStream = () => undefined;
let cwd = '';

const prompts = {
  silent: () => ({ stopReason: 'end_turn' }),
  meta: () => ({
    stopReason: 'end_turn',
    _meta: { error: { message: 'Model not found: gone-model' } },
  }),
  stderr: () => {
    process.stderr.write('APIConnectionError: 502 Bad Gateway\n');
    return { stopReason: 'end_turn' };
  },
  blank: (sessionId) => {
    chunk(sessionId, 'agent_message_chunk', ' \n\u200b');
    return { stopReason: 'end_turn' };
  },
  twice: (sessionId) => {
    call(sessionId, {
      sessionUpdate: 'tool_call',
      title: 'Called twice',
      status: 'completed',
      rawInput: { query: 'tea' },
      input: { query: 'coffee' },
      name: 'look',
      toolName: 'brew',
    });
    return { stopReason: 'end_turn' };
  },
  name: (sessionId) => {
    const title =
      'Compare [@a.ts](file:///w/a.ts) with [@my b.ts](file:///w/my%20b.ts) and [c](file:///w/c.ts)';
    update(sessionId, { sessionUpdate: 'session_info_update', title });
    chunk(sessionId, 'agent_message_chunk', 'NAMED');
    return { stopReason: 'end_turn' };
  },
  later: (sessionId) => {
    chunk(sessionId, 'agent_message_chunk', 'STARTED');
    setTimeout(() => {
      call(sessionId, { sessionUpdate: 'tool_call', title: 'In the background', status: 'in_progress' });
    }, 300);
    return { stopReason: 'end_turn' };
  },
  /** After the turn it only asks for files, without a word. */
  files: (sessionId) => {
    const path = join(cwd, 'notes.txt');
    const timer = setInterval(
      () => send({ id: 'file', method: 'fs/read_text_file', params: { sessionId, path } }),
      400,
    );
    stopStream = () => clearInterval(timer);
    chunk(sessionId, 'agent_message_chunk', 'READING');
    return { stopReason: 'end_turn' };
  },
  left: (sessionId) => {
    call(sessionId, { sessionUpdate: 'tool_call', title: 'Left open', status: 'in_progress' });
    chunk(sessionId, 'agent_message_chunk', 'LEFT');
    return { stopReason: 'end_turn' };
  },
  more: (sessionId) => {
    chunk(sessionId, 'agent_message_chunk', 'MORE');
    setTimeout(() => call(sessionId, { sessionUpdate: 'tool_call_update', rawOutput: 'half done' }), 300);
    return { stopReason: 'end_turn' };
  },
  done: (sessionId) => {
    call(sessionId, { sessionUpdate: 'tool_call_update', status: 'completed' });
    chunk(sessionId, 'agent_message_chunk', 'DONE');
    return { stopReason: 'end_turn' };
  },
  tasks: (sessionId) => {
    const shell = { toolCallId: 'shell', kind: 'execute', rawInput: { command: 'npm run dev' } };
    shell.rawInput.run_in_background = true;
    call(sessionId, { ...shell, sessionUpdate: 'tool_call', title: 'npm run dev', status: 'in_progress' });
    for (const [asyncTaskId, name] of [
      ['w', 'Watch the log of the server'],
      ['m', 'Monitor'],
    ]) {
      update(sessionId, { sessionUpdate: 'async_task_spawned', asyncTaskId, name, canStop: true });
    }
    update(sessionId, { sessionUpdate: 'async_task_progress', asyncTaskId: 'w', summary: '3 lines' });
    chunk(sessionId, 'agent_message_chunk', 'STARTED');
    return { stopReason: 'end_turn' };
  },
  stream: (sessionId) => {
    const content = [{ type: 'terminal', terminalId: 'own' }];
    const _meta = { terminal_info: { terminal_id: 'own' } };
    const report = { sessionUpdate: 'tool_call_update', toolCallId: 'streamed' };
    call(sessionId, {
      ...report,
      sessionUpdate: 'tool_call',
      title: 'npm run dev',
      status: 'completed',
      content,
      _meta,
    });
    chunk(sessionId, 'agent_message_chunk', 'STREAMING');
    let lines = 0;
    const timer = setInterval(() => {
      const data = `line ${++lines}\r\n`;
      call(sessionId, { ...report, _meta: { terminal_output: { terminal_id: 'own', data } } });
    }, 100);
    stopStream = () => clearInterval(timer);
    return { stopReason: 'end_turn' };
  },
  ask: (sessionId) => {
    setTimeout(() => {
      const toolCall = { toolCallId: 'asked', title: 'Asked after the turn', kind: 'execute' };
      const options = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }];
      send({ id: 'late', method: 'session/request_permission', params: { sessionId, toolCall, options } });
    }, 300);
    chunk(sessionId, 'agent_message_chunk', 'ASKING');
    return { stopReason: 'end_turn' };
  },
  command: async (sessionId) => {
    const command = 'sleep 30';
    call(sessionId, {
      sessionUpdate: 'tool_call',
      title: command,
      kind: 'execute',
      status: 'in_progress',
      rawInput: { command },
    });
    await new Promise((resolve) => {
      stopTurn = resolve;
    });
    call(sessionId, {
      sessionUpdate: 'tool_call_update',
      status: 'completed',
      rawOutput: { output: 'tick' },
    });
    return { stopReason: 'end_turn', usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } };
  },
  forget: (sessionId) => {
    isForgotten = true;
    chunk(sessionId, 'agent_message_chunk', 'FORGOTTEN');
    return { stopReason: 'end_turn' };
  },
  expire: (sessionId) => {
    rmSync(token, { force: true });
    isExpired = true;
    chunk(sessionId, 'agent_message_chunk', 'EXPIRED');
    return { stopReason: 'end_turn' };
  },
  die: () => process.exit(1),
};

const authMethods = {
  token: [{ id: 'cached', name: 'Use the cached token' }],
  login: [{ id: 'terminal', name: 'Log in', type: 'terminal', args: ['--login'] }],
};
// One whose process reads the token only when it starts.
authMethods.fresh = authMethods.login;

const handlers = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'ends', title: 'Ends', version: '1.0.0' },
    agentCapabilities: {
      loadSession: kind === 'stored' || kind === 'listed',
      ...(kind === 'listed' && { sessionCapabilities: { list: {} } }),
    },
    authMethods: authMethods[kind] ?? [],
  }),
  authenticate: () => {
    isSignedIn = true;
    return {};
  },
  'session/new': (params) => {
    cwd = params.cwd;
    if (!isSignedIn) refuse(-32000, 'Authentication required');
    return { sessionId: `s-${process.pid}` };
  },
  'session/list': () => {
    refuse(-32000, 'Authentication required to list');
  },
  'session/load': ({ sessionId, mcpServers }) => {
    if (mcpServers.length > 0 && !isForgotten)
      refuse(-32602, `MCP servers cannot change (refusal ${++refusals})`);
    isForgotten = false;
    for (const text of stored()[sessionId] ?? []) {
      chunk(sessionId, 'user_message_chunk', text);
      chunk(sessionId, 'agent_message_chunk', `OK ${text}`);
    }
    return {};
  },
  'session/prompt': ({ sessionId, prompt }) => {
    if (isForgotten)
      refuse(-32602, 'Invalid params', JSON.stringify({ error: `Session not found: ${sessionId}` }));
    if (isExpired && (kind === 'fresh' || !existsSync(token))) refuse(-32000, 'Authentication required');
    const text = prompt.findLast((block) => block.type === 'text').text.trim();
    const all = stored();
    if (file !== '' && text !== 'die') {
      writeFileSync(file, JSON.stringify({ ...all, [sessionId]: [...(all[sessionId] ?? []), text] }));
    }
    if (Object.hasOwn(prompts, text)) return prompts[text](sessionId);
    chunk(sessionId, 'agent_message_chunk', `OK ${text}`);
    return { stopReason: 'end_turn' };
  },
  '_session/async_task/stop': ({ sessionId, asyncTaskId }) => {
    const stopped = asyncTaskId === 'w';
    if (stopped) {
      update(sessionId, { sessionUpdate: 'async_task_state_update', asyncTaskId, state: 'stopped' });
    }
    return { stopped };
  },
  'session/cancel': () => {
    stopTurn();
    stopStream();
  },
};

/** The login in a terminal: it succeeds where the user types `yes`. */
function login(line) {
  if (line === 'yes') writeFileSync(token, '');
  process.exit(line === 'yes' ? 0 : 1);
}

if (mode === '--login') process.stdout.write('Log in? ');
createInterface({ input: process.stdin }).on('line', async (line) => {
  if (mode === '--login') login(line);
  const { id, method, params } = JSON.parse(line);
  if (method === undefined) return;
  try {
    if (!Object.hasOwn(handlers, method)) refuse(-32601, 'Method not found');
    const result = await handlers[method](params);
    if (id !== undefined) send({ id, result });
  } catch ({ code, message, data }) {
    if (id !== undefined) send({ id, error: { code, message, data } });
  }
});
