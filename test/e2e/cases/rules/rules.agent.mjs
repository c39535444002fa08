#!/usr/bin/env node
// Reports locations that are no plain files, and asks for permission under such paths and for a command that takes back
// a word of a rule.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

let id = 0;
let folder = '';
const waiting = new Map();
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (sessionId, update) => send({ method: 'session/update', params: { sessionId, update } });
const say = (sessionId, text) =>
  update(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

async function ask(sessionId, call) {
  const options = [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ];
  const toolCall = { toolCallId: `call-${++id}`, ...call };
  const result = await new Promise((resolve) => {
    waiting.set(`ask-${id}`, resolve);
    send({ id: `ask-${id}`, method: 'session/request_permission', params: { sessionId, toolCall, options } });
  });
  say(sessionId, `${toolCall.title}: ${result?.outcome?.optionId ?? 'cancelled'}`);
}

function locations() {
  const at = (name) => join(folder, name);
  return [
    { path: `${at('foo.c')}:1-220` },
    { path: `${at('foo.c')}:1-150; ${at('bar.c')}` },
    { path: at('**') },
    { path: folder },
    { path: at('not-there.c'), line: 5 },
    { path: 'foo.c', line: 0 },
    { path: '' },
    { path: at('foo.c'), line: 99_999 },
  ];
}

const prompts = {
  secret: (s) => ask(s, { title: 'Secret', kind: 'read', locations: [{ path: join(folder, '.env:1-20') }] }),
  edit: (s) => ask(s, { title: 'Edit', kind: 'edit', locations: locations().slice(0, 3) }),
  instructions: (s) =>
    ask(s, { title: 'Instructions', kind: 'edit', locations: [{ path: join(folder, 'AGENTS.md:1-9') }] }),
  // One file that rules allow, beside others in places where ACP has none.
  hidden: (s) =>
    ask(s, {
      title: 'Hidden',
      kind: 'read',
      locations: [{ path: join(folder, 'foo.c') }],
      content: [{ type: 'resource_link', uri: `file://${join(folder, '.env')}`, name: 'x' }],
    }),
  unread: (s) =>
    ask(s, {
      title: 'Unread',
      kind: 'edit',
      locations: [{ path: join(folder, 'foo.c') }, { where: { at: 'lib/one.json' } }],
    }),
  tsc: (s) =>
    ask(s, {
      title: 'Check',
      kind: 'execute',
      rawInput: { command: 'npx tsc --noEmit false -p lib/one.json' },
    }),
  read(s) {
    for (const location of locations()) {
      const call = { toolCallId: `read-${++id}`, title: `Read ${id}`, kind: 'read', locations: [location] };
      update(s, { sessionUpdate: 'tool_call', ...call, status: 'completed' });
    }
    say(s, 'All read');
  },
};

const requests = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {}, authMethods: [] }),
  'session/new': ({ cwd }) => {
    folder = cwd;
    writeFileSync(join(cwd, 'foo.c'), '// line\n'.repeat(300));
    return { sessionId: 'session-1' };
  },
  'session/prompt': async ({ sessionId, prompt }) => {
    const text = prompt
      .map((block) => block.text ?? '')
      .join('')
      .trim();
    await prompts[text]?.(sessionId);
    return { stopReason: 'end_turn' };
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id: asked, method, params, result } = JSON.parse(line);
  if (method === undefined) waiting.get(asked)?.(result);
  else if (asked !== undefined) send({ id: asked, result: (await requests[method]?.(params)) ?? {} });
});
