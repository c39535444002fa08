// An MCP server with one resource, which it never comes to read.
import { createInterface } from 'node:readline';

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { resources: {} },
    serverInfo: { name: 'slow', version: '1.0.0' },
  }),
  'resources/list': () => ({ resources: [{ uri: 'slow://guide', name: 'guide' }] }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = answers[method];
  if (id === undefined || answer === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer(params) })}\n`);
});
