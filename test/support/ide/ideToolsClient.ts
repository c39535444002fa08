// Connects a client to the tools that agents are given, over HTTP and in a real extension host.
import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { ClientRequest } from '../../../src/core/ports/clientRequests.ts';
import type { ServedSession } from '../../../src/core/ports/servedSession.ts';
import { resolvePath } from '../../../src/files/containedPath.ts';
import type { ToolCallPatch } from '../../../src/core/session/toolCall/state.ts';
import { EditorFileSystem } from '../../../src/host/editors/editorFileSystem.ts';
import { IdeServer } from '../../../src/features/ideTools/host/ideServer.ts';
import { SessionWrite } from '../../../src/features/ideTools/host/sessionWrite.ts';
import { systemClock } from '../../../packages/process/systemClock.ts';
import { ScriptedAgent } from '../scriptedAgent.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const folder = realpathSync(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '/');
/** VS Code may not notice that a file is made again which it had open: each suite has a folder of its own. */
export const project = join(folder, 'ideTools');

export const diagnostic = z.object({
  path: z.string(),
  line: z.number(),
  character: z.number(),
  message: z.string(),
});
export const page = z.object({
  items: z.array(z.unknown()),
  total: z.number(),
  nextCursor: z.string().optional(),
  withoutBaseline: z.array(z.string()).optional(),
});

export interface Tools {
  readonly server: IdeServer;
  /** The text that a tool answers with; rejects with that of an error. The agent withdraws the call with the signal. */
  readonly call: (name: string, args: Record<string, unknown>, signal?: AbortSignal) => Promise<string>;
  /** The tools that there are. */
  readonly names: () => Promise<readonly string[]>;
  /** The files that the agent changed. */
  readonly changed: string[];
  /** Called with each file that is to be written, as the user is asked about it, and just before it is. */
  readonly on: {
    /** Called as the user is asked about a file that is to be read. */
    read?: (request: ClientRequest) => void;
    asked?: (path: string) => void;
    write?: (path: string) => void;
    /** Called with the name of a task while the user is asked about it. */
    task?: (name: string) => Promise<void>;
  };
  /** What the cards of written files say. */
  readonly cards: ToolCallPatch[];
  /** What was asked about. */
  readonly asked: string[];
  /** Of what kind the server's answers to calls were, the latest last. */
  readonly contentTypes: string[];
  /** The tools of VS Code that the user has chosen. */
  readonly offered: string[];
  /** Closes the session. */
  readonly close: () => void;
}

/** Connects a client to the tools as a session gets them, in a folder with files. */
export async function withTools(
  named: Readonly<Record<string, string>>,
  body: (tools: Tools) => Promise<void>,
  at = project,
): Promise<void> {
  mkdirSync(at, { recursive: true });
  for (const [name, text] of Object.entries(named)) writeFileSync(join(at, name), text);
  const changed: string[] = [];
  const asked: string[] = [];
  const offered: string[] = [];
  const contentTypes: string[] = [];
  const on: Tools['on'] = {};
  const cards: ToolCallPatch[] = [];
  let isOpen = true;
  const files = new EditorFileSystem();
  const write = new SessionWrite({
    agent: new ScriptedAgent('A'),
    client: {
      requestAccess: async (_agent, _id, request) => {
        if (request.use === 'write') on.asked?.(request.path);
        return { close: () => undefined };
      },
      sessionUpdate: (_agent, _id, event) => {
        if (event.type === 'tool_call') cards.push(event.call);
      },
    },
    clock: systemClock,
    files: {
      readTextFile: (request) => files.readTextFile(request),
      writeTextFile: async (request, text) => {
        on.write?.(request.path);
        return files.writeTextFile(request, text);
      },
    },
    session: { agent: 'A', id: 's', roots: [folder] },
    resolve: resolvePath,
  });
  const session: ServedSession = {
    agent: 'A',
    roots: [folder],
    usesHttp: true,
    isHere: true,
    id: () => 's',
    isOpen: () => isOpen,
    resolve: (path) => resolvePath(path, [folder]),
    permit: async (request) => {
      assert.equal(request.use, 'read');
      on.read?.(request);
      return { close: () => undefined };
    },
    askToRun: async ({ command, name, runs }) => {
      asked.push(JSON.stringify(command ?? [name, runs]));
      await on.task?.(name);
      return { close: () => undefined };
    },
    offersTool: (name) => offered.includes(name),
    askToCall: ({ name, input }) => {
      asked.push(JSON.stringify([name, input]));
      return Promise.resolve({ close: () => undefined });
    },
    writeFiles: (changes, signal) => write.run(changes, signal),
    state: () => undefined,
    changedFiles: () => changed,
    comments: async () => undefined,
  };
  const server = await IdeServer.start({ clock: systemClock, log: silent, bridge: '' });
  const client = new Client({ name: 'test', version: '1' });
  try {
    const [given] = server.serversFor(session);
    assert.ok(given !== undefined && 'type' in given);
    const headers = Object.fromEntries(given.headers.map(({ name, value }) => [name, value]));
    const transport = new StreamableHTTPClientTransport(new URL(given.url), {
      requestInit: { headers },
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        contentTypes.push(answer.headers.get('content-type') ?? '');
        return answer;
      },
    });
    await client.connect(transport);
    const call: Tools['call'] = async (name, args, signal) => {
      const withdrawn = signal === undefined ? {} : { signal };
      const options = { timeout: 90_000, ...withdrawn };
      const { content, isError } = await client.callTool({ name, arguments: args }, options);
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      if (isError === true) throw new Error(text);
      return text;
    };
    await body({
      server,
      call,
      names: async () => (await client.listTools()).tools.map(({ name }) => name),
      changed,
      on,
      cards,
      asked,
      contentTypes,
      offered,
      close: () => {
        isOpen = false;
      },
    });
  } finally {
    await client.close();
    server.dispose();
    rmSync(at, { recursive: true, force: true });
  }
}
