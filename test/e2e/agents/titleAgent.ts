// An agent that names its session after the time at which it does: `node titleAgent.ts TITLE`.
//
// A prompt `now` gives the title `at MILLISECONDS`, any other prompt is the title itself.
import { Writable } from 'node:stream';
import { agent, methods, ndJsonStream } from '@agentclientprotocol/sdk';

const [, , agentTitle = 'Title agent'] = process.argv;
let sessions = 0;

const app = agent({ name: 'titles' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: 'titles', title: agentTitle, version: '1.0.0' },
    agentCapabilities: {},
    authMethods: [],
  }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: `session-${++sessions}` }))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params;
    const words = params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const title = words === 'now' ? `at ${Date.now()}` : words;
    await client.notify(methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: 'session_info_update', title, _meta: { branch: 'feature/tea' } },
    });
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
