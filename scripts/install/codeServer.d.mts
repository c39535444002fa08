// Types of codeServer.mjs for the tests.
export interface CodeServer {
  /** Path of the Node that runs it. */
  readonly node: string;
  readonly entry: string;
  readonly serverMain: string;
}
export function ensureCodeServer(): Promise<CodeServer>;
export function linkUsedExtensions(folder: string, others?: readonly string[]): void;
