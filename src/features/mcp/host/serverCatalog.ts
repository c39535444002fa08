// Every MCP server that is configured, and for one session of an agent whether it is given that server, and why not.
import * as vscode from 'vscode';
import type { McpInput } from '../../../core/mcp/mcpInput.ts';
import { isMcpServerSetting } from '../../../core/mcp/serverSettingSchema.ts';
import {
  resolveServer,
  transportOfSetting,
  writtenIdentity,
  type McpServer,
  type McpTransport,
  type ResolvedServer,
  type ServerEnvironment,
} from '../../../core/mcp/mcpServerSettings.ts';
import {
  policyVerdict,
  type McpPolicy,
  type PolicyVerdict,
  type ServerIdentity,
} from '../../../core/mcp/mcpPolicy.ts';
import { isOfVsCode, type ConfiguredServer } from '../../../core/mcp/mcpServerSource.ts';
import { sourceLabel } from '../core/mcpLabels.ts';
import { mcpStrings } from '../../../core/mcp/mcpStrings.ts';
import { isOnForAgent, isOnForSession, type SwitchedSession } from '../core/serverSwitches.ts';
import type { NamedValue } from '../../../core/secrets/secretRecognition.ts';
import { machineEnvironment, type MachineEnvironment } from '../node/serverEnvironment.ts';
import { ownValue } from '../../../core/base/ownValue.ts';
import { readRawUserSetting } from './mcpSettings.ts';
import type { AgentSettings } from '../../../host/settings/agentSettings.ts';
import type { McpFiles } from '../../../host/settings/mcpFiles.ts';
import type { McpInputs } from './mcpInputs.ts';
import { readMcpPolicy } from './mcpPolicySettings.ts';
import { mcpUiStrings } from './mcpUiStrings.ts';
import type { ServerSwitches } from './storedSwitches.ts';

export interface ServerCatalogOptions {
  readonly agentSettings: AgentSettings;
  readonly files: Pick<McpFiles, 'current' | 'refresh'>;
  readonly inputs: Pick<McpInputs, 'stored' | 'value'>;
  readonly switches: ServerSwitches;
}

/** What becomes of a server in a session. */
export type ServerUse =
  | { readonly kind: 'on'; readonly server: McpServer; readonly expanded: readonly NamedValue[] }
  | { readonly kind: 'off' }
  | {
      readonly kind: 'left-out';
      /** A sentence. */
      readonly reason: string;
      /** Whether the user did nothing to have it left out, so that it is to be reported. */
      readonly isReported: boolean;
      /** The input that has no value. */
      readonly missing?: McpInput;
      /** Whether the user decides about it. */
      readonly isUndecided?: boolean;
    };

export interface CataloguedServer {
  readonly configured: ConfiguredServer;
  /** Undefined where the entry has no usable form. */
  readonly transport: McpTransport | undefined;
  readonly isOnForAgent: boolean;
  readonly isOnForSession: boolean;
  readonly use: ServerUse;
}

export interface CatalogSession extends SwitchedSession {
  /** Absolute. */
  readonly cwd: string;
}

export interface Catalog {
  readonly servers: readonly CataloguedServer[];
  /** For each part of a file or setting that cannot be used. */
  readonly problems: readonly CatalogProblem[];
}

interface CatalogProblem {
  /** A sentence. */
  readonly text: string;
  /** The file that has it, absolute; undefined: the user's setting. */
  readonly path: string | undefined;
}

/** Reads files and settings anew whenever it is asked. */
export class ServerCatalog {
  readonly #options: ServerCatalogOptions;

  constructor(options: ServerCatalogOptions) {
    this.#options = options;
  }

  /** Never rejects. `asks`: whether the user is asked for values that servers need. */
  async list(session: CatalogSession, asks: boolean): Promise<Catalog> {
    const { agentSettings, files } = this.#options;
    const [machine] = await Promise.all([machineEnvironment(), files.refresh()]);
    const policy = readMcpPolicy();
    const servers: CataloguedServer[] = [];
    for (const configured of agentSettings.allMcpServers()) {
      servers.push(await this.#catalogued(configured, { session, asks, machine, policy }));
    }
    const raw = readRawUserSetting('mcpServers') ?? {};
    const isTable = typeof raw === 'object' && !Array.isArray(raw);
    const problems = files.current.flatMap(({ path, config }) =>
      config.problems.map((text) => ({ text, path })),
    );
    const ofSetting = isTable ? [] : [{ text: mcpStrings.settingNotObject(), path: undefined }];
    const ofWorkspace = agentSettings.ignoredServers().map(({ reason, source }) => ({
      text: reason,
      path: source.isMcpFile === true ? source.path : undefined,
    }));
    return { servers, problems: [...ofSetting, ...problems, ...ofWorkspace] };
  }

  async #catalogued(configured: ConfiguredServer, request: CatalogRequest): Promise<CataloguedServer> {
    const { session } = request;
    const switches = this.#options.switches.current;
    return {
      configured,
      transport: transportOfSetting(configured.setting),
      isOnForAgent: isOnForAgent(switches, session.agent, configured.id),
      isOnForSession: isOnForSession(switches, session, configured.id),
      use: await this.#use(configured, isOnForSession(switches, session, configured.id), request),
    };
  }

