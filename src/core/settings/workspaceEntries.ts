// What a workspace file and folders want to add to the user's agents, MCP servers and default agent.
import * as z from 'zod/mini';
import { isAgentSetting } from './agentSettings.ts';
import { isMcpServerSetting } from './mcpServerSettings.ts';
import { settingsStrings } from './settingsStrings.ts';

export type EntryKind = 'agent' | 'mcpServer' | 'defaultAgent';

/** The workspace file or folder that an entry is from. */
export interface EntrySource {
  /** Of the workspace file or the folder. */
  readonly uri: string;
  /** Of the workspace file or the folder; absolute. */
  readonly path: string;
  /** The folder that `${workspaceFolder}` means in its entries; absolute. */
  readonly folder: string;
}

/** One thing that a workspace wants to add. It counts for nothing until the user has allowed its content. */
export interface WorkspaceEntry {
  readonly kind: EntryKind;
  /** The name of the agent or server; of a default agent the agent that it names. */
  readonly name: string;
  /** As the workspace gives it; outside data that has the form that its kind needs. */
  readonly setting: unknown;
  readonly source: EntrySource;
  /** All that the entry says, in one spelling: what the user allows or refuses. */
  readonly content: string;
}

/** What the settings of the workspace file or of a folder say; outside data. */
export interface SourceSettings {
  readonly source: EntrySource;
  readonly value: unknown;
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

export interface WorkspaceEntries {
  readonly entries: readonly WorkspaceEntry[];
  /** A sentence for each part that is not used. */
  readonly ignored: readonly string[];
}

/** More than can be reviewed is not offered. */
const MAX_NAME_LENGTH = 100;
const MAX_CONTENT_LENGTH = 20_000;
const MAX_ENTRIES_PER_SOURCE = 100;

const table = z.record(z.string(), z.unknown());

/** What the workspace wants to add, in the order of the sources. Never throws. */
export function workspaceEntries(workspace: WorkspaceSettings, user: UserNames): WorkspaceEntries {
  const entries: WorkspaceEntry[] = [];
  const ignored: string[] = [];
  const add = (kind: EntryKind, name: string, setting: unknown, source: EntrySource): void => {
    const entry = entryOf(kind, name, setting, source);
    if (typeof entry === 'string') ignored.push(entry);
    else entries.push(entry);
  };
  const addTable = (
    kind: 'agent' | 'mcpServer',
    { source, value }: SourceSettings,
    taken: ReadonlySet<string>,
  ): void => {
    const parsed = table.safeParse(value);
    if (!parsed.success) return;
    for (const [name, setting] of Object.entries(parsed.data).slice(0, MAX_ENTRIES_PER_SOURCE)) {
      if (taken.has(name)) ignored.push(settingsStrings.nameIsTaken(name.slice(0, MAX_NAME_LENGTH)));
      else add(kind, name, setting, source);
    }
  };
  for (const each of workspace.agents) addTable('agent', each, user.agents);
  for (const each of workspace.mcpServers) addTable('mcpServer', each, user.mcpServers);
  for (const { source, value } of workspace.defaultAgent) {
    if (typeof value === 'string' && value !== '') add('defaultAgent', value, value, source);
  }
  return { entries, ignored };
}

function entryOf(
  kind: EntryKind,
  name: string,
  setting: unknown,
  source: EntrySource,
): WorkspaceEntry | string {
  const shortName = name.slice(0, MAX_NAME_LENGTH);
  if (!isUsable(kind, setting)) return settingsStrings.workspaceEntryInvalid(shortName);
  // The folder is a part of what is allowed: with another one the same command line runs another program.
  const content = contentOf([kind, name, setting, source.folder]);
  if (name !== shortName || content === undefined) return settingsStrings.workspaceEntryTooLong(shortName);
  return { kind, name, setting, source, content };
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
