// How an entry of a workspace is shown to the user who decides about it: all that it says, in lines of one length.
import * as z from 'zod';
import { commandLineText } from '../text/commandLineText.ts';
import { spelledOut, spelledOutAddress } from '../text/spelledOut.ts';
import { settingsStrings } from './settingsStrings.ts';
import type { WorkspaceEntry } from './workspaceEntries.ts';

/** What a dialog of VS Code shows without moving its buttons out of sight. */
const MAX_LINE_LENGTH = 80;
const MAX_LINES_PER_PAGE = 16;
/** Nobody reads more. */
const MAX_PAGES = 12;

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const fields = z.record(z.string(), z.unknown());
const pairs = z.record(z.string(), scalar);
const ENVIRONMENT_VARIABLE = /\$\{env:([^}]+)\}/g;

/** The entry in full, on pages that fit into a dialog; undefined where it is too long to be reviewed. */
export function reviewPages(entry: WorkspaceEntry): readonly string[] | undefined {
  const lines = reviewLines(entry).flatMap(brokenLine);
  const count = Math.ceil(lines.length / MAX_LINES_PER_PAGE);
  if (count > MAX_PAGES) return undefined;
  return Array.from({ length: count }, (_, page) =>
    lines.slice(page * MAX_LINES_PER_PAGE, (page + 1) * MAX_LINES_PER_PAGE).join('\n'),
  );
}

function reviewLines({ kind, name, setting, source }: WorkspaceEntry): readonly string[] {
  const says = kind === 'defaultAgent' ? [settingsStrings.reviewDefaultAgent(spelledOut(name))] : [];
  return [
    ...says,
    ...settingLines(setting),
    ...environmentLines(setting),
    ...(kind === 'defaultAgent' ? [] : [settingsStrings.reviewWorkspaceFolder(spelledOut(source.folder))]),
    settingsStrings.reviewSource(spelledOut(source.path)),
  ];
}

/** Every field of the entry, those that Parley does not know included. */
function settingLines(setting: unknown): readonly string[] {
  const parsed = fields.safeParse(setting);
  if (!parsed.success) return [];
  const { command, args, url, env, headers, cwd, ...others } = parsed.data;
  const text = scalar.safeParse(command).data;
  const address = scalar.safeParse(url).data;
  const folder = scalar.safeParse(cwd).data;
  const words = z.array(z.string()).safeParse(args ?? []).data ?? [];
  return [
    ...(text === undefined ? [] : [settingsStrings.reviewCommand(spelledOut(commandLineText(text, words)))]),
    ...(address === undefined ? [] : [settingsStrings.reviewUrl(spelledOutAddress(address))]),
    ...pairLines(settingsStrings.reviewEnvironment(), env),
    ...pairLines(settingsStrings.reviewHeaders(), headers),
    ...(folder === undefined ? [] : [settingsStrings.reviewFolder(spelledOut(folder))]),
    ...Object.entries(others).map(
      ([key, value]) => `${spelledOut(key)}: ${spelledOut(JSON.stringify(value))}`,
    ),
  ];
}

function pairLines(heading: string, value: unknown): readonly string[] {
  const entries = Object.entries(pairs.safeParse(value).data ?? {});
  if (entries.length === 0) return [];
  return [heading, ...entries.map(([key, text]) => `    ${spelledOut(key)} = ${spelledOut(text)}`)];
}

/** The user's own environment variables that the entry reads. */
function environmentLines(setting: unknown): readonly string[] {
  const text = JSON.stringify(setting);
  const names = new Set([...text.matchAll(ENVIRONMENT_VARIABLE)].map(([, name = '']) => spelledOut(name)));
  return names.size === 0 ? [] : [settingsStrings.reviewReads([...names].join(', '))];
}

/** The line in pieces that no dialog wraps; a piece that continues the line before says so. */
function brokenLine(line: string): readonly string[] {
  const characters = Array.from(line);
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += MAX_LINE_LENGTH) {
    const piece = characters.slice(start, start + MAX_LINE_LENGTH).join('');
    pieces.push(start === 0 ? piece : `    ↪ ${piece}`);
  }
  return pieces;
}
