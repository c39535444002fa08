// An agent that speaks ACP badly: `node tolerant.agent.mjs KIND`. What it does in a turn is what the prompt says.
import { createInterface } from 'node:readline';

const [, , kind] = process.argv;
const waiting = new Map();
const config = { model: 'm1', fast: false };
let sent = 0;
let made = 0;
let sessionId = '';

/** What stands around the messages of a terminal program, in turn. */
const NOISE = [
  ['\u001b]0;agent: ready\u0007', ''],
  ['\u001b[?25l\u001b[2K\r', '\u001b[0m'],
  ['\u001b]0;agent\u001b\\\u001b[1 q', ' \u0007'],
  ['Starting… 50%\r', '\u001b[K'],
];
let written = 0;

function write(message) {
  const whole = { jsonrpc: '2.0', ...message };
  if (kind === 'pretty') process.stdout.write(`${JSON.stringify(whole, undefined, 2)}\n`);
  else if (kind === 'noisy') {
    const [before, after] = NOISE[written++ % NOISE.length];
    process.stdout.write(`${before}${JSON.stringify(whole)}${after}\n`);
  } else process.stdout.write(`${JSON.stringify(whole)}\n`);
}

function request(method, params) {
  const id = `request-${++sent}`;
  write({ id, method, params: { sessionId, ...params } });
  return new Promise((resolve) => waiting.set(id, resolve));
}

function update(fields) {
  write({ method: 'session/update', params: { sessionId, update: fields } });
}

function say(text) {
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
}

function options() {
  const model = {
    id: 'model',
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: config.model,
    options: [
      { value: 'm1', name: 'Model One' },
      { value: 'm2', name: 'Model Two' },
    ],
  };
  return [model, { id: 'broken', name: 7, type: 'no-such-type' }];
}

/** Runs a line as a call with a terminal, and says how it ended. */
async function run(command, more) {
  const toolCallId = `call-${++sent}`;
  update({
    sessionUpdate: 'tool_call',
    toolCallId,
    title: command,
    kind: 'execute',
    status: 'in_progress',
    rawInput: { command },
  });
  const { result, error } = await request('terminal/create', { command, ...more });
  if (error !== undefined) {
    update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
    say(`REFUSED ${error.message}`);
    return;
  }
  const { terminalId } = result;
  const content = [{ type: 'terminal', terminalId }];
  update({ sessionUpdate: 'tool_call_update', toolCallId, content });
  const exit = (await request('terminal/wait_for_exit', { terminalId })).result;
  const { output } = (await request('terminal/output', { terminalId })).result;
  await request('terminal/release', { terminalId });
  update({
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: exit.exitCode === 0 ? 'completed' : 'failed',
  });
  say(`EXIT ${exit.exitCode} ${output.trim()}`);
}

const prompts = {
  line: () => run('echo one && echo two | tr a-z A-Z'),
  null: () => run('echo three; exit 3', { args: null, env: [] }),
  args: () => run('sh', { args: ['-c', 'echo four'] }),
  missing: () => run('no-such-program-anywhere'),
  async many() {
    let ran = 0;
    for (; ran < 70; ran++) {
      const { result } = await request('terminal/create', { command: 'true', args: [] });
      if (result === undefined) break;
      await request('terminal/wait_for_exit', { terminalId: result.terminalId });
    }
    say(`RAN ${ran}`);
  },
  usage() {
    update({
      sessionUpdate: 'usage_update',
      used: null,
      size: 200_000,
      cost: { amount: 0.12, currency: 'USD' },
    });
    say('SENT usage');
  },
  fields() {
    update({
      sessionUpdate: 'tool_call',
      toolCallId: 'odd',
      title: 'Read the notes',
      kind: 7,
      status: 'completed',
      locations: [{ path: null }, { path: '/notes.md', line: 'x' }],
      content: [{ type: 'mystery' }, { type: 'content', content: { type: 'text', text: 'GOOD PART' } }],
    });
    update({
      sessionUpdate: 'plan',
      entries: [{ content: 'First step', status: 'sideways', priority: 3 }, null, { content: 'Second step' }],
    });
    say('SENT fields');
  },
  async unknown() {
    write({ method: 'cursor/progress', params: { sessionId, step: 1 } });
    const { error } = await request('cursor/generate_image', { description: 'A cat' });
    const again = await request('_x.ai/watch_folder', { path: '.' });
    update({ sessionUpdate: 'brand_new_update', content: 'x' });
    say(`ANSWERED ${error.code} ${again.error.code}`);
  },
  hear: () => say('HEARD'),
  silent: () => {},
};

const methods = {
  initialize: () =>
    kind === 'empty'
      ? {}
      : {
          protocolVersion: 1,
          agentInfo: { name: 'tolerant', title: 'Careless', version: '1.0.0' },
          agentCapabilities: { loadSession: true },
          authMethods: [],
        },
  'session/new': () => {
    if (kind === 'nameless') return {};
    return { sessionId: `s${++made}`, ...(kind === 'null' ? {} : { configOptions: options() }) };
  },
  'session/load': () => ({}),
  'session/set_mode': () => ({}),
  'session/set_config_option'({ configId, value, sessionId: session }) {
    config[configId] = value;
    setTimeout(() => {
      write({
        method: 'session/update',
        params: {
          sessionId: session,
          update: { sessionUpdate: 'config_option_update', configOptions: options() },
        },
      });
    }, 300);
    return {};
  },
  async 'session/prompt'({ sessionId: prompted, prompt }) {
    sessionId = prompted;
    await prompts[prompt[0].text]();
    return {};
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, ...answer } = JSON.parse(line);
  if (method === undefined) waiting.get(id)?.(answer);
  else if (id !== undefined) write({ id, result: await methods[method](params) });
});
