// An agent without client file access: it announces edits and writes the files itself, in two steps, in the second folder too
// and after its turn, and runs git. Prompts: "change N", "same N", "json", "claim", "second", "later", "wait MS", "checkout",
// "stash", "pull", "repository", "odd", "block", "more".
import { execFileSync } from 'node:child_process';
import { readFileSync, openSync, writeSync, closeSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (change) => send({ method: 'session/update', params: { sessionId, update: change } });
const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const waiting = new Map();
let requests = 0;
let calls = 0;
let sessions = 0;
let sessionId = '';
let cwd = '';
let further = [];

/** Asks the client. */
function request(method, params) {
  const id = `r${requests++}`;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

/** A truncating write in two steps, at times with a turn of the event loop between them. */
async function writeSlowly(path, text) {
  const file = openSync(path, 'w');
  if (calls % 3 === 0) await sleep(1);
  writeSync(file, text);
  closeSync(file);
}

async function edit(path, after, before = readFileSync(path, 'utf8')) {
  const id = `t${calls++}`;
  update({
    sessionUpdate: 'tool_call',
    toolCallId: id,
    title: 'Edit',
    kind: 'edit',
    status: 'in_progress',
    locations: [{ path }],
    content: [{ type: 'diff', path, oldText: before, newText: after(before) }],
  });
  await writeSlowly(path, after(before));
  update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'completed' });
}

/** Does what a command does. */
function run(title, command) {
  const toolCallId = `t${calls++}`;
  update({ sessionUpdate: 'tool_call', toolCallId, title, kind: 'execute', status: 'in_progress' });
  command();
  update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
}

/** Edits a file, and has a command run git. */
async function git(...args) {
  await edit(join(cwd, 'own.txt'), (text) => `${text}one more\n`);
  run(`git ${args.join(' ')}`, () => execFileSync('git', args, { cwd, stdio: 'ignore' }));
}

/** Work that begins after the turn has ended. */
async function workLater() {
  await sleep(4000);
  const client = join(cwd, 'later-client.txt');
  const disk = join(cwd, 'later-disk.txt');
  update({
    sessionUpdate: 'tool_call',
    toolCallId: 'later',
    title: 'Background: edit files',
    kind: 'edit',
    status: 'in_progress',
    locations: [{ path: client }, { path: disk }],
  });
  await request('fs/write_text_file', { sessionId, path: client, content: 'through the client\n' });
  writeFileSync(disk, 'on the disk\n');
  update({ sessionUpdate: 'tool_call_update', toolCallId: 'later', status: 'completed' });
}

const work = {
  change: async (count) => {
    for (let i = 0; i < count; i++) await edit(join(cwd, `f${i}.txt`), (text) => `${text}one more\n`);
  },
  same: async (count) => {
    for (let i = 0; i < count; i++) await edit(join(cwd, `f${i}.txt`), (text) => text);
  },
  second: async () => {
    await edit(join(further[0], 'second.txt'), () => 'from the agent\n');
    const path = join(further[0], 'client.txt');
    await request('fs/write_text_file', { sessionId, path, content: 'from the agent\n' });
  },
  // Beside a command, the text that a call states is no sign of another program.
  claim: async () => {
    run('true', () => undefined);
    await edit(join(cwd, 'short.txt'), () => 'from the agent\n', 'short\nand much more\n');
  },
  block: async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `agent ${index}\n`).join('');
    await edit(join(cwd, 'block.txt'), (text) => text.replace('a\n', `a\n${lines}`));
    await edit(join(cwd, 'new.txt'), () => lines, '');
  },
  more: async () => {
    await edit(join(cwd, 'block.txt'), (text) => text.replace('a\n', 'A\n'));
    await edit(join(cwd, 'new.txt'), (text) => `${text}more\n`);
  },
  checkout: () => git('checkout', '--quiet', 'other'),
  stash: () => git('stash', '--quiet', '--', 'stashed.txt'),
  pull: () => git('pull', '--quiet', '--ff-only', '../upstream', 'other'),
  repository: () =>
    run('git init', () => {
      execFileSync('git', ['init', '--quiet', 'made'], { cwd, stdio: 'ignore' });
      writeFileSync(join(cwd, 'made', 'new.txt'), 'from the agent\n');
    }),
  odd: () => run('unzip', () => writeFileSync(Buffer.from(`${cwd}/caf\xe9.txt`, 'latin1'), 'odd\n')),
  json: async () => edit(join(cwd, 'format.json'), () => '{"after":\n 2}'),
  later: async () => void workLater(),
  wait: async (ms) => {
    say('WAITING ');
    await sleep(ms);
  },
};

const answers = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'changes', version: '1' },
    agentCapabilities: { sessionCapabilities: { additionalDirectories: {} } },
  }),
  'session/new': (params) => {
    cwd = params.cwd;
    further = params.additionalDirectories ?? [];
    // Of each process anew, as real agents do not count either.
    sessionId = `S${process.pid}-${sessions++}`;
    return { sessionId };
  },
  'session/prompt': async ({ prompt }) => {
    // What else is attached comes in blocks of its own.
    const texts = prompt.map((block) => block.text ?? '');
    const [, verb, value] =
      texts.map((text) => /^([a-z]+)(?: (\d+))?$/.exec(text.trim())).find(Boolean) ?? [];
    await work[verb]?.(Number(value));
    say(`DONE ${verb}`);
    return { stopReason: 'end_turn' };
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) waiting.get(id)?.(result);
  else if (id !== undefined) send({ id, result: (await answers[method]?.(params)) ?? {} });
});
