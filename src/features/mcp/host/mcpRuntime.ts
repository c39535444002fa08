// What is known of MCP servers in this window: which sessions were given which, and what each answered.
import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { mcpMessage } from '../core/mcpLabels.ts';
import { usableServers, type McpServer, type McpTransport } from '../../../core/mcp/mcpServerSettings.ts';
import { IDE_SERVER_ID } from '../../../core/mcp/ideServer.ts';
import type { ServerTest } from '../core/serverAnswer.ts';
import { isOnForSession, switchedLike } from '../core/serverSwitches.ts';
import type { CheckedServers } from '../../../core/ports/configuredServers.ts';
import type { Log } from '../../../core/ports/hostPorts.ts';
import type { AgentRedactors } from '../../../core/secrets/agentRedactors.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { AgentSettings } from '../../../host/settings/agentSettings.ts';
import type { McpFiles } from '../../../host/settings/mcpFiles.ts';
import type { EditorTools, ServerSources } from '../../../core/ports/serverSources.ts';
import type { McpResources } from '../../../core/ports/mcpResources.ts';
import type { OpeningSession, PassedServers } from '../../../core/ports/sessionServers.ts';
import { mcpServerSecrets } from '../../../core/secrets/launchSecrets.ts';
import type { NamedValue } from '../../../core/secrets/secretRecognition.ts';
import { askServer } from '../node/askServer.ts';
import { WorkspaceServerHint } from '../../../host/agents/workspaceServerHint.ts';
import { sessionFolder } from '../../../host/settings/settings.ts';
import { LeftOutHint } from './leftOutHint.ts';
import { McpInputs } from './mcpInputs.ts';
import { testText } from './serverStatus.ts';
import { SessionResources } from './sessionResources.ts';
import {
  leftOutReasons,
  onServers,
  ServerCatalog,
  type Catalog,
  type CatalogSession,
} from './serverCatalog.ts';
import { ServerSwitches } from './storedSwitches.ts';

const manifest = z.object({ version: z.string() });

/** `npx` may have to download the server first. */
const TEST_TIMEOUT_SECONDS = 60;

export interface McpOptions {
  readonly context: vscode.ExtensionContext;
  readonly store: SessionStore;
  readonly agentSettings: AgentSettings;
  readonly mcpFiles: McpFiles;
  readonly redactors: AgentRedactors;
  readonly servers: Pick<ServerSources, 'editorTools'>;
  /** The log of an agent. */
  readonly agentLog: (agent: string) => Log;
  /** Called before each start of a process. */
  readonly prepareProcesses: () => Promise<unknown>;
}

/** Which transports an agent takes. */
export type AgentTransports = Readonly<Record<McpTransport, boolean>>;

export class McpRuntime {
  readonly inputs: McpInputs;
  readonly switches: ServerSwitches;
  readonly resources: McpResources;
  readonly #options: McpOptions;
  readonly #catalog: ServerCatalog;
  readonly #workspaceHint = new WorkspaceServerHint();
  readonly #leftOutHint = new LeftOutHint();
  /** By agent, since it opened a session in this window. */
  readonly #transports = new Map<string, AgentTransports>();
  /** The servers that each session was given, by agent and the agent's own id, as text. */
  readonly #passed = new Map<string, string>();
  /** Whether each session was given Parley's own server, by the same text. */
  readonly #hasIdeServer = new Map<string, boolean>();
  /** The servers that any session was to be given, as text. */
  readonly #offered = new Set<string>();
  /** By server, as text. */
  readonly #tests = new Map<string, ServerTest>();

  constructor(options: McpOptions) {
    this.#options = options;
    const { context, agentSettings, mcpFiles: files } = options;
    this.inputs = new McpInputs(context);
    this.switches = new ServerSwitches(context.globalState);
    this.#catalog = new ServerCatalog({ agentSettings, files, inputs: this.inputs, switches: this.switches });
    this.resources = new SessionResources(this, options);
  }

  get editorTools(): EditorTools {
    return this.#options.servers.editorTools;
  }

  /** Never rejects. `asks`: whether the user is asked for values that servers need. */
  async catalog(session: CatalogSession, asks: boolean): Promise<Catalog> {
    const catalog = await this.#catalog.list(session, asks);
    const { redactors } = this.#options;
    const redactor = redactors.of(session.agent);
    for (const { use } of catalog.servers) {
      if (use.kind !== 'on') continue;
      redactor.add(use.expanded);
      redactor.add(mcpServerSecrets([use.server]));
    }
    return catalog;
  }

