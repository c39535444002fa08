// What an e2e test file calls: one code-server and one browser window, shared by the tests of the block.
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { keepEvidence } from './evidence.ts';
import { ParleyServer, type ServerOptions } from './parleyServer.ts';
import { ParleyWindow, type WindowOptions } from './parleyWindow.ts';

export interface ParleyOptions extends ServerOptions, WindowOptions {}

/** The running code-server and its window. Both exist only while tests run, not while they are collected. */
export interface Parley {
  readonly server: ParleyServer;
  readonly window: ParleyWindow;
}

/** The code-server of this worker while no file uses it. It ends with the worker (`whileOpen.mjs`). */
let spare: ParleyServer | undefined;

/** Whether the process of the server is as all others are: it keeps environment and extensions when it is renewed. */
function isOrdinary({ env, asksForTrust, builtInExtensions }: ServerOptions): boolean {
  return env === undefined && asksForTrust === undefined && builtInExtensions === undefined;
}

/** The worker's code-server, renewed for these options, or another where it cannot be. */
async function serverFor(options: ServerOptions): Promise<ParleyServer> {
  const server = isOrdinary(options) ? spare : undefined;
  if (server !== undefined) {
    spare = undefined;
    if (await server.renew(options)) return server;
    await server.stop();
  }
  return await ParleyServer.start(inject('extensionsDirectory'), {
    ...options,
    parent: inject('runDirectory'),
  });
}

/**
 * Opens a window with the packaged extension, on settings, a home and a workspace of its own, before the tests of the
 * surrounding block (or file), and closes it after them. A test that fails leaves a screenshot, the page's console and
 * every log under test-results/<its name>/. Needs some seconds, so let the tests of a block share it.
 */
export function useParley(options: ParleyOptions = {}): Parley {
  let server: ParleyServer | undefined;
  let window: ParleyWindow | undefined;

  beforeAll(async () => {
    server = await serverFor(options);
    window = await ParleyWindow.open(server, options);
  });

  beforeEach(({ task, onTestFailed }) => {
    onTestFailed(async () => {
      if (server && window) await keepEvidence(task, server, window);
    });
  });

  afterAll(async () => {
    try {
      await window?.close();
      if (isOrdinary(options)) spare = server;
      else await server?.stop();
    } catch (error) {
      await server?.stop();
      throw error;
    }
  });

  return {
    get server() {
      if (!server) throw new Error('code-server is not running yet: use it inside a test.');
      return server;
    },
    get window() {
      if (!window) throw new Error('The window is not open yet: use it inside a test.');
      return window;
    },
  };
}
