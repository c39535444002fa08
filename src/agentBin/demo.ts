// The demo agent: an ACP agent program over stdio, without a model and without a network.
import { Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { createDemoApp } from './demo/demoApp.ts';
import { DemoSessions } from './demo/demoSessions.ts';
import { openStore } from './demo/store.ts';

// A client that is gone reads nothing more: there is nobody left to tell.
process.stdout.on('error', () => process.exit(0));

const input = new ReadableStream<Uint8Array>({
  start(controller) {
    process.stdin.on('data', (chunk: Buffer) => controller.enqueue(chunk));
    process.stdin.on('end', () => controller.close());
  },
});
const sessions = new DemoSessions(openStore(process.env['PARLEY_DEMO_STORE']));
const connection = createDemoApp(sessions).connect(ndJsonStream(Writable.toWeb(process.stdout), input));
// `stuck` and running commands must not outlive the client.
void connection.closed.then(() => {
  sessions.saveRunning();
  process.exit(0);
});
