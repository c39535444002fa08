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

/**
 * Starts code-server with the packaged extension before the tests of the surrounding block (or file) and ends
 * it after them. A test that fails leaves a screenshot, the page's console and every log under
 * test-results/<its name>/. Needs about five seconds, so let the tests of a block share it.
 */
export function useParley(options: ParleyOptions = {}): Parley {
  let server: ParleyServer | undefined;
  let window: ParleyWindow | undefined;

  beforeAll(async () => {
    server = await ParleyServer.start(inject('extensionsDirectory'), options);
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
    } finally {
      await server?.stop();
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
