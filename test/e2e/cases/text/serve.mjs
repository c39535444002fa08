// The wire of the scripted agents here: JSON-RPC, one message a line.
import { createInterface } from 'node:readline';

/** Sends a message to the client. */
function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** Sends an update of a session. */
export function update(sessionId, fields) {
  send({ method: 'session/update', params: { sessionId, update: fields } });
}

/** Says something in a session. */
export function say(sessionId, text, fields = {}) {
  const content = { type: 'text', text };
  update(sessionId, { sessionUpdate: 'agent_message_chunk', content, ...fields });
}

/** Answers requests by their methods, each with what its handler returns. */
export function serve(handlers) {
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      const { id, method, params = {} } = JSON.parse(line);
      if (id === undefined || method === undefined) return;
      const handle = handlers[method];
      if (handle === undefined) send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
      else send({ id, result: handle(params) });
    })
    .on('close', () => process.exit(0));
}
