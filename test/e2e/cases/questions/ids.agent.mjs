// An agent that uses ids again, asks under one id, and asks beyond its turns: what it does is what the prompt says.
import { createInterface } from 'node:readline';

const waiting = new Map();
const answers = [];
let sent = 0;
let made = 0;
/** The session of the last prompt: the tests use one after the other. */
let sessionId = '';
let turn = 0;
let cwd = '';

function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function update(fields) {
  write({ method: 'session/update', params: { sessionId, update: fields } });
}

function say(text, messageId, kind = 'agent_message_chunk') {
  update({ sessionUpdate: kind, messageId, content: { type: 'text', text } });
}

function report(toolCallId, fields) {
  update({ sessionUpdate: 'tool_call_update', toolCallId, ...fields });
}

function announce(toolCallId, fields) {
  update({ sessionUpdate: 'tool_call', toolCallId, ...fields });
}

/** Asks for permission; resolves with the id of the option, or the outcome where none was chosen. */
async function ask(toolCall) {
  const id = `request-${++sent}`;
  const options = [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ];
  write({ id, method: 'session/request_permission', params: { sessionId, toolCall, options } });
  const { outcome } = await new Promise((resolve) => waiting.set(id, resolve));
  answers.push(`${toolCall.title}: ${outcome.optionId ?? outcome.outcome}`);
  return outcome.optionId;
}

function proposal(toolCallId, name) {
  const content = [{ type: 'diff', path: `${cwd}/${name}`, oldText: null, newText: `TEXT-OF-${name}\n` }];
  return { toolCallId, title: `Write ${name}`, kind: 'edit', content };
}

function run(number) {
  announce('bash:0', { title: `Run number ${number}`, kind: 'other', status: 'pending' });
  const content = [{ type: 'content', content: { type: 'text', text: `output ${number}` } }];
  report('bash:0', { status: number % 3 === 0 ? 'failed' : 'completed', content });
}

const prompts = {
  answer: () => say(`ANSWER${turn}`, 'msg_0'),
  around() {
    say('BEFORE', 'msg_1');
    announce('search', { title: 'Look around', kind: 'other', status: 'completed' });
    say('AFTER', 'msg_1');
  },
  once: () => run(turn),
  twice() {
    run(turn);
    run(turn + 1);
  },
  async 'one after the other'() {
    if ((await ask(proposal('permission', 'a.txt'))) === 'yes') report('permission', { status: 'completed' });
    await ask({ toolCallId: 'permission', title: 'Remove the build', kind: 'execute' });
  },
  async both() {
    const asked = [ask(proposal('permission', 'a.txt')), ask(proposal('permission', 'b.txt'))];
    await Promise.race(asked);
    report('permission', { status: 'completed' });
    await Promise.all(asked);
  },
  async 'end early'() {
    const asked = [ask(proposal('permission', 'd.txt')), ask(proposal('permission', 'e.txt'))];
    report('permission', { status: 'completed', rawOutput: 'not waited for' });
    await Promise.all(asked);
  },
  background() {
    void ask(proposal('background', 'c.txt')).then((option) =>
      report('background', { status: option === 'yes' ? 'completed' : 'failed' }),
    );
  },
  async repeat() {
    const rawInput = { command: "printf 'one\\n'; ls" };
    const asked = ask({ toolCallId: 'shell', title: rawInput.command, kind: 'execute', rawInput });
    report('shell', {
      status: 'in_progress',
      title: rawInput.command,
      locations: [{ path: cwd }],
      rawInput: { ...rawInput, cwd },
    });
    await asked;
    report('shell', { status: 'completed' });
  },
  state: () => say(`ANSWERS ${answers.splice(0).join(', ')}`, `state-${turn}`),
};

const methods = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'ids', title: 'Repeater', version: '1.0.0' },
    agentCapabilities: {},
    authMethods: [],
  }),
  'session/new'(params) {
    ({ cwd } = params);
    turn = 0;
    return { sessionId: `s${++made}` };
  },
  async 'session/prompt'({ sessionId: prompted, prompt }) {
    sessionId = prompted;
    turn++;
    await prompts[prompt[0].text]();
    return { stopReason: 'end_turn' };
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) waiting.get(id)?.(result);
  else if (id !== undefined) write({ id, result: await methods[method](params) });
});
