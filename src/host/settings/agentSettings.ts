// The agents, MCP servers and default agent that hold: the user's own, and what of the workspace the user has allowed.
import * as z from 'zod/mini';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import { ownValue } from '../../core/base/ownValue.ts';
import type { McpInput } from '../../core/mcp/mcpInput.ts';
import { serverId, type ConfiguredServer, type ServerSource } from '../../core/mcp/mcpServerSource.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import {
  entryThatCounts,
  workspaceEntries,
  type EntryDecision,
  type EntryKind,
  type EntrySource,
  type IgnoredEntry,
  type SourceSettings,
  type WorkspaceEntries,
  type WorkspaceEntry,
} from '../../core/settings/workspaceEntries.ts';
import type { McpFilesView, ReadMcpFile } from './mcpFiles.ts';
import { onSettingsChange, readUserSetting, readWorkspaceValues } from '../contributions/settings.ts';
import type { WorkspaceValue } from '../contributions/settingAccess.ts';
import type { EntryDecisions } from './entryDecisions.ts';
import { configuredAgents, DEMO_AGENT } from './settings.ts';

/** An agent of the settings. */
export interface ConfiguredAgent {
  readonly name: string;
  /** Where the workspace defines it; undefined for the user's own. */
  readonly entry: WorkspaceEntry | undefined;
}

/** Settings of one place, and the folder that `${workspaceFolder}` means there; undefined: that of the session. */
interface PlacedSetting {
  readonly setting: unknown;
  readonly folder: string | undefined;
}

/** What the settings say of one agent. */
export type FoundAgent = PlacedSetting | { readonly toReview: WorkspaceEntry } | undefined;

/** The setting of MCP servers, as the feature that has it reads it. */
export interface ServersSetting {
  ofUser(): unknown;
  ofWorkspace(): readonly WorkspaceValue[];
  readonly onChange: Event<void>;
}

/** Reads the settings anew whenever it is asked, so that what was allowed is what is used. */
export class AgentSettings implements Disposable {
  readonly decisions: EntryDecisions;
  readonly #log: Log;
  readonly #files: McpFilesView;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #logged = new Set<string>();
  #servers: Pick<ServersSetting, 'ofUser' | 'ofWorkspace'> = { ofUser: () => ({}), ofWorkspace: () => [] };

  /** Fires when agents, MCP servers or the default agent may be others. */
  readonly onChange: Event<void> = this.#changed.event;

