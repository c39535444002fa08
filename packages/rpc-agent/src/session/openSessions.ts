// The sessions of the program that are open, each over a CLI process of its own, and how one is opened.
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import {
  RequestError,
  type AgentContext,
  type ClientCapabilities,
  type McpServer,
} from '@agentclientprotocol/sdk';
import type { CliTimeouts } from '../cli/cliTimeouts.ts';
import { answerOf } from '../cli/cliFamily.ts';
import { RpcGone } from '../cli/rpcErrors.ts';
import { RpcLink, type Asker, type CommandLine } from '../cli/rpcLink.ts';
import { startFork, switchSession } from '../stored/sessionFork.ts';
import { StoredLookup } from '../stored/storedLookup.ts';
import type { StoredPage } from '../stored/storedSessions.ts';
import { asRequestError, orRequestError } from './requestErrors.ts';
import { RpcSession } from './rpcSession.ts';

export interface OpenSessionsOptions {
  readonly commandLine: CommandLine;
  readonly timeouts: CliTimeouts;
  readonly log: (line: string) => void;
}

/** What a session is opened with. */
export interface Opening {
  readonly cwd: string;
  readonly mcpServers: readonly McpServer[];
  readonly client: AgentContext;
}

/** Every method rejects with a RequestError. */
export class OpenSessions {
  /** The capabilities of the client that this program serves. */
  capabilities: ClientCapabilities = {};
  readonly #options: OpenSessionsOptions;
  readonly #sessions = new Map<string, RpcSession>();
  /** Stored sessions whose CLI starts. */
  readonly #starting = new Map<string, Promise<RpcSession>>();
  readonly #lookup: StoredLookup;

  constructor(options: OpenSessionsOptions) {
    this.#options = options;
    const { commandLine, timeouts, log } = options;
    this.#lookup = new StoredLookup({ commandLine, log, startMs: timeouts.startMs });
  }

  find(sessionId: string): RpcSession | undefined {
    return this.#sessions.get(sessionId);
  }

  get(sessionId: string): RpcSession {
    const session = this.find(sessionId);
    if (session === undefined) throw RequestError.resourceNotFound(sessionId);
    return session;
  }

  /** A new session; `parent` is the id of the one that it continues. */
  create(opening: Opening, parent?: string): Promise<RpcSession> {
    requireAbsolute(opening.cwd);
    return orRequestError(this.#create(opening, parent));
  }

  async #create(opening: Opening, parent: string | undefined): Promise<RpcSession> {
    const asker = this.#askerFor(opening.client);
    const parentSession =
      parent === undefined ? undefined : await this.#parentFile(parent, opening.cwd, asker);
    const link = await this.#lookup.link(opening.cwd, asker);
    // A CLI begins with a session of its own; only this one can say what it continues. One that cannot has the first.
    if (parentSession !== undefined) await answerOf(link, 'new_session', { parentSession });
    return openAfterResponse(await this.#add(link, opening));
  }

  /** The file of the session that another continues; undefined where it is not stored. */
  async #parentFile(sessionId: string, cwd: string, asker: Asker): Promise<string | undefined> {
    try {
      return await this.#fileOf(sessionId, cwd, asker);
    } catch {
      return undefined;
    }
  }

  /** The session that the client names: the one that is open, or a CLI started on what is stored of it. */
  reopen(sessionId: string, opening: Opening): Promise<RpcSession> {
    requireAbsolute(opening.cwd);
    const open = this.#sessions.get(sessionId);
    if (open !== undefined) return Promise.resolve(open);
    const known = this.#starting.get(sessionId);
    if (known !== undefined) return known;
    const starting = orRequestError(this.#start(sessionId, opening)).finally(() =>
      this.#starting.delete(sessionId),
    );
    this.#starting.set(sessionId, starting);
    return starting;
  }

