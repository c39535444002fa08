// A scripted model server on loopback that real agents talk to: OpenAI's chat completions, streamed or whole.
//
// The last user message with a marker chooses what the "model" does:
//   [[text]]            a short markdown answer
//   [[slow]]            120 words, one per 100 ms
//   [[think]]           reasoning first, then an answer
//   [[read:path=FILE]]  one call of the agent's tool that reads files, then an answer
// Anything else, also what an agent asks the model for itself (titles and the like), gets one short sentence.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';

/** The answer of `[[text]]`. */
export const TEXT_ANSWER =
  '## An answer\n\nThe scripted model says **hello** to you.\n\n- one\n- two\n\n```ts\nconst answer = 42;\n```\n';

/** What `[[think]]` thinks, and answers then. */
export const THOUGHT = 'First I consider the question from two sides.';
export const THOUGHT_ANSWER = 'After some thought: forty-two.';

/** What `[[read]]` answers once it has the file. */
export const READ_ANSWER = 'I have read the file.';

/** What is answered where no marker is found. */
const SMALL_ANSWER = 'Nothing was scripted for this.';

const MODEL = 'scripted-model';

export interface ModelServer {
  /** What an agent takes as the base address, for example in OPENAI_BASE_URL. */
  readonly baseUrl: string;
  /** The only model there is. */
  readonly model: string;
  /** Names of the scenarios that were asked for, in order; `none` for a request without a marker. */
  readonly scenarios: readonly string[];
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

const requestSchema = z.object({
  stream: z.boolean().optional(),
  messages: z.array(z.object({ role: z.string(), content: text.optional() })),
  tools: z
    .array(
      z.object({
        function: z.object({
          name: z.string(),
          parameters: z.object({ properties: z.record(z.string(), z.unknown()).optional() }).optional(),
        }),
      }),
    )
    .optional(),
});
type ModelRequest = z.infer<typeof requestSchema>;

/** What the model says in one request. */
interface Answer {
  readonly thought?: string;
  readonly text: string;
  readonly toolCall?: { readonly name: string; readonly input: Readonly<Record<string, unknown>> };
  /** Milliseconds between two pieces. */
  readonly pace?: number;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startModelServer(): Promise<ModelServer> {
  const scenarios: string[] = [];
  let abandoned = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) abandoned += 1;
    });
    serve(request, response, scenarios).catch((error: unknown) => {
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
    scenarios,
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

async function serve(request: IncomingMessage, response: ServerResponse, scenarios: string[]): Promise<void> {
  if (request.method !== 'POST' || request.url?.endsWith('/chat/completions') !== true) {
    const found = request.url?.endsWith('/models') === true;
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? { object: 'list', data: [{ id: MODEL, object: 'model' }] } : {}));
    return;
  }
  const asked = requestSchema.parse(await json(request));
  const { scenario, answer } = answerTo(asked);
  scenarios.push(scenario);
  if (asked.stream === true) await stream(response, answer);
  else {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(whole(answer)));
  }
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
function scripted(scenario: string, value: string, steps: number, request: ModelRequest): Answer {
  switch (scenario) {
    case 'text':
      return { text: TEXT_ANSWER };
    case 'slow':
      return { text: Array.from({ length: 120 }, (_, index) => `word${index}`).join(' '), pace: 100 };
    case 'think':
      return { thought: THOUGHT, text: THOUGHT_ANSWER };
    case 'read':
      return steps === 0 ? readCall(request, value) : { text: READ_ANSWER };
    default:
      return { text: SMALL_ANSWER };
  }
}

/** A call of the tool that reads files, by whatever name the agent has given it and its argument. */
function readCall({ tools = [] }: ModelRequest, path: string): Answer {
  const tool = tools.find(({ function: { name } }) => /^(read|read_?file|view)$/i.test(name))?.function;
  const argument = Object.keys(tool?.parameters?.properties ?? {}).find((name) => /path|file/i.test(name));
  if (tool === undefined || argument === undefined) return { text: 'There is no tool that reads files.' };
  return { text: 'I look into the file.', toolCall: { name: tool.name, input: { [argument]: path } } };
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
  if (answer.toolCall !== undefined) send({ tool_calls: [{ index: 0, ...toolCall(answer.toolCall) }] });
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

function toolCall({ name, input }: NonNullable<Answer['toolCall']>): object {
  return { id: 'call-1', type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

function finishReason(answer: Answer): string {
  return answer.toolCall === undefined ? 'stop' : 'tool_calls';
}
