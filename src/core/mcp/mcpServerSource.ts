// The MCP servers that are configured in any place, and which of several with one name counts.
import type { WorkspaceEntry } from '../settings/workspaceEntries.ts';
import type { ServerEntry } from './mcpServerSettings.ts';

/** Where a server is described. */
export type ServerSource =
  | { readonly kind: 'user-setting' }
  | { readonly kind: 'user-file'; readonly path: string }
  /** A workspace file, a folder's settings, or the `mcp.json` of a folder. */
  | { readonly kind: 'workspace'; readonly path: string; readonly isMcpFile: boolean };

/** A server that is configured; whether sessions are given it is another question. */
export interface ConfiguredServer extends ServerEntry {
  /** The same in every window, and another one for each source. */
  readonly id: string;
  readonly source: ServerSource;
  /** What `${workspaceFolder}` means in it; undefined: the folder of the session. */
  readonly folder: string | undefined;
  /** What the user decides about, where a workspace describes it. */
  readonly entry: WorkspaceEntry | undefined;
  /** The label of the place whose server of this name is used instead. */
  readonly shadowedBy: ServerSource | undefined;
}

/** An id for what is stored about a server. */
export function serverId(source: ServerSource, name: string): string {
  return JSON.stringify(
    source.kind === 'user-setting' ? [source.kind, name] : [source.kind, source.path, name],
  );
}

/** Whether VS Code's own settings about MCP servers hold for it. */
export function isOfVsCode({ source }: Pick<ConfiguredServer, 'source'>): boolean {
  return source.kind === 'user-file' || (source.kind === 'workspace' && source.isMcpFile);
}
