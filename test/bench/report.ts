// Prints what was measured: a table, the ratios that do not depend on the machine, and the goals.
import { availableParallelism, loadavg } from 'node:os';
import type { FloodRecord } from './floods.ts';
import type { Load, Measurement, Round } from './round.ts';

/** The rounds of one subject; each has measured the same loads in the same order. */
export interface Results {
  readonly loads: readonly Load[];
  /** Measured of Parley alone. */
  readonly floods: readonly Load[];
  readonly parley: readonly Round[];
  readonly floor: readonly Round[];
  /** Milliseconds of ownActivation(). */
  readonly activation: number;
  /** Bytes of dist/extension.js and of the chunks it requires at once. */
  readonly hostBundle: number;
}

interface Goal {
  readonly name: string;
  readonly value: number | undefined;
  readonly unit: string;
  readonly most: number;
}

const columns: readonly (readonly [string, (values: readonly Measurement[]) => string])[] = [
  ['last paint', (values) => milliseconds(medianOf(values, ({ total }) => total))],
  ['best', (values) => milliseconds(Math.min(...values.map(({ total }) => total)))],
  ['first paint', (values) => milliseconds(medianOf(values, ({ firstPaint }) => firstPaint))],
  ['longest frame', (values) => milliseconds(medianOf(values, ({ longestFrame }) => longestFrame))],
  ['blocked > 50 ms', (values) => milliseconds(medianOf(values, ({ blocked }) => blocked))],
  ['page CPU', (values) => milliseconds(medianOf(values, ({ cpu }) => cpu))],
  ['frames', (values) => String(medianOf(values, ({ frames }) => frames))],
  ['heap growth', (values) => megabytes(medianOf(values, ({ heapGrowth }) => heapGrowth))],
  ['heap', (values) => megabytes(medianOf(values, ({ heap }) => heap))],
];

export function report(results: Results): string {
  const { parley, floor } = results;
  return [
    `Medians of ${Math.max(parley.length, floor.length)} rounds; “heap” is that of the whole page, VS Code's window included.`,
    ...loadWarning(),
    '',
    table(results),
    '',
    ...floodTable(results),
    ...(parley.length === 0 ? [] : [startLine('Parley', parley)]),
    ...(floor.length === 0 ? [] : [startLine('floor', floor)]),
    '',
    ...goals(results).map(goalLine),
  ].join('\n');
}

/** With one round's processes alone, fewer programs wait for the processor than there are cores. */
function loadWarning(): string[] {
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  if (load <= cores * 1.5) return [];
  return [
    `Other programs use this machine (load ${load.toFixed(1)} on ${cores} cores): the figures are too high, and ratios vary.`,
  ];
}

function table({ loads, parley, floor }: Results): string {
  const header = ['load', 'client', ...columns.map(([name]) => name)];
  const rows = loads.flatMap((load, index) =>
    (
      [
        ['Parley', parley],
        ['floor', floor],
      ] as const
    ).flatMap(([name, rounds]) => {
      const values = measured(rounds, index);
      return values.length === 0 ? [] : [[loadName(load), name, ...columns.map(([, text]) => text(values))]];
    }),
  );
  return aligned([header, ...rows]);
}

function floodTable({ floods, parley }: Results): string[] {
  const header = ['flood', 'client', 'shown after the last', 'longest task', 'largest heap', 'heap'];
  const rows = floods.flatMap((flood, index) => {
    const records = flooded(parley, index);
    if (records.length === 0) return [];
    const values = [
      milliseconds(medianOf(records, ({ afterLast }) => afterLast)),
      milliseconds(medianOf(records, ({ longestTask }) => longestTask)),
      megabytes(medianOf(records, ({ largestHeap }) => largestHeap)),
      megabytes(medianOf(records, ({ heap }) => heap)),
    ];
    return [[loadName(flood), 'Parley', ...values]];
  });
  return rows.length === 0 ? [] : [aligned([header, ...rows]), ''];
}

function startLine(name: string, rounds: readonly Round[]): string {
  const median = (pick: (round: Round) => number): string => milliseconds(medianOf(rounds, pick));
  return (
    `${name}: composer visible ${median(({ start }) => start.fromPage)} after its page, ` +
    `${median(({ start }) => start.fromIframe)} after its iframe; activated by VS Code in ${median(({ activation }) => activation)}`
  );
}

