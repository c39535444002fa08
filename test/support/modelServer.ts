// A scripted model server on loopback that real agents talk to: OpenAI's chat completions, streamed or whole.
//
// The last user message with a marker chooses what the "model" does:
//   [[text]]            a short markdown answer
//   [[slow]]            120 words, one per 100 ms; [[slow:words=N]] so many
//   [[think]]           reasoning first, then an answer
//   [[read:path=FILE]]  one call of the agent's tool that reads files, then an answer
//   [[write:path=FILE]] the same with the tool that writes files, [[edit:path=FILE]] with the one that edits them
//   [[shell:command=…]] one call of the shell
//   [[tool:name=NAME]]  one call of the tool whose name ends so
//   [[plan]]            three steps through the agent's list of things to do
//   [[error500]]        nothing but the status 500
// Anything else, also what an agent asks the model for itself (titles and the like), gets one short sentence.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import {
  editCall,
  namedCall,
  offeredTool,
  PLAN_STEPS,
  planCall,
  readCall,
  shellCall,
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

const MODEL = 'scripted-model';
const OTHER_MODEL = 'other-model';

/** What an agent asked the model for in one request. */
export interface SeenRequest {
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

const text = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map((part) => part.text ?? '').join('\n')),
  z.null().transform(() => ''),
]);

const pictures = z.object({
  messages: z.array(z.object({ content: z.array(z.object({ type: z.string() })).catch([]) })),
});

const requestSchema = z.object({
  model: z.string().optional(),
  stream: z.boolean().optional(),
  reasoning_effort: z.string().optional(),
  messages: z.array(z.object({ role: z.string(), content: text.optional() })),
  tools: z.array(offeredTool).optional(),
});
type ModelRequest = z.infer<typeof requestSchema>;

/** What the model says in one request. */
interface Answer {
  readonly thought?: string;
  readonly text: string;
  readonly toolCall?: ToolCall | undefined;
  /** Milliseconds between two pieces. */
  readonly pace?: number;
  /** An HTTP status instead of an answer. */
  readonly status?: number;
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
  if (request.method !== 'POST' || request.url?.endsWith('/chat/completions') !== true) {
    const found = request.url?.endsWith('/models') === true;
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        found ? { object: 'list', data: [MODEL, OTHER_MODEL].map((id) => ({ id, object: 'model' })) } : {},
      ),
    );
    return;
  }
  const body = await json(request);
  const asked = requestSchema.parse(body);
  const { scenario, answer } = answerTo(asked);
  const parts = pictures.parse(body).messages.flatMap(({ content }) => content);
  requests.push({
    scenario,
    model: asked.model ?? '',
    effort: asked.reasoning_effort,
    images: parts.filter(({ type }) => type === 'image_url').length,
    userTexts: textsOf(asked, 'user'),
    lastToolText: textsOf(asked, 'tool').at(-1) ?? '',
  });
  if (answer.status !== undefined) {
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'scripted failure', type: 'server_error' } }));
  } else if (asked.stream === true) await stream(response, answer);
  else {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(whole(answer)));
  }
}

function textsOf({ messages }: ModelRequest, role: string): string[] {
  return messages.flatMap((message) => (message.role === role ? [message.content ?? ''] : []));
}

function answerTo(request: ModelRequest): { scenario: string; answer: Answer } {
  const { messages } = request;
  const marker = /\[\[(\w+)(?::(\w+)=([^\]]*))?\]\]/;
  const start = messages.findLastIndex(({ role, content }) => role === 'user' && marker.test(content ?? ''));
  const [, scenario = 'none', , value = ''] = marker.exec(messages[start]?.content ?? '') ?? [];
  const steps = messages.slice(start + 1).filter(({ role }) => role === 'assistant').length;
  return { scenario, answer: scripted(scenario, value, steps, request) };
}

/** What the model says in step `steps` (from 0) of a scenario. */
function scripted(scenario: string, value: string, steps: number, { tools = [] }: ModelRequest): Answer {
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

async function stream(response: ServerResponse, answer: Answer): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const event = (content: unknown): void => {
    response.write(`data: ${JSON.stringify(content)}\n\n`);
  };
  const send = (delta: object): void => event(chunk([{ index: 0, delta, finish_reason: null }]));
  const pieces = (words: string): string[] => words.match(/\s*\S+|\s+$/g) ?? [];
  send({ role: 'assistant', content: '' });
  for (const piece of pieces(answer.thought ?? '')) {
    send({ reasoning_content: piece });
    await delay(answer.pace ?? 5);
  }
  for (const piece of pieces(answer.text)) {
    if (response.destroyed) return;
    send({ content: piece });
    await delay(answer.pace ?? 5);
  }
  if (answer.toolCall !== undefined) {
    const { function: called, ...call } = toolCall(answer.toolCall);
    send({ tool_calls: [{ index: 0, ...call, function: { ...called, arguments: '' } }] });
    for (const piece of called.arguments.match(/[^]{1,16}/g) ?? []) {
      send({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
      await delay(answer.pace ?? 20);
    }
  }
  event(chunk([{ index: 0, delta: {}, finish_reason: finishReason(answer) }]));
  event({ ...chunk([]), usage: USAGE });
  response.end('data: [DONE]\n\n');
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function chunk(choices: readonly object[]): object {
  return { id: 'completion-1', object: 'chat.completion.chunk', created: 1, model: MODEL, choices };
}

function whole(answer: Answer): object {
  const calls = answer.toolCall === undefined ? {} : { tool_calls: [toolCall(answer.toolCall)] };
  const message = { role: 'assistant', content: answer.text, ...calls };
  const choices = [{ index: 0, message, finish_reason: finishReason(answer) }];
  return { id: 'completion-1', object: 'chat.completion', created: 1, model: MODEL, choices, usage: USAGE };
}

let calls = 0;

interface WrittenCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

function toolCall({ name, input }: ToolCall): WrittenCall {
  calls += 1;
  return { id: `call-${calls}`, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

function finishReason(answer: Answer): string {
  return answer.toolCall === undefined ? 'stop' : 'tool_calls';
}