  constructor(decisions: EntryDecisions, log: Log, files: McpFilesView) {
    this.decisions = decisions;
    this.#log = log;
    this.#files = files;
    this.#owned.add(files.onChange(() => this.#changed.fire()));
    this.#owned.add(decisions);
    this.#owned.add(decisions.onChange(() => this.#changed.fire()));
    this.#owned.add(
      onSettingsChange((affects) => {
        if (affects('agents') || affects('defaultAgent')) this.#changed.fire();
      }),
    );
  }

  /** What reads the setting of MCP servers; without it there are none but those of files. */
  readServersFrom(setting: ServersSetting): void {
    this.#servers = setting;
    this.#owned.add(setting.onChange(() => this.#changed.fire()));
  }

  /** The user's agents as they wrote them, then those of the workspace, whether they are allowed or not. */
  get agents(): readonly ConfiguredAgent[] {
    const ofUser = configuredAgents().map((name) => ({ name, entry: undefined }));
    return [...ofUser, ...this.#counting('agent').map((entry) => ({ name: entry.name, entry }))];
  }

  /** The user's setting of an agent, else that of the workspace, which may have to be reviewed first. */
  agent(name: string): FoundAgent {
    const setting = ownValue(readUserSetting('agents'), name);
    if (setting !== undefined) return { setting, folder: undefined };
    const entry = this.#counting('agent').find((each) => each.name === name);
    if (entry === undefined) return undefined;
    return this.decision(entry) === 'allowed' ? placed(entry) : { toReview: entry };
  }

  /** How an agent is started, as text to compare; undefined when it may not be. */
  agentText(name: string): string | undefined {
    const found = this.agent(name);
    return found === undefined || 'toReview' in found ? undefined : JSON.stringify(found);
  }

  /** The MCP servers that may be used: the user's own, and what is allowed of the workspace. */
  mcpServers(): readonly ConfiguredServer[] {
    return this.allMcpServers().filter(
      ({ entry, shadowedBy }) =>
        shadowedBy === undefined && (entry === undefined || this.decision(entry) === 'allowed'),
    );
  }

  /** The MCP servers of every place, also those that are not used. Of several with one name one counts. */
  allMcpServers(): readonly ConfiguredServer[] {
    const ofSetting = userServers(this.#servers.ofUser(), { kind: 'user-setting' }, []);
    const names = new Set(ofSetting.map(({ name }) => name));
    const ofFile = this.#userFiles().flatMap(({ path, config }) =>
      userServers(config.servers, { kind: 'user-file', path }, config.inputs).map((server) =>
        names.has(server.name) ? { ...server, shadowedBy: { kind: 'user-setting' as const } } : server,
      ),
    );
    const { entries, taken } = this.#workspace();
    const counting = this.#counting('mcpServer');
    const ofWorkspace = entries
      .filter(({ kind }) => kind === 'mcpServer')
      .map((entry) => workspaceServer(entry, counting));
    const user = [...ofSetting, ...ofFile];
    const shadowed = taken.map(({ name, setting, source }) => ({
      ...placedServer(name, setting, source),
      shadowedBy: user.find((server) => server.name === name)?.source,
    }));
    return [...user, ...ofWorkspace, ...shadowed];
  }

  /** What of the workspace cannot be an MCP server. */
  ignoredServers(): readonly IgnoredEntry[] {
    return this.#workspace().ignored.filter(({ kind, isNameTaken }) => kind === 'mcpServer' && !isNameTaken);
  }

  /** The MCP servers that are left out because the user has not decided yet. */
  undecidedServers(): readonly WorkspaceEntry[] {
    return this.#counting('mcpServer').filter((entry) => this.decision(entry) === undefined);
  }

  /**
   * The agent of a new session that names none: the one that the workspace names, where the user has allowed that and
   * it can be started; else the user's default, else their first, else the demo agent.
   */
  get defaultAgent(): string {
    const named = this.#entries('defaultAgent').find(
      (entry) => this.decision(entry) === 'allowed' && this.#canStart(entry.name),
    );
    return named?.name ?? (readUserSetting('defaultAgent') || (configuredAgents()[0] ?? DEMO_AGENT));
  }

  /** All that the workspace wants to add, in the order of kinds and sources. */
  get entries(): readonly WorkspaceEntry[] {
    return (['agent', 'mcpServer', 'defaultAgent'] as const).flatMap((kind) => this.#entries(kind));
  }

  decision(entry: WorkspaceEntry): EntryDecision {
    return this.decisions.of(entry);
  }

  /** What the user said of an agent; their own are allowed. */
  decisionOf({ entry }: ConfiguredAgent): EntryDecision {
    return entry === undefined ? 'allowed' : this.decision(entry);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #canStart(name: string): boolean {
    return name === DEMO_AGENT || this.agentText(name) !== undefined;
  }

  /** One entry for each name. */
  #counting(kind: EntryKind): readonly WorkspaceEntry[] {
    const entries = this.#entries(kind);
    return [...new Set(entries.map(({ name }) => name))].flatMap((name) => {
      const same = entries.filter((entry) => entry.name === name);
      return entryThatCounts(same, (entry) => this.decision(entry)) ?? [];
    });
  }

  #userFiles(): readonly ReadMcpFile[] {
    return this.#files.current.filter(({ folder }) => folder === undefined);
  }

  #workspace(): WorkspaceEntries {
    const files = this.#files.current.flatMap(({ uri, path, folder, config: { servers, inputs } }) =>
      folder === undefined
        ? []
        : [{ source: { uri, path, folder, isMcpFile: true }, value: servers, inputs }],
    );
    const ofUser = [
      ...Object.keys(this.#servers.ofUser() ?? {}),
      ...this.#userFiles().flatMap(({ config }) => Object.keys(config.servers)),
    ];
    return workspaceEntries(
      {
        agents: sourceSettings(readWorkspaceValues('agents')),
        mcpServers: [...sourceSettings(this.#servers.ofWorkspace()), ...files],
        defaultAgent: sourceSettings(readWorkspaceValues('defaultAgent')),
      },
      { agents: new Set([DEMO_AGENT, ...configuredAgents()]), mcpServers: new Set(ofUser) },
    );
  }

  #entries(kind: EntryKind): readonly WorkspaceEntry[] {
    const { entries, ignored } = this.#workspace();
    for (const { reason } of ignored) {
      if (this.#logged.has(reason)) continue;
      this.#logged.add(reason);
      this.#log.warn(reason);
    }
    return entries.filter((entry) => entry.kind === kind);
  }
}

function userServers(
  table: unknown,
  source: ServerSource,
  inputs: readonly McpInput[],
): readonly ConfiguredServer[] {
  const entries = z.record(z.string(), z.unknown()).safeParse(table ?? {}).data ?? {};
  return Object.entries(entries).map(([name, setting]) => ({
    id: serverId(source, name),
    name,
    setting,
    inputs,
    source,
    folder: undefined,
    entry: undefined,
    shadowedBy: undefined,
  }));
}

function workspaceServer(entry: WorkspaceEntry, counting: readonly WorkspaceEntry[]): ConfiguredServer {
  const { name, setting, source, inputs } = entry;
  const used = counting.find((each) => each.name === name);
  const isUsed = used === undefined || (used.source.uri === source.uri && used.content === entry.content);
  return {
    ...placedServer(name, setting, source),
    inputs,
    entry,
    shadowedBy: isUsed ? undefined : sourceOf(used.source),
  };
}

function placedServer(name: string, setting: unknown, place: EntrySource): ConfiguredServer {
  const source = sourceOf(place);
  return {
    id: serverId(source, name),
    name,
    setting,
    inputs: [],
    source,
    folder: place.folder,
    entry: undefined,
    shadowedBy: undefined,
  };
}

function sourceOf({ path, isMcpFile = false }: EntrySource): ServerSource {
  return { kind: 'workspace', path, isMcpFile };
}

function placed({ setting, source }: WorkspaceEntry): PlacedSetting {
  return { setting, folder: source.folder };
}

function sourceSettings(values: readonly WorkspaceValue[]): readonly SourceSettings[] {
  return values.map(({ value, ...source }) => ({ source, value }));
}
