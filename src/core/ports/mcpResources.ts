// The resources of MCP servers, as prompts can mention them.
import type { AbortSignalLike } from '../base/abort.ts';

/** What a server lists; untrusted text. */
export interface McpResource {
  /** The name of the server. */
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly sizeBytes?: number;
}

export type McpResourceContent =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  /** Base64. */
  | { readonly uri: string; readonly mimeType?: string; readonly blob: string };

export interface McpResources {
  /**
   * The resources of the servers that are on for a session (its key in the store). A server that cannot be used is a
   * sentence in `problems`; never rejects.
   */
  list(
    sessionKey: string,
    signal: AbortSignalLike,
  ): Promise<{ readonly resources: readonly McpResource[]; readonly problems: readonly string[] }>;
  /** What a resource holds. Rejects with a ParleyError that says why it cannot be read. */
  read(
    sessionKey: string,
    server: string,
    uri: string,
    signal: AbortSignalLike,
  ): Promise<readonly McpResourceContent[]>;
}