  async #use(configured: ConfiguredServer, isOn: boolean, request: CatalogRequest): Promise<ServerUse> {
    const { policy } = request;
    const { name, setting, shadowedBy, entry } = configured;
    if (shadowedBy !== undefined) {
      return leftOut(mcpUiStrings.shadowed(sourceLabel(shadowedBy)));
    }
    const written = this.#verdict(policy, configured, writtenIdentity(name, setting), 'written');
    if (written !== undefined) return leftOut(verdictText(written));
    const decision = entry === undefined ? 'allowed' : this.#options.agentSettings.decision(entry);
    if (decision === undefined) return { ...leftOut(mcpUiStrings.undecided()), isUndecided: true };
    if (decision === 'refused') return { ...leftOut(mcpUiStrings.refused()), isUndecided: true };
    if (!isOn) return { kind: 'off' };
    const resolved = await this.#resolve(configured, request);
    if ('problem' in resolved) {
      const { problem, missing } = resolved;
      return { ...leftOut(problem), isReported: true, ...(missing === undefined ? {} : { missing }) };
    }
    const verdict = this.#verdict(policy, configured, resolved.identity, 'resolved');
    if (verdict !== undefined) return leftOut(verdictText(verdict));
    return { kind: 'on', server: resolved.server, expanded: resolved.expanded };
  }

  /** Before variables are replaced, an address with one in it is compared with no list of allowed ones. */
  #verdict(
    policy: McpPolicy,
    configured: ConfiguredServer,
    identity: ServerIdentity,
    phase: 'written' | 'resolved',
  ): PolicyVerdict {
    if (!isOfVsCode(configured)) return undefined;
    // A repository can write what it likes: only what VS Code itself installed for the user is known to be installed.
    const isFromRegistry =
      configured.source.kind === 'user-file' && Boolean(ownValue(tableOf(configured.setting), 'gallery'));
    const verdict = policyVerdict(policy, identity, isFromRegistry);
    const isOpen = phase === 'written' && verdict === 'not-allowed' && isMcpServerSetting(configured.setting);
    return isOpen && JSON.stringify(configured.setting).includes('${') ? undefined : verdict;
  }

  #resolve(
    configured: ConfiguredServer,
    { session, asks, machine }: CatalogRequest,
  ): Promise<ResolvedServer> {
    const { name, source, folder } = configured;
    const { inputs } = this.#options;
    const file = source.kind === 'user-setting' ? '' : source.path;
    const environment: ServerEnvironment = {
      ...machine,
      workspaceFolder: folder ?? session.cwd,
      folderNamed: (wanted) =>
        vscode.workspace.workspaceFolders?.find((each) => each.name === wanted)?.uri.fsPath,
      setting: userSettingText,
      input: (input) => (asks ? inputs.value({ file, server: name }, input) : inputs.stored(file, input)),
    };
    return resolveServer(configured, environment);
  }
}

/** The servers that are on. */
/** What the user is told of servers that are not given, and of parts of files that are not used. */
export function leftOutReasons({ servers, problems }: Catalog): readonly string[] {
  const reasons = servers.flatMap(({ use }) =>
    use.kind === 'left-out' && use.isReported ? [use.reason] : [],
  );
  return [...problems.map(({ text }) => text), ...reasons];
}

export function onServers({ servers }: Pick<Catalog, 'servers'>): readonly McpServer[] {
  return servers.flatMap(({ use }) => (use.kind === 'on' ? [use.server] : []));
}

interface CatalogRequest {
  readonly session: CatalogSession;
  readonly asks: boolean;
  readonly machine: MachineEnvironment;
  readonly policy: McpPolicy;
}

function leftOut(reason: string): Extract<ServerUse, { kind: 'left-out' }> {
  return { kind: 'left-out', reason, isReported: false };
}

function verdictText(verdict: NonNullable<PolicyVerdict>): string {
  switch (verdict) {
    case 'no-access':
      return mcpStrings.noAccess();
    case 'not-from-registry':
      return mcpStrings.notFromRegistry();
    case 'denied':
      return mcpStrings.denied();
    case 'not-allowed':
      return mcpStrings.notAllowed();
  }
}

function tableOf(setting: unknown): Readonly<Record<string, unknown>> {
  return typeof setting === 'object' && setting !== null ? { ...setting } : {};
}

/**
 * A setting of VS Code as text, as the user has it; undefined where it is a list or a table. What a workspace sets does
 * not count: it would choose what is executed, or change it after the user has reviewed the entry.
 */
function userSettingText(name: string): string | undefined {
  const { globalValue, defaultValue } = vscode.workspace.getConfiguration().inspect<unknown>(name) ?? {};
  const value = globalValue ?? defaultValue;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
