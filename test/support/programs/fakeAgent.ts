// A well-behaved fake agent on the SDK's agent side: `node fakeAgent.ts '{…options…}'`, or the path of a file with them.
//
// The words of a prompt say what a turn does, one command a line; other lines are answered with themselves:
//   say TEXT · think TEXT · stream N (N chunks) · tool ID TITLE (pending, in progress, completed) · act KIND (one that goes on) · ask ID (a permission
//   request; says what was chosen) · wait MS · until FILE (is there) · hang (until cancelled) · stop REASON · fail CODE MESSAGE · exit CODE
// With settings: "parley.agents": { "fake": { "command": "node", "args": ["…/fakeAgent.ts"] } }.
import { existsSync, readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import {
  agent,
  methods,
  ndJsonStream,
  RequestError,
  type AgentCapabilities,
  type AgentContext,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk';
import * as z from 'zod';

const storedSession = z.looseObject({
  sessionId: z.string(),
  cwd: z.string(),
  replay: z.array(z.looseObject({})).default([]),
});
type StoredSession = z.infer<typeof storedSession>;

const options = z
  .object({
    /** What `initialize` answers. */
    title: z.string().default('Fake agent'),
    image: z.boolean().default(false),
    audio: z.boolean().default(false),
    embeddedContext: z.boolean().default(false),
    /** Whether `session/new` wants the user to sign in. */
    signIn: z.boolean().default(false),
    /** The values of a config option of the category `mode`; the first is current. */
    modes: z.array(z.string()).default([]),
    /** How long `session/new` takes, in milliseconds. */
    sessionDelay: z.number().default(0),
    /** What it is called in `agentInfo.name`. */
    name: z.string().default('fake'),
    /** What it can do with sessions, and advertises. */
    abilities: z
      .array(z.enum(['load', 'resume', 'fork', 'list', 'close', 'delete', 'additionalDirectories']))
      .default([]),
    /** The sessions of an earlier process: what the list says of each, and the updates of its replay. */
    sessions: z.array(storedSession).default([]),
    /** Sessions on a page of the list. */
    pageSize: z.number().default(2),
    /** What a load or fork of a session takes between its replay and the answer, in milliseconds. */
    loadDelay: z.number().default(0),
  })
  .parse(readOptions());

function readOptions(): unknown {
  const given = process.argv[2] ?? '{}';
  // A file may have any name, `{}` as well.
  return JSON.parse(given.startsWith('{') ? given : readFileSync(given, 'utf8'));
}

/** The config options with that mode, where it has modes. */
function configOptions(currentValue: string | undefined) {
  if (currentValue === undefined) return {};
  const modes = options.modes.map((value) => ({ value, name: value }));
  const mode = { id: 'mode', name: 'Mode', category: 'mode', type: 'select' as const };
  return { configOptions: [{ ...mode, currentValue, options: modes }] };
}

const actKind = z.enum(['edit', 'delete', 'move', 'execute', 'read']);
const stopReasons = z.enum(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled']);

/** The running turns by session. */
const turns = new Map<string, AbortController>();
let sessions = 0;
const stored = new Map(options.sessions.map((session) => [session.sessionId, session]));

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** One turn: what its commands need. */
interface Turn {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

function update(turn: Turn, change: SessionUpdate): Promise<void> {
  return turn.client.notify(methods.client.session.update, { sessionId: turn.sessionId, update: change });
}

function say(turn: Turn, text: string): Promise<void> {
  return update(turn, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
}

async function ask(turn: Turn, toolCallId: string): Promise<void> {
  const { outcome } = await turn.client.request(methods.client.session.requestPermission, {
    sessionId: turn.sessionId,
    toolCall: { toolCallId, title: `Do ${toolCallId}` },
    options: [
      { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ],
  });
  await say(turn, outcome.outcome === 'selected' ? `chose ${outcome.optionId}` : 'cancelled');
}

/** Runs one line of a prompt; a returned stop reason ends the turn. */
async function runLine(turn: Turn, line: string): Promise<StopReason | undefined> {
  const [command = '', ...words] = line.split(' ');
  const rest = words.join(' ');
  switch (command) {
    case 'say':
      await say(turn, rest);
      return undefined;
    case 'think':
      await update(turn, {
        sessionUpdate: 'agent_thought_chunk',
        content: { type: 'text', text: rest },
      });
      return undefined;
    case 'stream':
      for (let index = 0; index < Number(rest) && !turn.signal.aborted; index++) {
        await say(turn, `word${index} `);
      }
      return undefined;
    case 'tool': {
      const [toolCallId = 'call', ...title] = words;
      await update(turn, { sessionUpdate: 'tool_call', toolCallId, title: title.join(' '), kind: 'read' });
      await update(turn, { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
      await update(turn, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
      return undefined;
    }
    case 'act':
      await update(turn, {
        sessionUpdate: 'tool_call',
        toolCallId: rest,
        title: rest,
        kind: actKind.parse(rest),
      });
      await update(turn, { sessionUpdate: 'tool_call_update', toolCallId: rest, status: 'in_progress' });
      return undefined;
    case 'ask':
      await ask(turn, rest);
      return undefined;
    case 'wait':
      await sleep(Number(rest), turn.signal);
      return undefined;
    case 'until':
      while (!existsSync(rest) && !turn.signal.aborted) await sleep(50, turn.signal);
      return undefined;
    case 'hang':
      await sleep(2 ** 30, turn.signal);
      return undefined;
    case 'stop':
      return stopReasons.parse(rest);
    case 'fail':
      throw new RequestError(Number(words[0]), words.slice(1).join(' '));
    case 'exit':
      process.exit(Number(rest));
    // falls through: the process is gone
    default:
      await say(turn, line);
      return undefined;
  }
}

function storedOf(sessionId: string): StoredSession {
  const session = stored.get(sessionId);
  if (session === undefined) throw RequestError.resourceNotFound(sessionId);
  return session;
}

/** Tells the history of a session under the id it is opened by; replays need not be what the SDK knows. */
async function replay(client: AgentContext, session: StoredSession, sessionId: string): Promise<void> {
  const method: string = methods.client.session.update;
  for (const each of session.replay) await client.notify(method, { sessionId, update: each });
  await pause(options.loadDelay);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

const listed = ['resume', 'fork', 'list', 'close', 'delete', 'additionalDirectories'] as const;
const sessionCapabilities = Object.fromEntries(
  listed.flatMap((ability) => (options.abilities.includes(ability) ? [[ability, {}]] : [])),
);

const agentCapabilities: AgentCapabilities = {
  loadSession: options.abilities.includes('load'),
  sessionCapabilities,
  promptCapabilities: {
    image: options.image,
    audio: options.audio,
    embeddedContext: options.embeddedContext,
  },
};

const app = agent({ name: 'fake' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: options.name, title: options.title, version: '1.0.0' },
    agentCapabilities,
    authMethods: options.signIn ? [{ id: 'key', name: 'API key' }] : [],
  }))
  .onRequest(methods.agent.session.new, async () => {
    if (options.signIn) throw RequestError.authRequired();
    await pause(options.sessionDelay);
    return { sessionId: `session-${++sessions}`, ...configOptions(options.modes[0]) };
  })
  .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
    if (params.value === 'refused') throw RequestError.invalidParams();
    return { configOptions: configOptions(String(params.value)).configOptions ?? [] };
  })
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    await replay(client, storedOf(params.sessionId), params.sessionId);
    return {};
  })
  .onRequest(methods.agent.session.resume, ({ params }) => {
    storedOf(params.sessionId);
    return {};
  })
  .onRequest(
    'session/fork',
    (params) => z.object({ sessionId: z.string() }).parse(params),
    async ({ params, client }) => {
      const sessionId = `session-${++sessions}`;
      await replay(client, storedOf(params.sessionId), sessionId);
      return { sessionId };
    },
  )
  .onRequest(methods.agent.session.list, ({ params }) => {
    const all = [...stored.values()].filter(({ cwd }) => (params.cwd ?? cwd) === cwd);
    const start = Number(params.cursor ?? 0);
    const end = start + options.pageSize;
    const page = all.slice(start, end).map(({ replay: _history, ...facts }) => facts);
    return { sessions: page, ...(end < all.length ? { nextCursor: String(end) } : {}) };
  })
  .onRequest(methods.agent.session.close, ({ params }) => {
    turns.get(params.sessionId)?.abort();
    return {};
  })
  .onRequest(methods.agent.session.delete, ({ params }) => {
    storedOf(params.sessionId);
    stored.delete(params.sessionId);
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params;
    const controller = new AbortController();
    turns.set(sessionId, controller);
    const turn: Turn = { client, sessionId, signal: controller.signal };
    const text = params.prompt.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
    for (const line of text.join('\n').split('\n')) {
      if (turn.signal.aborted) break;
      const stopReason = await runLine(turn, line);
      if (stopReason !== undefined) return { stopReason };
    }
    return { stopReason: turn.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    turns.get(params.sessionId)?.abort();
  });

process.stdout.on('error', () => process.exit(0));
const input = new ReadableStream<Uint8Array>({
  start(controller) {
    process.stdin.on('data', (chunk: Buffer) => controller.enqueue(chunk));
    process.stdin.on('end', () => process.exit(0));
  },
});
app.connect(ndJsonStream(Writable.toWeb(process.stdout), input));
