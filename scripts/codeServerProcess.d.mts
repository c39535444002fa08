// Types of codeServerProcess.mjs for the tests.
import type { CodeServer } from './install/codeServer.mjs';

export interface CodeServerDirectories {
  readonly userDataDirectory: string;
  readonly extensionsDirectory: string;
}

export interface CodeServerOptions extends CodeServerDirectories {
  /** File that receives the server's output. */
  readonly log: string;
  /** Default: a free one. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether folders are untrusted until the user trusts them; default: all are trusted. */
  readonly asksForTrust?: boolean;
  /** Folder of the built-in extensions; default: all that code-server has. */
  readonly builtInExtensions?: string;
  /** Milliseconds until it must answer; default 60,000. */
  readonly startTimeout?: number;
}

export interface RunningCodeServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /** Everything that the server runs is below this process. */
  readonly pid: number;
  /** Resolves when the server has ended on its own or by stop(). */
  readonly ended: Promise<unknown>;
  /** Ends it with everything below it. The same happens when this process ends in any other way. */
  stop(): Promise<void>;
}

export const quietSettings: Readonly<Record<string, unknown>>;
export const quietMachineSettings: Readonly<Record<string, unknown>>;
export function freePort(): Promise<number>;
export function startCodeServer(
  codeServer: CodeServer,
  options: CodeServerOptions,
): Promise<RunningCodeServer>;
export function startTestServer(
  codeServer: CodeServer,
  options: CodeServerOptions,
): Promise<RunningCodeServer>;
export function installExtension(
  codeServer: CodeServer,
  vsix: string,
  directories: CodeServerDirectories,
): Promise<void>;
export function logsDirectory(userDataDirectory: string): string;