  /** What a session is to be given. Reports what is left out. */
  async serversOf(
    agent: string,
    { knownAs, roots }: Pick<OpeningSession, 'knownAs' | 'roots'>,
  ): Promise<readonly McpServer[]> {
    const { agentSettings, agentLog } = this.#options;
    const session = { agent, sessionId: knownAs, cwd: roots[0] ?? sessionFolder() };
    const { servers, problems } = await this.catalog(session, true);
    const undecided = servers.flatMap(({ configured: { entry }, use }) =>
      entry !== undefined &&
      use.kind === 'left-out' &&
      use.isUndecided === true &&
      agentSettings.decision(entry) === undefined
        ? [entry]
        : [],
    );
    this.#workspaceHint.show(undecided);
    const log = agentLog(agent);
    const leftOut = leftOutReasons({ servers, problems });
    for (const reason of leftOut) log.warn(reason);
    this.#leftOutHint.show(leftOut);
    const given = onServers({ servers });
    for (const server of given) this.#offered.add(JSON.stringify(server));
    return given;
  }

  passed(agent: string, { sessionId, copyOf, servers, transports }: PassedServers): void {
    this.#transports.set(agent, transports);
    // Not those of Parley's own, which are others for each session.
    const configured = servers.filter((server) => this.#offered.has(JSON.stringify(server)));
    this.#passed.set(sessionText(agent, sessionId), JSON.stringify(configured));
    this.#hasIdeServer.set(sessionText(agent, sessionId), servers.length > configured.length);
    if (copyOf === undefined) return;
    const from = { agent, sessionId: copyOf };
    void this.switches.change((switches) => switchedLike(switches, from, { agent, sessionId }));
  }

  /** Whether Parley's own server is on for a session by the agent's own id, or for one that is not opened yet. */
  hasIdeServer(agent: string, sessionId: string | undefined): boolean {
    return isOnForSession(this.switches.current, { agent, sessionId }, IDE_SERVER_ID);
  }

  /** Undefined before the agent opened a session in this window. */
  transports(agent: string): AgentTransports | undefined {
    return this.#transports.get(agent);
  }

  /** Whether a session that is open uses other servers than it would be given now. */
  isOutdated({ agent, sessionId }: CatalogSession, catalog: Catalog): boolean {
    if (sessionId === undefined) return false;
    const text = sessionText(agent, sessionId);
    const passed = this.#passed.get(text);
    if (passed === undefined) return false;
    const isSame = passed === JSON.stringify(this.#taken(agent, onServers(catalog)));
    const getsIdeServer =
      this.editorTools.isOfferedTo(agent) &&
      this.#transports.get(agent)?.stdio !== false &&
      this.hasIdeServer(agent, sessionId);
    return !isSame || this.#hasIdeServer.get(text) !== getsIdeServer;
  }

  async serversForCheck(agent: string): Promise<CheckedServers> {
    const session = { agent, sessionId: undefined, cwd: sessionFolder() };
    const catalog = await this.catalog(session, false);
    return { servers: onServers(catalog), problems: leftOutReasons(catalog) };
  }

  async secrets(agent: string): Promise<readonly NamedValue[]> {
    const { servers } = await this.catalog({ agent, sessionId: undefined, cwd: sessionFolder() }, false);
    return servers.flatMap(({ use }) =>
      use.kind === 'on' ? [...use.expanded, ...mcpServerSecrets([use.server])] : [],
    );
  }

  /** What a server answered the last time it was asked. */
  lastTest(server: McpServer): ServerTest | undefined {
    return this.#tests.get(JSON.stringify(server));
  }

  /** What the servers of an agent's sessions answered, by name, in one line; without secrets. */
  async answers(agent: string): Promise<ReadonlyMap<string, string>> {
    const session = { agent, sessionId: undefined, cwd: sessionFolder() };
    const redactor = this.#options.redactors.of(agent);
    const answers = onServers(await this.catalog(session, false)).map((server) => {
      const text = mcpMessage(redactor.text(testText(this.lastTest(server))));
      return [server.name, text] as const;
    });
    return new Map(answers.filter(([, text]) => text !== ''));
  }

  /** Connects to a server and asks what it has. Never rejects. */
  async test(server: McpServer, cwd: string, signal: AbortSignal): Promise<ServerTest> {
    const { prepareProcesses } = this.#options;
    await prepareProcesses();
    const request = { server, cwd, signal, timeoutSeconds: TEST_TIMEOUT_SECONDS, version: this.version };
    const test: ServerTest = await askServer(request).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    );
    if (!signal.aborted) this.#tests.set(JSON.stringify(server), test);
    return test;
  }

  /** Parley's own. */
  get version(): string {
    return manifest.parse(this.#options.context.extension.packageJSON).version;
  }

  #taken(agent: string, servers: readonly McpServer[]): readonly McpServer[] {
    const transports = this.#transports.get(agent);
    if (transports === undefined) return servers;
    return usableServers(servers, transports).filter((server) => 'type' in server || transports.stdio);
  }
}

function sessionText(agent: string, sessionId: string): string {
  return JSON.stringify([agent, sessionId]);
}
