// An agent that asks in a form and works until it is told to go on: by a file in its folder whose text is the next step.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

const POLL_MS = 50;

let cwd = '';
let made = 0;
let sent = 0;

function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function update(sessionId, fields) {
  write({ method: 'session/update', params: { sessionId, update: fields } });
}

/** Resolves with the next step that the test has written. */
async function nextStep() {
  const file = `${cwd}/step`;
  while (!existsSync(file)) await setTimeout(POLL_MS);
  const step = readFileSync(file, 'utf8');
  rmSync(file);
  return step;
}

function askForm(sessionId) {
  const id = `question-${++sent}`;
  const requestedSchema = {
    type: 'object',
    properties: {
      city: { type: 'string', title: 'City' },
      days: { type: 'integer', title: 'Days', default: 3 },
      train: { type: 'boolean', title: 'By train' },
    },
    required: ['city'],
  };
  const message = 'Where should the trip go?';
  write({ id, method: 'elicitation/create', params: { sessionId, mode: 'form', message, requestedSchema } });
  return id;
}

async function turn(sessionId, text) {
  if (text.startsWith('work')) await nextStep();
  if (!text.startsWith('ask')) return;
  const id = askForm(sessionId);
  const step = await nextStep();
  if (step === 'crash') process.exit(1);
  if (step === 'withdraw') write({ method: '$/cancel_request', params: { requestId: id } });
}

const methods = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'asker', title: 'Asker', version: '1.0.0' },
    agentCapabilities: { loadSession: true, promptCapabilities: { embeddedContext: true } },
    authMethods: [],
  }),
  'session/new'(params) {
    ({ cwd } = params);
    const sessionId = `s${process.pid}-${++made}`;
    const availableCommands = [{ name: 'compact', description: 'Summarize the conversation' }];
    queueMicrotask(() =>
      update(sessionId, { sessionUpdate: 'available_commands_update', availableCommands }),
    );
    return { sessionId };
  },
  'session/load'(params) {
    ({ cwd } = params);
    return {};
  },
  async 'session/prompt'({ sessionId, prompt }) {
    const text = prompt.findLast(({ type }) => type === 'text')?.text ?? '';
    await turn(sessionId, text);
    update(sessionId, {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: `HEARD ${prompt.map((block) => block.text ?? block.type).join(' | ')}` },
    });
    return { stopReason: 'end_turn' };
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined && method !== undefined) write({ id, result: await methods[method](params) });
});
