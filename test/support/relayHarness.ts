// The test as the agent: it sends requests to Parley over a real agent process, and gets the answers.
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { AcpConnectionOptions } from '../../src/agents/acpConnection.ts';
import { atEnd, connectionTo, type Harness } from './agentHarness.ts';
import { bundledProgram } from './programs/bundledProgram.ts';

const received = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
export type Received = z.infer<typeof received>;

/** A request of the agent that was sent. */
export interface Sent {
  readonly id: number;
  readonly answer: Promise<Received>;
}

export interface RelayHarness extends Harness {
  /** What Parley said in `initialize`. */
  readonly handshake: unknown;
  /** Sends a request. */
  readonly send: (method: string, params: object) => Sent;
  /** Sends a notification. */
  readonly notify: (method: string, params: object) => void;
  /** Writes this as it is, without a newline. */
  readonly write: (bytes: string | Uint8Array) => void;
  /** The requests of Parley that nobody has answered yet, oldest first. */
  readonly requests: Received[];
  /** The notifications of Parley, oldest first. */
  readonly notified: Received[];
  /** Errors that answer no request by its id. */
  readonly refusals: Received[];
  /** Answers the oldest request of a method. */
  readonly reply: (method: string, result: object) => void;
}

/** A connected agent. It answers `initialize`, and `session/new` with `s1`, `s2` and so on; the rest the test does. */
export async function relayAgent(
  options: Partial<AcpConnectionOptions> = {},
  agentCapabilities: object = {},
): Promise<RelayHarness> {
  const connected = Promise.withResolvers<Socket>();
  const server = createServer(connected.resolve);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  atEnd(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const program = bundledProgram('test/support/programs/relayAgent.ts');
  const harness = connectionTo({ command: process.execPath, args: [program, String(port)] }, options);
  const connecting = harness.agent.connect();
  const socket = await connected.promise;
  atEnd(() => void socket.destroy());

  const requests: Received[] = [];
  const notified: Received[] = [];
  const refusals: Received[] = [];
  const waiting = new Map<number, (message: Received) => void>();
  let sent = 0;
  let sessions = 0;
  let handshake: unknown;
  const write = (message: object): void => {
    socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  createInterface({ input: socket }).on('line', (line) => {
    const message = received.parse(JSON.parse(line));
    const { id, method } = message;
    if (method === 'initialize') {
      handshake = message.params;
      write({ id, result: { protocolVersion: 1, agentCapabilities } });
    } else if (method === 'session/new') {
      write({ id, result: { sessionId: `s${++sessions}` } });
    } else if (method === undefined && typeof id === 'number') {
      waiting.get(id)?.(message);
      waiting.delete(id);
    } else if (id === null) {
      refusals.push(message);
    } else if (method !== undefined && id !== undefined) {
      requests.push(message);
    } else if (method !== undefined) {
      notified.push(message);
    }
  });
  socket.on('error', () => {});
  await connecting;
  return {
    ...harness,
    handshake,
    send(method, params) {
      const id = ++sent;
      const { promise, resolve } = Promise.withResolvers<Received>();
      waiting.set(id, resolve);
      write({ id, method, params });
      return { id, answer: promise };
    },
    notify: (method, params) => write({ method, params }),
    write: (bytes) => void socket.write(bytes),
    requests,
    notified,
    refusals,
    reply(method, result) {
      const index = requests.findIndex((request) => request.method === method);
      const [request] = index < 0 ? [] : requests.splice(index, 1);
      if (request === undefined) throw new Error(`Parley does not wait for ${method}.`);
      write({ id: request.id, result });
    },
  };
}
