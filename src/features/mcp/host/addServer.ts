// Asks for the command or the URL of an MCP server and for its name, and writes it to the user's settings.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ownValue } from '../../../core/base/ownValue.ts';
import { spelledOut } from '../../../core/text/spelledOut.ts';
import { splitCommandLine } from '../../../core/text/splitCommandLine.ts';
import { askSteps } from '../../../host/window/inputSteps.ts';
import { readRawUserSetting, writeSetting } from './mcpSettings.ts';
import { mcpUiStrings } from './mcpUiStrings.ts';

/** An entry of the setting `parley.mcpServers`. */
export type NewServer =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly url: string };

/** A variable before a command, as shells take it. */
const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;

/** The beginning of an address: it is no program. */
const ADDRESS = /^[a-z][a-z\d+.-]+:\/\//i;

/** Programs that start what their first argument names. */
const RUNNERS = new Set(['npx', 'uvx', 'bunx', 'pnpx', 'node', 'python', 'python3', 'deno']);

const serverTable = z.record(z.string(), z.unknown());

/** Resolves when the server is in the settings, or when the user closed the input. `openSetting`: to correct it. */
export async function addServer(openSetting: () => Promise<unknown>): Promise<void> {
  const servers = userServers();
  if (servers === undefined) {
    // Nothing is written over what the user would want to read again.
    const open = mcpUiStrings.openConfiguration();
    const answer = await vscode.window.showErrorMessage(mcpUiStrings.settingUnreadable(), open);
    if (answer === open) await openSetting();
    return;
  }
  const values = await askSteps(mcpUiStrings.addTitle(), [
    {
      prompt: mcpUiStrings.serverPrompt(),
      value: '',
      problem: serverProblem,
      next: (text, [server = '', name = '']) => [server, name === '' ? proposedName(text) : name],
    },
    { prompt: mcpUiStrings.namePrompt(), value: '', problem: (text) => nameProblem(text, servers) },
  ]);
  const [text = '', name = ''] = values ?? [];
  const entry = serverEntry(text);
  if (entry === undefined) return;
  await writeSetting('mcpServers', { ...(userServers() ?? servers), [name.trim()]: entry });
}

/** The servers of the user's setting by name; undefined where it is not an object. */
function userServers(): Readonly<Record<string, unknown>> | undefined {
  return serverTable.safeParse(readRawUserSetting('mcpServers') ?? {}).data;
}

/** What the user entered; undefined where it is neither a command line nor an address. */
export function serverEntry(text: string): NewServer | undefined {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return URL.canParse(trimmed) ? { url: trimmed } : undefined;
  const words = splitCommandLine(trimmed) ?? [];
  const start = words.findIndex((word) => !ASSIGNMENT.test(word));
  const [command = '', ...args] = start < 0 ? [] : words.slice(start);
  if (command === '' || ADDRESS.test(command)) return undefined;
  const variables = words.slice(0, start).map((word) => {
    const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? [];
    return [name, value] as const;
  });
  return {
    command,
    ...(args.length === 0 ? {} : { args }),
    ...(variables.length === 0 ? {} : { env: Object.fromEntries(variables) }),
  };
}

/** The name of the package or program that is started, or the host. */
export function proposedName(text: string): string {
  const entry = serverEntry(text);
  if (entry === undefined) return '';
  if ('url' in entry) return URL.parse(entry.url)?.hostname ?? '';
  const { command, args = [] } = entry;
  const program = lastPart(command);
  const started = RUNNERS.has(program) ? args.find((argument) => !argument.startsWith('-')) : undefined;
  return started === undefined ? program : lastPart(started);
}

/** The last part of a path or of a package, without what says its kind or version. */
function lastPart(text: string): string {
  const last = text.split(/[\\/]/).at(-1) ?? '';
  return last.replace(/(?<=.)@.*$/, '').replace(/\.(?:exe|cmd|bat|[cm]?[jt]s|py|sh)$/i, '');
}

function serverProblem(text: string): string | undefined {
  return serverEntry(text) === undefined ? mcpUiStrings.serverInvalid() : undefined;
}

function nameProblem(text: string, servers: Readonly<Record<string, unknown>>): string | undefined {
  const name = text.trim();
  if (name === '') return mcpUiStrings.nameMissing();
  return name === '__proto__' || ownValue(servers, name) !== undefined
    ? mcpUiStrings.nameTaken(spelledOut(name))
    : undefined;
}
