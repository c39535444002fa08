// An agent that asks as Cursor and Grok do, by methods that ACP does not have: what it asks is what the prompt says.
import { createInterface } from 'node:readline';

const REQUESTS = {
  plan: [
    'cursor/create_plan',
    {
      toolCallId: 'plan',
      name: 'Rename the module',
      plan: '# Plan\n\n1. Rename `a.ts`',
      todos: [{ id: '1', content: 'Rename a.ts', status: 'pending' }],
    },
  ],
  ask: [
    '_x.ai/ask_user_question',
    {
      questions: [
        {
          question: 'Which database?',
          header: 'DB',
          options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }],
        },
      ],
    },
  ],
};

const waiting = new Map();

function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

async function prompted(sessionId, text) {
  const [method, params] = REQUESTS[text];
  const id = `${method} ${waiting.size}`;
  const answer = new Promise((resolve) => waiting.set(id, resolve));
  write({ id, method, params });
  const content = { type: 'text', text: `ANSWER ${JSON.stringify(await answer)}` };
  write({
    method: 'session/update',
    params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } },
  });
  return { stopReason: 'end_turn' };
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) waiting.get(id)?.(result ?? error);
  else if (method === 'initialize') write({ id, result: { protocolVersion: 1 } });
  else if (method === 'session/new') write({ id, result: { sessionId: 's1' } });
  else if (method === 'session/prompt')
    write({ id, result: await prompted(params.sessionId, params.prompt[0].text) });
});
