// A web server on this machine that stands for the registry, and for where archives are downloaded.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Counts what is asked of it; a path without an answer is 404. */
export class RegistryServer {
  readonly #answers = new Map<string, Answer>();
  readonly #held = new Map<string, Promise<void>>();
  readonly #server: Server;
  /** The paths that were asked for, in order. */
  readonly requests: string[] = [];

  static async start(): Promise<RegistryServer> {
    const server = new RegistryServer();
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve);
    });
    return server;
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '';
      this.requests.push(path);
      const answer = this.#answers.get(path);
      if (answer === undefined) response.writeHead(404).end();
      else void this.#answer(path, () => answer(request, response));
    });
  }

  /** The address of a path. */
  url(path: string): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    return `http://127.0.0.1:${address.port}${path}`;
  }

  /** Answers a path with bytes or text, or as a function does. */
  serve(path: string, answer: Answer | Buffer | string): void {
    this.#answers.set(
      path,
      typeof answer === 'function' ? answer : (_request, response) => response.end(answer),
    );
  }

  /** From now on a path is not answered until the result is called. */
  hold(path: string): () => void {
    const released = Promise.withResolvers<void>();
    this.#held.set(path, released.promise);
    return () => {
      this.#held.delete(path);
      released.resolve();
    };
  }

  async #answer(path: string, answer: () => void): Promise<void> {
    await this.#held.get(path);
    answer();
  }

  /** Answers the path of the list with these agents. */
  serveList(agents: readonly unknown[]): string {
    this.serve('/registry.json', JSON.stringify({ version: '1.0.0', agents, extensions: [] }));
    return this.url('/registry.json');
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

/** An agent of the registry that is complete. */
export function registryEntry(id: string, distribution: object, more: object = {}): object {
  return {
    id,
    name: `Agent ${id}`,
    version: '1.2.3',
    description: `What ${id} does`,
    authors: ['Author'],
    license: 'MIT',
    distribution,
    ...more,
  };
}
