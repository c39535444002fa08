// What a workspace file and folders want to add to the user's agents, MCP servers and default agent.
import * as z from 'zod/mini';
import type { McpInput } from '../mcp/mcpInput.ts';
import { inputsOf, isMcpServerSetting } from '../mcp/serverSettingSchema.ts';
import { isAgentSetting } from './agentSettings.ts';
import { settingsStrings } from './settingsStrings.ts';

export type EntryKind = 'agent' | 'mcpServer' | 'defaultAgent';

/** The workspace file or folder that an entry is from. */
export interface EntrySource {
  /** The workspace file or the folder. */
  readonly uri: string;
  /** The absolute path of the workspace file or the folder. */
  readonly path: string;
  /** The folder that `${workspaceFolder}` means in its entries; absolute. */
  readonly folder: string;
  /** Whether it is VS Code's description of MCP servers, and not a setting of Parley. */
  readonly isMcpFile?: boolean;
}

/** One thing that a workspace wants to add. It counts for nothing until the user has allowed its content. */
export interface WorkspaceEntry {
  readonly kind: EntryKind;
  /** The name of the agent or server; of a default agent the agent that it names. */
  readonly name: string;
  /** As the workspace gives it; outside data that has the form that its kind needs. */
  readonly setting: unknown;
  readonly source: EntrySource;
  /** What an MCP server has the user enter. */
  readonly inputs: readonly McpInput[];
  /** All that the entry says, in one spelling: what the user allows or refuses. */
  readonly content: string;
}

/** What the settings of the workspace file or of a folder say; outside data. */
export interface SourceSettings {
  readonly source: EntrySource;
  readonly value: unknown;
  /** What the same place has the user enter for MCP servers. */
  readonly inputs?: readonly McpInput[];
}

export interface WorkspaceSettings {
  readonly agents: readonly SourceSettings[];
  readonly mcpServers: readonly SourceSettings[];
  readonly defaultAgent: readonly SourceSettings[];
}

/** The names that the user's own settings, or Parley, give a meaning: a workspace can neither change nor extend it. */
export interface UserNames {
  readonly agents: ReadonlySet<string>;
  readonly mcpServers: ReadonlySet<string>;
}

/** A server of a workspace that is not used because the user's own has its name. */
type TakenServer = Pick<WorkspaceEntry, 'name' | 'setting' | 'source'>;

export interface WorkspaceEntries {
  readonly entries: readonly WorkspaceEntry[];
  readonly taken: readonly TakenServer[];
  readonly ignored: readonly IgnoredEntry[];
}

/** A part that is not used. */
export interface IgnoredEntry extends Pick<WorkspaceEntry, 'kind' | 'source'> {
  /** A sentence that says why. */
  readonly reason: string;
  /** Whether it is because the name means something of the user's or Parley's. */
  readonly isNameTaken: boolean;
}

/** More than can be reviewed is not offered. */
const MAX_NAME_LENGTH = 100;
const MAX_CONTENT_LENGTH = 20_000;
const MAX_ENTRIES_PER_SOURCE = 100;

const table = z.record(z.string(), z.unknown());

/** What the workspace wants to add, in the order of the sources. Never throws. */
export function workspaceEntries(workspace: WorkspaceSettings, user: UserNames): WorkspaceEntries {
  const entries: WorkspaceEntry[] = [];
  const ignored: IgnoredEntry[] = [];
  const takenServers: TakenServer[] = [];
  const add = (
    kind: EntryKind,
    name: string,
    setting: unknown,
    { source, inputs = [] }: SourceSettings,
  ): void => {
    const entry = entryOf(kind, name, setting, source, inputs);
    if (typeof entry === 'string') ignored.push({ kind, source, reason: entry, isNameTaken: false });
    else entries.push(entry);
  };
  const addTable = (kind: 'agent' | 'mcpServer', place: SourceSettings, taken: ReadonlySet<string>): void => {
    const parsed = table.safeParse(place.value);
    if (!parsed.success) return;
    for (const [name, setting] of Object.entries(parsed.data).slice(0, MAX_ENTRIES_PER_SOURCE)) {
      if (!taken.has(name)) add(kind, name, setting, place);
      else {
        const { source } = place;
        if (kind === 'mcpServer') takenServers.push({ name, setting, source });
        const reason = settingsStrings.nameIsTaken(name.slice(0, MAX_NAME_LENGTH));
        ignored.push({ kind, source, reason, isNameTaken: true });
      }
    }
  };
  for (const each of workspace.agents) addTable('agent', each, user.agents);
  for (const each of workspace.mcpServers) addTable('mcpServer', each, user.mcpServers);
  for (const place of workspace.defaultAgent) {
    const { value } = place;
    if (typeof value === 'string' && value !== '') add('defaultAgent', value, value, place);
  }
  return { entries, taken: takenServers, ignored };
}

function entryOf(
  kind: EntryKind,
  name: string,
  setting: unknown,
  source: EntrySource,
  inputs: readonly McpInput[],
): WorkspaceEntry | string {
  const shortName = name.slice(0, MAX_NAME_LENGTH);
  if (!isUsable(kind, setting)) return settingsStrings.workspaceEntryInvalid(shortName);
  // The folder is a part of what is allowed: with another one the same command line runs another program.
  const used = kind === 'mcpServer' ? inputsOf(setting, inputs) : [];
  const content = contentOf([kind, name, setting, source.folder, ...(used.length === 0 ? [] : [used])]);
  if (name !== shortName || content === undefined) return settingsStrings.workspaceEntryTooLong(shortName);
  return { kind, name, setting, source, inputs: used, content };
}

function isUsable(kind: EntryKind, setting: unknown): boolean {
  if (kind === 'agent') return isAgentSetting(setting);
  return kind === 'defaultAgent' || isMcpServerSetting(setting);
}

/** The same text for the same content, whatever the order of its keys; undefined where it is too long or too deep. */
function contentOf(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value, sortedKeys);
    return text.length > MAX_CONTENT_LENGTH ? undefined : text;
  } catch {
    return undefined;
  }
}

function sortedKeys(_key: string, value: unknown): unknown {
  const parsed = z.record(z.string(), z.unknown()).safeParse(value);
  if (!parsed.success) return value;
  return Object.fromEntries(Object.entries(parsed.data).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What the user said of an entry; undefined until asked. */
export type EntryDecision = 'allowed' | 'refused' | undefined;

/**
 * Of several entries of one kind and name the one that counts: the first that the user allowed, else the first that
 * was not decided, else the first.
 */
export function entryThatCounts(
  entries: readonly WorkspaceEntry[],
  decision: (entry: WorkspaceEntry) => EntryDecision,
): WorkspaceEntry | undefined {
  return (
    entries.find((entry) => decision(entry) === 'allowed') ??
    entries.find((entry) => decision(entry) === undefined) ??
    entries[0]
  );
}
