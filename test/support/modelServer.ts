// A scripted model server on loopback that real agents talk to, each in the API that it knows, streamed or whole.
//
// The last user message with a marker chooses what the "model" does:
//   [[text]]            a short markdown answer
//   [[slow]]            120 words, one per 100 ms; [[slow:words=N]] so many
//   [[think]]           reasoning first, then an answer
//   [[read:path=FILE]]  one call of the agent's tool that reads files, then an answer
//   [[write:path=FILE]] the same with the tool that writes files, [[edit:path=FILE]] with the one that edits them
//   [[shell:command=…]] one call of the shell
//   [[tool:name=NAME]]  one call of the tool whose name ends so
//   [[ide:NAME={…}]]    one call of the editor's tool NAME with that JSON, searched for first where the agent hides its tools
//   [[check:path=FILE]] writes FILE, and then asks the editor for the problems in it that are new since the turn began
//   [[plan]]            three steps through the agent's list of things to do
//   [[ask]]             one question of the agent to the user
//   [[error500]]        nothing but the status 500
// Anything else, also what an agent asks the model for itself (titles and the like), gets one short sentence.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { anthropicMessages } from './modelDialects/anthropicMessages.ts';
import { chatCompletions } from './modelDialects/chatCompletions.ts';
import { geminiContents } from './modelDialects/geminiContents.ts';
import type { Answer, ModelDialect, ModelRequest } from './modelDialects/modelDialect.ts';
import {
  askCall,
  editCall,
  editorCall,
  foundToolCall,
  namedCall,
  PLAN_STEPS,
  planCall,
  readCall,
  shellCall,
  toolSearchCall,
  writeCall,
  type ToolCall,
} from './modelToolCalls.ts';

/** The answer of `[[text]]`. */
export const TEXT_ANSWER =
  '## An answer\n\nThe scripted model says **hello** to you.\n\n- one\n- two\n\n```ts\nconst answer = 42;\n```\n';

/** What `[[think]]` thinks, and answers then. */
export const THOUGHT = 'First I consider the question from two sides.';
export const THOUGHT_ANSWER = 'After some thought: forty-two.';

/** What `[[read]]` answers once it has the file. */
export const READ_ANSWER = 'I have read the file.';

/** What the other calls of tools answer once they have the result. */
export const CALLED_ANSWER = 'The tool has answered.';

/** What is answered where no marker is found. */
const SMALL_ANSWER = 'Nothing was scripted for this.';

const DIALECTS: readonly ModelDialect[] = [chatCompletions, anthropicMessages, geminiContents];

const MODEL = 'scripted-model';
const OTHER_MODEL = 'other-model';

/** What an agent asked the model for in one request. */
interface SeenRequest {
  /** Name of the scenario; `none` without a marker. */
  readonly scenario: string;
  readonly model: string;
  /** How hard the model shall think, as far as the request says so. */
  readonly effort?: string | undefined;
  /** Number of images in all messages. */
  readonly images: number;
  /** Texts of all messages of the user. */
  readonly userTexts: readonly string[];
  /** Text of the last result of a tool. */
  readonly lastToolText: string;
}

export interface ModelServer {
  /** What an agent takes as the base address, for example in OPENAI_BASE_URL. */
  readonly baseUrl: string;
  /** The same without a path, for agents that add their own. */
  readonly origin: string;
  readonly model: string;
  /** A second model, which answers the same. */
  readonly otherModel: string;
  /** Names of the scenarios that were asked for, in order; `none` for a request without a marker. */
  readonly scenarios: readonly string[];
  readonly requests: readonly SeenRequest[];
  /** Number of answers that the agent hung up on. */
  readonly abandoned: number;
  readonly stop: () => Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  let abandoned = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) abandoned += 1;
    });
    serve(request, response, requests).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: String(error) } }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The model server has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    origin: `http://127.0.0.1:${address.port}`,
    model: MODEL,
    otherModel: OTHER_MODEL,
    get scenarios() {
      return requests.map(({ scenario }) => scenario);
    },
    requests,
    get abandoned() {
      return abandoned;
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  requests: SeenRequest[],
): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const dialect = request.method === 'POST' ? DIALECTS.find(({ speaks }) => speaks(path)) : undefined;
  if (dialect === undefined) {
    sendJson(response, ...answerBeside(path));
    return;
  }
  const asked = dialect.read(await json(request), path);
  const { scenario, answer } = answerTo(asked);
  const textsOf = (wanted: string): string[] =>
    asked.messages.flatMap(({ role, text }) => (role === wanted ? [text] : []));
  requests.push({
    scenario,
    model: asked.model,
    effort: asked.effort,
    images: asked.images,
    userTexts: textsOf('user'),
    lastToolText: textsOf('tool').at(-1) ?? '',
  });
  if (answer.status !== undefined) {
    sendJson(response, answer.status, { error: { message: 'scripted failure', type: 'server_error' } });
  } else if (asked.isStreamed) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    await dialect.stream(response, answer);
    if (!response.destroyed) response.end();
  } else sendJson(response, 200, dialect.whole(answer));
}

