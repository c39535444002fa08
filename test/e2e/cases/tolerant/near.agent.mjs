// An agent whose messages are near to those of ACP: other spellings, other names, values in other wrappers. What it sends in
// a turn is what the prompt says.
import { createInterface } from 'node:readline';

const waiting = new Map();
let cwd = '';
let sent = 0;
let made = 0;

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const notify = (params) => write({ method: 'session/update', params });

function request(method, params) {
  const id = `near-${++sent}`;
  write({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

const prompts = {
  texts(sessionId) {
    notify({ session_id: sessionId, update: { session_update: 'agent_message_chunk', content: 'PLAIN ' } });
    notify({ sessionId, update: { type: 'agent_message', text: 'NAMED ' } });
    notify({
      sessionId,
      update: { sessionUpdate: 'AgentMessageChunk', content: [{ type: 'text', text: 'LISTED ' }] },
    });
    notify({ sessionId, type: 'assistant', content: { parts: [{ text: 'FLAT ' }] } });
    notify({ sessionId, update: { sessionUpdate: 'agent-message-chunk', delta: 'DELTA' } });
    notify({ sessionId, update: { sessionUpdate: 'reasoning', text: 'A NEAR THOUGHT' } });
  },
  calls(sessionId) {
    const call = (fields) => notify({ sessionId, update: fields });
    call({
      sessionUpdate: 'tool_use',
      id: 'n1',
      title: 'Read by path',
      kind: 'read',
      locations: ['src/a.ts', 'b.ts'],
    });
    call({ sessionUpdate: 'tool_result', id: 'n1', status: 'success', content: 'READ OUTPUT' });
    call({
      sessionUpdate: 'toolCall',
      tool_call_id: 'n2',
      title: 'Look by URI',
      kind: 'search',
      status: 'done',
      locations: { uri: `file://${cwd}/src/a.ts`, range: { start: { line: 6, character: 0 } } },
      raw_output: { found: 'FOUND OUTPUT' },
    });
    call({ sessionUpdate: 'tool_call', toolCallId: 3, title: 'Counted call', status: 'Running' });
    call({
      sessionUpdate: 'tool_call_update',
      toolCallId: 3,
      status: 'COMPLETED',
      content: { type: 'text', text: 'ONE BLOCK' },
    });
    call({
      sessionUpdate: 'tool_call',
      toolCallId: 'n4',
      title: 'Edit by URI',
      kind: 'edit',
      status: 'completed',
      content: [{ type: 'diff', path: `file://${cwd}/src/a%20b.ts`, oldText: 'one\n', newText: 'two\n' }],
    });
    call({ sessionUpdate: 'tool_call', title: 'Call without an id', status: 'finished' });
  },
  lists(sessionId) {
    notify({
      sessionId,
      update: {
        sessionUpdate: 'plan',
        todos: [{ content: 'A near step', status: 'in-progress' }, 'A bare step'],
      },
    });
    notify({
      sessionId,
      update: {
        sessionUpdate: 'available_commands',
        commands: [{ name: 'nearby', description: 'A near command' }],
      },
    });
  },
  async ask(sessionId) {
    const answers = [];
    const ask = async (params) => {
      const { result, error } = await request('session/request_permission', params);
      answers.push(result?.outcome?.optionId ?? error?.code ?? 'none');
    };
    await ask({
      session_id: sessionId,
      tool_call: {
        tool_call_id: 'q1',
        title: 'Write near.txt',
        kind: 'edit',
        raw_input: { path: 'near.txt' },
      },
      options: [
        { id: 'go', label: 'Yes, go on', kind: 'allow_once' },
        { id: 'no', label: 'No', kind: 'reject_once' },
      ],
    });
    await ask({
      sessionId,
      title: 'Delete near.txt',
      kind: 'delete',
      choices: { yes: 'Delete it', no: 'Leave it' },
    });
    await ask({ sessionId, message: 'May I go on?', options: ['Go on', 'Stop there'] });
    notify({ sessionId, update: { type: 'agent_message', text: `ANSWERS ${answers.join(', ')}` } });
  },
  async same(sessionId) {
    const call = { toolCallId: 'folder', title: 'make', kind: 'execute', rawInput: { command: 'make' } };
    const answer = request('session/request_permission', {
      sessionId,
      toolCall: call,
      options: [{ optionId: 'go', name: 'Allow', kind: 'allow_once' }],
    });
    notify({
      sessionId,
      update: {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'folder',
        rawInput: { command: 'make', cwd: `file://${cwd}/` },
        locations: [`file://${cwd}`],
      },
    });
    notify({ sessionId, update: { type: 'agent_message', text: 'REPEATED' } });
    await answer;
  },
};

const methods = {
  initialize: () => ({ protocolVersion: 1, agentInfo: { name: 'near', title: 'Near', version: '1.0.0' } }),
  'session/new'(params) {
    cwd = params.cwd;
    return { sessionId: `s${++made}` };
  },
  async 'session/prompt'({ sessionId, prompt }) {
    await prompts[prompt[0].text](sessionId);
    return { stopReason: 'end_turn' };
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, ...answer } = JSON.parse(line);
  if (method === undefined) waiting.get(id)?.(answer);
  else if (id !== undefined) write({ id, result: (await methods[method]?.(params)) ?? {} });
});
