// An agent that sends 200,000 characters without a blank to the place that a prompt names: `node longTextAgent.ts`.
//
// Places are the keys of `updatesFor`, and `permission`.
import { Writable } from 'node:stream';
import { agent, methods, ndJsonStream, type SessionUpdate } from '@agentclientprotocol/sdk';

/** In two directions, which takes a browser the longest. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz\u05D0\u05D1\u05D2\u05E9\u05DC\u05D5\u05DD';

/** In no order, so that the browser has laid out nothing of it before. */
function longText(): string {
  const letters = Array.from({ length: 200_000 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]);
  return letters.join('');
}

const begun = { toolCallId: 'call', title: 'Look', kind: 'other', status: 'in_progress' } as const;

const updatesFor = (text: string): Readonly<Record<string, readonly SessionUpdate[]>> => ({
  answer: [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }],
  // With an answer, because a turn of a thought alone is one without an answer.
  thought: [
    { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } },
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Thought.' } },
  ],
  output: [
    { sessionUpdate: 'tool_call', ...begun, content: [{ type: 'content', content: { type: 'text', text } }] },
  ],
  title: [{ sessionUpdate: 'tool_call', ...begun, title: text }],
  diff: [
    {
      sessionUpdate: 'tool_call',
      ...begun,
      kind: 'edit',
      content: [{ type: 'diff', path: '/workspace/long.txt', oldText: `${text}!`, newText: text }],
    },
  ],
  terminal: [
    {
      sessionUpdate: 'tool_call',
      ...begun,
      content: [{ type: 'terminal', terminalId: 'terminal' }],
      _meta: { terminal_info: { terminal_id: 'terminal' } },
    },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call',
      _meta: { terminal_output: { terminal_id: 'terminal', data: text } },
    },
  ],
});

let sessions = 0;

const app = agent({ name: 'long-text' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: 'long-text', title: 'Long text', version: '1.0.0' },
    agentCapabilities: {},
    authMethods: [],
  }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: `session-${++sessions}` }))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params;
    const place = params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const text = longText();
    for (const update of updatesFor(text)[place] ?? []) {
      await client.notify(methods.client.session.update, { sessionId, update });
    }
    if (place === 'permission') {
      await client.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: { ...begun, kind: 'execute', title: text, rawInput: { command: text } },
        options: [
          { optionId: 'allow', kind: 'allow_once', name: text },
          { optionId: 'reject', kind: 'reject_once', name: 'Reject' },
        ],
      });
    }
    return { stopReason: 'end_turn' };
  });

process.stdout.on('error', () => process.exit(0));
const input = new ReadableStream<Uint8Array>({
  start(controller) {
    process.stdin.on('data', (chunk: Buffer) => controller.enqueue(chunk));
    process.stdin.on('end', () => process.exit(0));
  },
});
app.connect(ndJsonStream(Writable.toWeb(process.stdout), input));
