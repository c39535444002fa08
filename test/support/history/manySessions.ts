// A history folder with thousands of sessions, of which a few are real and the others are links to their files.
import { linkSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { writeEvents, writeHeader, writeSummary } from '../../../src/core/history/logLine.ts';
import { SearchedWords } from '../../../src/core/history/searchedWords.ts';
import { searchText } from '../../../src/core/history/searchText.ts';
import { summarize } from '../../../src/core/history/sessionSummary.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { HistoryFolder } from '../../../src/history/historyFolder.ts';
import { turn } from './sessionTurns.ts';

const WORDS =
  'the quick brown fox jumps over a lazy dog while functions return values and Errors are thrown'.split(' ');

export interface ManySessions {
  readonly count: number;
  /** Different sessions; more than a few need no more room, because they are linked. */
  readonly different: number;
  /** The words of an answer, in characters. */
  readonly length: number;
  /** What the session of that number says besides, in its last prompt. */
  readonly secretOf: (index: number) => string;
  /** Whether the list is already written down. */
  readonly isIndexed: boolean;
}

/** Makes the folder; session number n has the key `s<n>` and is the older the higher its number is. */
export function makeManySessions(path: string, options: ManySessions): void {
  const { count, different, isIndexed } = options;
  const folder = new HistoryFolder(path);
  mkdirSync(folder.texts, { recursive: true });
  const made = Array.from({ length: different }, (_, index) => writeSession(folder, index, options));
  const index = Array.from({ length: count }, (_, number) => {
    const original = number % different;
    if (number >= different) {
      linkSync(folder.log(keyOf(original)), folder.log(keyOf(number)));
      linkSync(folder.text(keyOf(original)), folder.text(keyOf(number)));
    }
    const { size, mtimeMs } = statSync(folder.log(keyOf(original)));
    const at = 1_000_000 - number;
    const state = withKey(made[original], keyOf(number));
    return [state.key, size, mtimeMs, summarize(state, { createdAt: at, updatedAt: at })];
  });
  if (isIndexed) writeFileSync(folder.index, index.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function writeSession(
  folder: HistoryFolder,
  index: number,
  { length, secretOf }: ManySessions,
): SessionState {
  const at = 1_000_000 - index;
  const events = [
    ...turn(`Prompt ${index}`, words(length), at),
    ...turn(`More ${secretOf(index)}`, 'Yes', at),
  ];
  const empty = emptySession(keyOf(index), index % 2 === 0 ? 'claude' : 'codex', `/work/${index % 3}`);
  const state = events.reduce(reduce, empty);
  const summary = summarize(state, { createdAt: at, updatedAt: at });
  const log = writeHeader(state, at) + [...writeEvents(events)].join('') + writeSummary(summary);
  writeFileSync(folder.log(state.key), log);
  writeFileSync(folder.text(state.key), textFile(state, Buffer.byteLength(log)));
  return state;
}

function textFile(state: SessionState, logBytes: number): string {
  const text = searchText(state);
  const words = new SearchedWords();
  for (const line of text.split('\n')) words.add(line.slice(line.indexOf('\t') + 1));
  const sizes = [words.toString(), text].map((part) => Buffer.byteLength(part));
  return `${[logBytes, ...sizes].join(' ')}\n${words.toString()}\n${text}`;
}

function withKey(state: SessionState | undefined, key: string): SessionState {
  return { ...(state ?? emptySession(key, 'claude', '/work')), key };
}

function keyOf(index: number): string {
  return `s${index}`;
}

function words(length: number): string {
  let text = '';
  for (let count = 0; text.length < length; count++)
    text += `${WORDS[(count * 7) % WORDS.length]}${count % 1_000} `;
  return text;
}
