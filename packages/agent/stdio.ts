// The standard streams of an agent program as an ACP connection.
import { Writable } from 'node:stream';
import { ndJsonStream, type AgentApp } from '@agentclientprotocol/sdk';

/** Serves the client at the other end of the standard streams. */
export function serveOnStdio(app: AgentApp): ReturnType<AgentApp['connect']> {
  // A client that is gone reads nothing more, and nobody is left to report to.
  process.stdout.on('error', () => process.exit(0));
  const input = new ReadableStream<Uint8Array>({
    start(controller) {
      process.stdin.on('data', (chunk: Buffer) => controller.enqueue(chunk));
      process.stdin.on('end', () => controller.close());
    },
  });
  return app.connect(ndJsonStream(Writable.toWeb(process.stdout), input));
}
