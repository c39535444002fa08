// The agent of the pictures: an ACP agent that plays one task in the sample repository, without a model. What it writes, it
// writes through the client.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const FILE = join('src', 'countdown.js');
const SESSION = 'one';
/** Between two pieces of an answer. */
const PIECE_MS = 60;

/** What the task changes: three places of one file. */
const EDITS = [
  [
    "  return Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');\n",
    "  const hours = Math.floor(seconds / 3600);\n  const rest = Math.floor((seconds % 3600) / 60) + ':' + String(seconds % 60).padStart(2, '0');\n  return hours > 0 ? `${hours}:${rest.padStart(5, '0')}` : rest;\n",
  ],
  [
    '/** Calls onTick once a second with what is left, and resolves at zero. */\nexport function countdown(seconds, onTick) {\n',
    '/** Calls onTick once a second with what is left, and resolves at zero. While isPaused() it waits. */\nexport function countdown(seconds, onTick, isPaused = () => false) {\n',
  ],
  ['      left -= 1;\n', '      if (isPaused()) return;\n      left -= 1;\n'],
];

const OPTIONS = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always', name: 'Allow for this session', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

let folder = '';
let nextId = 1;
const waiting = new Map();

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function ask(method, params) {
  const id = nextId++;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

function update(content) {
  send({ method: 'session/update', params: { sessionId: SESSION, update: content } });
}

async function say(text) {
  for (const piece of text.match(/\S+\s*/g)) {
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: piece } });
    await delay(PIECE_MS);
  }
}

function edited(text) {
  return EDITS.reduce((whole, [before, after]) => {
    if (!whole.includes(before)) throw new Error(`${FILE} of the sample has changed.`);
    return whole.replace(before, () => after);
  }, text);
}

async function play() {
  const path = join(folder, FILE);
  const oldText = await readFile(path, 'utf8');
  update({ sessionUpdate: 'session_info_update', title: 'Pause the countdown' });
  await say('I’ll read the countdown first.');
  const read = { toolCallId: 'read', title: `Read ${FILE}`, kind: 'read', locations: [{ path }] };
  update({ sessionUpdate: 'tool_call', ...read, status: 'completed' });
  await delay(300);
  const diff = { type: 'diff', path, oldText, newText: edited(oldText) };
  const call = { toolCallId: 'edit', title: `Edit ${FILE}`, kind: 'edit', content: [diff] };
  update({ sessionUpdate: 'tool_call', ...call, status: 'pending' });
  const { outcome } = await ask('session/request_permission', {
    sessionId: SESSION,
    toolCall: call,
    options: OPTIONS,
  });
  if (outcome.optionId === 'no') return { stopReason: 'end_turn' };
  await ask('fs/write_text_file', { sessionId: SESSION, path, content: diff.newText });
  update({ sessionUpdate: 'tool_call_update', toolCallId: 'edit', status: 'completed' });
  await say('The countdown waits while `isPaused()` is true. I also let `formatSeconds` show hours.');
  return { stopReason: 'end_turn' };
}

const methods = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'team-agent', title: 'Team Agent', version: '1.4.0' },
    agentCapabilities: { promptCapabilities: { image: true, embeddedContext: true } },
    authMethods: [],
  }),
  'session/new': ({ cwd }) => {
    folder = cwd;
    return {
      sessionId: SESSION,
      configOptions: [
        select('mode', 'Mode', 'mode', ['Ask before edits', 'Plan']),
        select('model', 'Model', 'model', ['Large', 'Small']),
      ],
    };
  },
  'session/prompt': play,
};

function select(id, name, category, names) {
  const options = names.map((each) => ({ value: each.toLowerCase(), name: each }));
  return { type: 'select', id, name, category, currentValue: options[0].value, options };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) waiting.get(id)?.(result);
  else if (id !== undefined) void answer(id, method, params);
}

async function answer(id, method, params) {
  const respond = methods[method];
  if (respond === undefined) return send({ id, error: { code: -32601, message: 'Method not found' } });
  send({ id, result: await respond(params) });
}