  async #start(sessionId: string, opening: Opening): Promise<RpcSession> {
    const asker = this.#askerFor(opening.client);
    const path = await this.#fileOf(sessionId, opening.cwd, asker);
    const link = await this.#lookup.link(opening.cwd, asker);
    await switchSession(link, path).catch(async (error: unknown) => {
      await link.stop();
      throw error;
    });
    const session = await this.#add(link, opening, sessionId);
    session.open();
    return session;
  }

  /** A copy of a session, of all of it or of what came before an entry; with the prompt that is at that entry. */
  async fork(
    sessionId: string,
    entryId: string | undefined,
    opening: Opening,
  ): Promise<{ readonly session: RpcSession; readonly prompt: string | undefined }> {
    requireAbsolute(opening.cwd);
    const { commandLine, timeouts, log } = this.#options;
    const { cwd, client } = opening;
    try {
      const asker = this.#askerFor(client);
      const sessionPath = await this.#fileOf(sessionId, cwd, asker);
      const { cli: link, prompt } = await startFork({
        family: this.#lookup.family,
        sessionPath,
        entryId,
        start: (more) => {
          const args = [...commandLine.args, ...more];
          const startMs = timeouts.startMs;
          return RpcLink.start({ commandLine: { ...commandLine, args }, cwd, log, startMs, asker });
        },
      });
      return { session: openAfterResponse(await this.#add(link, opening)), prompt };
    } catch (error) {
      throw asRequestError(error);
    }
  }

  /** One page of the stored sessions, those of one folder where `cwd` is given. */
  async list(
    client: AgentContext,
    { cwd, cursor }: { readonly cwd: string | undefined; readonly cursor: string | undefined },
  ): Promise<StoredPage> {
    try {
      const stored = await this.#lookup.stored(cwd ?? process.cwd(), this.#askerFor(client));
      const page = await stored?.list({
        ...(cwd === undefined ? {} : { cwd }),
        ...(cursor === undefined ? {} : { cursor }),
      });
      return page ?? { sessions: [], nextCursor: undefined };
    } catch (error) {
      if (error instanceof RpcGone) throw asRequestError(error);
      throw RequestError.invalidParams(undefined, error instanceof Error ? error.message : String(error));
    }
  }

  async close(sessionId: string): Promise<void> {
    const session = this.get(sessionId);
    this.#sessions.delete(sessionId);
    await session.stop();
  }

  /** Ends everything that was started. */
  async stop(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    await Promise.all([...sessions.map((session) => session.stop()), this.#lookup.stop()]);
  }

  /** A session over a CLI that is ready; the CLI is ended where that fails. */
  async #add(link: RpcLink, opening: Opening, knownAs?: string): Promise<RpcSession> {
    try {
      const options = { ...this.#options, ...opening, capabilities: this.capabilities };
      const session = await RpcSession.over(link, options, knownAs);
      this.#sessions.set(session.id, session);
      return session;
    } catch (error) {
      await link.stop();
      throw error;
    }
  }

  /** What extensions ask before there is a session belongs to the request that opens it. */
  #askerFor(client: AgentContext): Asker {
    return { client, capabilities: this.capabilities, scope: { requestId: client.requestId ?? null } };
  }

  async #fileOf(sessionId: string, cwd: string, asker: Asker): Promise<string> {
    const open = this.#sessions.get(sessionId);
    if (open !== undefined) {
      if (open.file !== undefined) return open.file;
      throw RequestError.invalidRequest(
        undefined,
        'The agent has not stored this session yet. Send a prompt first.',
      );
    }
    const stored = await (await this.#lookup.stored(cwd, asker))?.find(sessionId);
    if (stored === undefined || !existsSync(stored.path)) throw RequestError.resourceNotFound(sessionId);
    return stored.path;
  }
}

function requireAbsolute(cwd: string): void {
  if (!isAbsolute(cwd)) throw RequestError.invalidParams(undefined, 'cwd must be an absolute path');
}

/** Updates follow the response, because only then does the client know the session that they are for. */
function openAfterResponse(session: RpcSession): RpcSession {
  setImmediate(() => session.open());
  return session;
}