/** Parley's goals for floods. */
function floodGoals({ floods, parley }: Results): Goal[] {
  const goal = (
    kind: Load['kind'],
    name: string,
    pick: (record: FloodRecord) => number,
    unit: string,
    most: number,
  ): Goal[] =>
    floods.flatMap((flood, index) => {
      if (flood.kind !== kind) return [];
      const value = medianOf(flooded(parley, index), pick);
      return [{ name: `${loadName(flood)}: ${name}`, value, unit, most }];
    });
  return [
    ...goal('unbroken', 'shown after they were sent', ({ afterLast }) => afterLast, ' ms', 300),
    ...goal('unbroken', 'longest task', ({ longestTask }) => longestTask, ' ms', 100),
    ...goal('nasty', 'shown after the last', ({ afterLast }) => afterLast, ' ms', 3_000),
    ...goal('tokens', 'largest heap', ({ largestHeap }) => largestHeap / 1e6, ' MB', 600),
    ...goal('tokens', 'heap after them', ({ heap }) => heap / 1e6, ' MB', 300),
  ];
}

function goals(results: Results): Goal[] {
  const { loads, parley, floor, activation, hostBundle } = results;
  const total = (rounds: readonly Round[], { kind, count }: Load): number | undefined => {
    const index = loads.findIndex((load) => load.kind === kind && load.count === count);
    return index < 0 ? undefined : medianOf(measured(rounds, index), (value) => value.total);
  };
  const ratio = (above: number | undefined, below: number | undefined): number | undefined =>
    above === undefined || below === undefined ? undefined : above / below;
  const overFloor = (kind: Load['kind'], count: number, most: number): Goal => ({
    name: `${loadName({ kind, count })}: Parley / floor`,
    value: ratio(total(parley, { kind, count }), total(floor, { kind, count })),
    unit: '×',
    most,
  });
  const ofRounds = (name: string, pick: (round: Round) => number | undefined, most: number): Goal => ({
    name,
    value: medianOf(parley, (round) => pick(round) ?? Number.NaN),
    unit: ' ms',
    most,
  });
  const longest = loads.map((_, index) => medianOf(measured(parley, index), (value) => value.longestFrame));
  return [
    overFloor('chunks', 1000, 5),
    overFloor('chunks', 4000, 2.5),
    overFloor('chunks', 20_000, 2.5),
    overFloor('tools', 500, 5),
    { name: 'Longest frame of any load', value: Math.max(...longest), unit: ' ms', most: 60 },
    ofRounds('A key during a stream, 95th percentile', ({ typingLatency }) => typingLatency, 16),
    ofRounds(
      'A key behind 100,000 characters, 95th percentile',
      ({ longDraftLatency }) => longDraftLatency,
      16,
    ),
    ofRounds(
      'A key behind 100,000 characters beside 2,000 chunks/s, 95th percentile',
      ({ streamedDraftLatency }) => streamedDraftLatency,
      16,
    ),
    ofRounds('200 dropped files in the draft', ({ dropTime }) => dropTime, 1_000),
    ofRounds('First paint of a session of 5,000 entries', ({ switchTime }) => switchTime, 100),
    ofRounds('Longest frame while it is scrolled', ({ scrollFrame }) => scrollFrame, 50),
    ofRounds('Panel interactive after its page began to load', ({ start }) => start.fromPage, 350),
    ...floodGoals(results),
    { name: 'Activation, own time', value: activation, unit: ' ms', most: 50 },
    { name: 'Host bundle', value: hostBundle / 1000, unit: ' KB', most: 350 },
  ];
}

function goalLine({ name, value, unit, most }: Goal): string {
  if (value === undefined || !Number.isFinite(value)) return `not measured  ${name}`;
  const figure = unit === '×' ? value.toFixed(1) : value.toFixed(0);
  return `${value <= most ? 'reached     ' : 'MISSED      '}  ${name}: ${figure}${unit} (goal: at most ${most}${unit})`;
}

function measured(rounds: readonly Round[], index: number): Measurement[] {
  return rounds.flatMap(({ measurements }) => measurements[index] ?? []);
}

function flooded(rounds: readonly Round[], index: number): FloodRecord[] {
  return rounds.flatMap(({ floods }) => floods?.[index] ?? []);
}

function medianOf<T>(values: readonly T[], pick: (value: T) => number): number {
  const sorted = values.map(pick).sort((one, other) => one - other);
  const middle = Math.floor((sorted.length - 1) / 2);
  const low = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? low : (low + (sorted[middle + 1] ?? low)) / 2;
}

/** What a load consists of, where that is not its name. */
const loadNames: Partial<Readonly<Record<Load['kind'], string>>> = {
  tools: 'tool pairs',
  tokens: 'chunks of a word',
  nasty: 'nasty updates',
  unbroken: 'characters without a blank',
};

function loadName({ kind, count }: Load): string {
  return `${count.toLocaleString('en')} ${loadNames[kind] ?? kind}`;
}

function milliseconds(value: number): string {
  return `${value.toFixed(0)} ms`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The first two columns to the left, figures to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < 2 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ');
  return rows.map(line).join('\n');
}
