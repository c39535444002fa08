// The lines of a session's log: a header, then states, pages of entries, events and summaries, a JSON object each.
import * as z from 'zod/mini';
import type { Entry } from '../session/entries.ts';
import { sessionEvent, type SessionEvent, shortenedEvent } from '../session/events.ts';
import type { SessionState } from '../session/model.ts';
import { persistedEntry, shortenedEntry } from '../session/entryTraits.ts';
import { persistedNotice } from '../session/notice/state.ts';
import { mergeEvents } from './mergeEvents.ts';
import { sessionSummary, type SessionSummary } from './sessionSummary.ts';

/** The version of the format. A file with a higher one is left alone. */
const LOG_VERSION = 1;

/** A line longer than this is written again with its longest values cut. */
const MAX_LINE_CHARACTERS = 4_000_000;

/** How many entries or events a line has: few, so that others get their turn between two lines. */
const ENTRIES_PER_LINE = 16;
const EVENTS_PER_LINE = 64;

const header = z.object({
  version: z.number(),
  key: z.string(),
  agent: z.string(),
  cwd: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
});
export type LogHeader = Readonly<z.infer<typeof header>>;

const anyVersion = z.object({ version: z.number() });
const stateLine = z.object({ state: z.record(z.string(), z.unknown()) });
const pageLine = z.object({ page: z.array(z.unknown()) });
const eventsLine = z.object({ events: z.array(z.unknown()) });
const summaryLine = z.object({ summary: sessionSummary });

/** What a line says; the states, entries and events in it are not looked at yet. */
export type LogLine =
  | { readonly kind: 'header'; readonly header: LogHeader }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'state'; readonly state: unknown }
  | { readonly kind: 'page'; readonly entries: readonly unknown[] }
  | { readonly kind: 'events'; readonly events: readonly unknown[] }
  | { readonly kind: 'summary'; readonly summary: SessionSummary };

/** The first line of a log, with its line end. */
export function writeHeader(state: SessionState, createdAt: number): string {
  const { key, agent, cwd } = state;
  return writeLine({ version: LOG_VERSION, key, agent, cwd, createdAt });
}

/** The lines, each with its line end, of a whole state: a few entries each, made as they are asked for. */
export function* writeState(state: SessionState): Generator<string> {
  yield writeLine({ state: { ...state, entries: [] } });
  for (const page of state.entries) {
    for (let start = 0; start < page.length; start += ENTRIES_PER_LINE) {
      yield writePage(page.slice(start, start + ENTRIES_PER_LINE).map(persistedEntry));
    }
  }
}

function writePage(page: readonly Entry[]): string {
  const line = writeLine({ page });
  return line.length <= MAX_LINE_CHARACTERS ? line : writeLine({ page: page.map(shortenedEntry) });
}

/** The lines, each with its line end, for events, neighbours merged: made as they are asked for. */
export function* writeEvents(events: readonly SessionEvent[]): Generator<string> {
  const merged = mergeEvents(events).map((event) =>
    event.type === 'notice' ? persistedNotice(event) : event,
  );
  for (let start = 0; start < merged.length; start += EVENTS_PER_LINE)
    yield writeMerged(merged.slice(start, start + EVENTS_PER_LINE));
}

function writeMerged(merged: readonly SessionEvent[]): string {
  const line = writeLine({ events: merged });
  return line.length <= MAX_LINE_CHARACTERS ? line : writeLine({ events: merged.map(shortenedEvent) });
}

export function writeSummary(summary: SessionSummary): string {
  return writeLine({ summary });
}

/** What a line says; undefined for one that was torn, or of a kind that is not known. */
export function parseLine(line: string): LogLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const events = eventsLine.safeParse(value);
  if (events.success) return { kind: 'events', ...events.data };
  const page = pageLine.safeParse(value);
  if (page.success) return { kind: 'page', entries: page.data.page };
  const summary = summaryLine.safeParse(value);
  if (summary.success) return { kind: 'summary', ...summary.data };
  const state = stateLine.safeParse(value);
  if (state.success) return { kind: 'state', ...state.data };
  return parseHeader(value);
}

function parseHeader(value: unknown): LogLine | undefined {
  const versioned = anyVersion.safeParse(value);
  if (versioned.success && versioned.data.version > LOG_VERSION) return { kind: 'newer', ...versioned.data };
  const parsed = header.safeParse(value);
  return parsed.success ? { kind: 'header', header: parsed.data } : undefined;
}

/** The events that this version understands. */
export function parseEvents(values: readonly unknown[]): readonly SessionEvent[] {
  return values.flatMap((value) => {
    const parsed = sessionEvent.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}

function writeLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