/** Lists of models and counts of tokens, which some agents ask for. */
function answerBeside(path: string): readonly [status: number, body: object] {
  if (path.endsWith('/models')) {
    return [200, { object: 'list', data: [MODEL, OTHER_MODEL].map((id) => ({ id, object: 'model' })) }];
  }
  if (/count_?tokens$/i.test(path)) return [200, { input_tokens: 100, totalTokens: 100 }];
  return [404, {}];
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function answerTo(request: ModelRequest): { scenario: string; answer: Answer } {
  const { messages } = request;
  const marker = /\[\[(\w+)(?::(\w+)=([^\]]*))?\]\]/;
  const start = messages.findLastIndex(({ role, text }) => role === 'user' && marker.test(text));
  const markers = (messages[start]?.text ?? '').matchAll(new RegExp(marker, 'g'));
  // Some agents put what was said before into one message with it.
  const [, scenario = 'none', name = '', value = ''] = [...markers].at(-1) ?? [];
  const steps = messages.slice(start + 1).filter(({ role }) => role === 'assistant').length;
  if (scenario === 'check') return { scenario, answer: checkingWritten(value, start, request) };
  if (scenario === 'ide') return { scenario, answer: callingEditor(name, value, start, request) };
  return { scenario, answer: scripted(scenario, value, steps, request) };
}

/** Calls a tool of the editor once; where the agent has it behind a search for tools, that is called first. */
function callingEditor(name: string, json: string, start: number, { messages, tools }: ModelRequest): Answer {
  const after = messages.slice(start + 1);
  const input = z.record(z.string(), z.unknown()).parse(JSON.parse(json));
  const call = editorCall(tools, name, input);
  const steps = after.filter(({ role }) => role === 'assistant').length;
  if (steps === 0) return calling(call ?? toolSearchCall(tools, name));
  if (steps > 1 || call !== undefined) return { text: CALLED_ANSWER };
  const result = after.findLast(({ role }) => role === 'tool')?.text ?? '';
  const [found = ''] = new RegExp(`[\\w-]*parley.?ide[\\w-]*${name}`).exec(result) ?? [];
  return calling(foundToolCall(tools, found, input));
}

/** Writes a file, and calls the editor's `diagnostics` about it once that is done. */
function checkingWritten(path: string, start: number, request: ModelRequest): Answer {
  const written = request.messages.findIndex(({ role }, index) => index > start && role === 'tool');
  if (written === -1) return calling(writeCall(request.tools, path));
  return callingEditor('diagnostics', JSON.stringify({ op: 'new_since_turn', path }), written, request);
}

/** What the model says in step `steps` (from 0) of a scenario. */
function scripted(scenario: string, value: string, steps: number, { tools }: ModelRequest): Answer {
  switch (scenario) {
    case 'text':
      return { text: TEXT_ANSWER };
    case 'slow':
      return { text: wordsOf(value === '' ? 120 : Number(value)), pace: 100 };
    case 'think':
      return { thought: THOUGHT, text: THOUGHT_ANSWER };
    case 'read':
      return steps === 0 ? calling(readCall(tools, value)) : { text: READ_ANSWER };
    case 'write':
      return steps === 0 ? calling(writeCall(tools, value)) : { text: CALLED_ANSWER };
    case 'edit':
      return steps === 0 ? calling(editCall(tools, value)) : { text: CALLED_ANSWER };
    case 'shell':
      return steps === 0 ? calling(shellCall(tools, value)) : { text: CALLED_ANSWER };
    case 'tool':
      return steps === 0 ? calling(namedCall(tools, value)) : { text: CALLED_ANSWER };
    case 'plan':
      return steps <= PLAN_STEPS.length ? calling(planCall(tools, steps)) : { text: CALLED_ANSWER };
    case 'ask':
      return steps === 0 ? calling(askCall(tools)) : { text: CALLED_ANSWER };
    case 'error500':
      return { text: '', status: 500 };
    default:
      return { text: SMALL_ANSWER };
  }
}

function wordsOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
}

function calling(toolCall: ToolCall | undefined): Answer {
  return toolCall === undefined
    ? { text: 'There is no such tool.' }
    : { text: `I call ${toolCall.name}.`, toolCall };
}
