// How an entry of a workspace is shown to the user who decides about it: all that it says, on pages.
import * as z from 'zod/mini';
import { commandLineText } from '../text/commandLineText.ts';
import { codePointText } from '../text/codePoint.ts';
import { spelledOut, spelledOutAddress } from '../text/spelledOut.ts';
import { scalarText } from './agentSettings.ts';
import { reviewStrings } from './reviewStrings.ts';
import type { EntrySource, WorkspaceEntry } from './workspaceEntries.ts';

/** Begin every line and every pair. Values have neither, so that no value can look like a line where it is wrapped. */
const LINE = '• ';
const PAIR = '    ◦ ';
const MARKS = /[•◦]/g;

/** About where a dialog of VS Code wraps a line, and how many rows it shows with its buttons in sight. */
const ROW_LENGTH = 46;
const MAX_ROWS_PER_PAGE = 18;
/** Nobody reads more. */
const MAX_PAGES = 12;

const fields = z.record(z.string(), z.unknown());
const pairs = z.record(z.string(), scalarText);
const ENVIRONMENT_VARIABLE = /\$\{env:([^}]+)\}/g;

/** The entry in full, on pages that fit into a dialog; undefined where it is too long to be reviewed. */
export function reviewPages(entry: WorkspaceEntry): readonly string[] | undefined {
  const pages: string[][] = [];
  let rowsLeft = 0;
  for (const line of reviewLines(entry).flatMap(pieces)) {
    const rows = Math.ceil(widthOf(line) / ROW_LENGTH);
    if (rows > rowsLeft) {
      pages.push([]);
      rowsLeft = MAX_ROWS_PER_PAGE;
    }
    pages.at(-1)?.push(line);
    rowsLeft -= rows;
  }
  return pages.length > MAX_PAGES ? undefined : pages.map((lines) => lines.join('\n'));
}

/** The line, or what fits on a page each. */
function pieces(line: string): readonly string[] {
  const characters = Array.from(line);
  // Letters of other scripts are up to twice as wide.
  const length = (ROW_LENGTH * MAX_ROWS_PER_PAGE) / (widthOf(line) > characters.length ? 2 : 1);
  const count = Math.ceil(characters.length / length);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
}

function widthOf(line: string): number {
  return line.replace(/[^\x20-\x7e•◦]/gu, '00').length;
}

function reviewLines({ kind, name, setting, source, inputs }: WorkspaceEntry): readonly string[] {
  const folder = kind === 'defaultAgent' ? [] : [reviewStrings.reviewWorkspaceFolder(shown(source.folder))];
  return [
    ...(kind === 'defaultAgent' ? [`${LINE}${reviewStrings.reviewDefaultAgent(shown(name))}`] : []),
    ...settingLines(setting),
    ...pairLines(
      reviewStrings.reviewInputs(),
      inputs.map(({ id, ...input }) => [id, JSON.stringify(input)]),
    ),
    ...[...environmentTexts(setting), ...folder, sourceText(source)].map((text) => `${LINE}${text}`),
  ];
}

/** Every field of the entry; one that Parley does not know, or of another form than it knows, as it is written. */
function settingLines(setting: unknown): readonly string[] {
  const { args, ...all } = fields.safeParse(setting).data ?? {};
  const words = z.array(z.string()).safeParse(args ?? []).data;
  const isCommandLine = words !== undefined && typeof all['command'] === 'string';
  const known = Object.entries(all).flatMap(([key, value]) =>
    knownLines(key, value, isCommandLine ? words : []),
  );
  const others = {
    ...Object.fromEntries(
      Object.entries(all).filter(([key, value]) => knownLines(key, value, []).length === 0),
    ),
    ...(isCommandLine || args === undefined ? {} : { args }),
  };
  const written = Object.entries(others).map(([key, value]) => [key, JSON.stringify(value)] as const);
  return [...known, ...pairLines(reviewStrings.reviewOthers(), written)];
}

/** The lines of a field that Parley knows; none for others, whose names may be anything. */
function knownLines(key: string, value: unknown, args: readonly string[]): readonly string[] {
  const text = scalarText.safeParse(value).data;
  const table = pairs.safeParse(value).data;
  if (key === 'command' && text !== undefined)
    return [`${LINE}${reviewStrings.reviewCommand(shown(commandLineText(text, args)))}`];
  if (key === 'url' && text !== undefined)
    return [`${LINE}${reviewStrings.reviewUrl(spelledOutAddress(shown(text)))}`];
  if (key === 'cwd' && text !== undefined) return [`${LINE}${reviewStrings.reviewFolder(shown(text))}`];
  if (key === 'env' && table !== undefined)
    return pairLines(reviewStrings.reviewEnvironment(), Object.entries(table));
  if (key === 'headers' && table !== undefined)
    return pairLines(reviewStrings.reviewHeaders(), Object.entries(table));
  return [];
}

function sourceText({ path, isMcpFile = false }: EntrySource): string {
  const { reviewFile, reviewSource } = reviewStrings;
  return isMcpFile ? reviewFile(shown(path)) : reviewSource(shown(path));
}

function pairLines(heading: string, entries: readonly (readonly [string, string])[]): readonly string[] {
  if (entries.length === 0) return [];
  return [`${LINE}${heading}`, ...entries.map(([key, text]) => `${PAIR}${shown(key)} = ${shown(text)}`)];
}

/** The user's own environment variables that the entry reads. */
function environmentTexts(setting: unknown): readonly string[] {
  const text = JSON.stringify(setting);
  const names = new Set([...text.matchAll(ENVIRONMENT_VARIABLE)].map(([, name = '']) => shown(name)));
  return names.size === 0 ? [] : [reviewStrings.reviewReads([...names].join(', '))];
}

/** A value of the workspace as it may stand in a line. */
function shown(value: string): string {
  return spelledOut(value).replace(MARKS, codePointText);
}
