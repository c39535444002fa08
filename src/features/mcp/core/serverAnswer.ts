// What an MCP server answered when Parley connected to it itself: bounded, and untrusted text.
export interface ServerItem {
  readonly name: string;
  readonly description: string;
}

export interface ServerAnswer {
  readonly name: string;
  readonly version: string;
  readonly durationMs: number;
  readonly tools: readonly ServerItem[];
  readonly resources: readonly ServerItem[];
  readonly prompts: readonly ServerItem[];
}

/** The last answer of a server, or why there is none. */
export type ServerTest = { readonly answer: ServerAnswer } | { readonly error: string };
