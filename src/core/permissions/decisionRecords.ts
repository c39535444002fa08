// The decision log: who answered which permission request, when, and because of which rule. Its exports are for other
// programs too, so their values are English in every language.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { isAllowingKind, permissionDecision } from '../session/permission/permissionDecision.ts';
import { csvText } from '../text/csv.ts';
import { shortened } from '../text/wholeCharacters.ts';
import { visibleLine } from '../text/visibleText.ts';

/** How many decisions are stored; the oldest are dropped. */
export const MAX_DECISIONS = 1_000;

/** Only the start of each text of a decision is stored. */
const MAX_TEXT_CHARACTERS = 500;

const text = z.pipe(
  z.string(),
  z.transform((whole) => shortened(whole, MAX_TEXT_CHARACTERS)),
);

export const decisionRecord = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  /** The agent's key in the settings. */
  agent: text,
  /** The session's title. */
  session: text,
  toolCallId: text,
  title: text,
  /** ACP's tool kind, or any other word of the agent. */
  kind: text,
  paths: z.pipe(
    z.array(text),
    z.transform((paths) => paths.slice(0, 10)),
  ),
  /** The command as the agent wrote it. */
  command: z.exactOptional(text),
  decision: permissionDecision,
});
export type DecisionRecord = Immutable<z.infer<typeof decisionRecord>>;

/** The records from storage; those that cannot be read are left out. */
export function readDecisions(stored: unknown): readonly DecisionRecord[] {
  const items = z.array(z.unknown()).safeParse(stored);
  return (items.success ? items.data : []).flatMap((item) => decisionRecord.safeParse(item).data ?? []);
}

/** The log with one more record at the end, its texts cut to what is stored. */
export function withDecision(
  records: readonly DecisionRecord[],
  added: DecisionRecord,
): readonly DecisionRecord[] {
  return [...records, decisionRecord.parse(added)].slice(-MAX_DECISIONS);
}

/** The outcome of a request, by the kind of the chosen option. */
export function outcomeOf({
  option,
}: DecisionRecord['decision']): 'allowed' | 'rejected' | 'answered' | 'cancelled' {
  if (option === undefined) return 'cancelled';
  if (isAllowingKind(option.kind)) return 'allowed';
  return option.kind === 'reject_once' || option.kind === 'reject_always' ? 'rejected' : 'answered';
}

function decidedBy({ by, rule, isWithdrawn }: DecisionRecord['decision']): string {
  if (by === 'rule') return rule ?? 'a rule';
  if (by !== 'cancelled') return by;
  return isWithdrawn === true ? 'the agent' : 'nobody';
}

/** The log for reading, the newest first, one line a decision: when (local time), what, by whom, where. */
export function decisionsText(records: readonly DecisionRecord[]): string {
  return records
    .toReversed()
    .map((record) => {
      const { decision } = record;
      const by = decidedBy(decision);
      const what = record.command ?? (record.paths.length > 0 ? record.paths.join(', ') : record.title);
      const option = decision.option === undefined ? '' : ` (${decision.option.name})`;
      const guarded = (decision.protectedFiles ?? []).map(({ path, reason }) => `${path} (${reason})`);
      const line = [
        localTime(record.at),
        `${outcomeOf(decision)}${option}`,
        `${record.kind}: ${what}`,
        `by ${by}`,
        record.agent,
        record.session,
        ...(guarded.length === 0 ? [] : [`runs code: ${guarded.join(', ')}`]),
      ];
      return line.map(visibleLine).join(' · ');
    })
    .join('\n');
}

/** To the second, in the time zone of the machine, as it is sorted: 2026-01-31 09:05:00. */
function localTime(at: number): string {
  const date = new Date(at);
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}

/** The log as JSON, the oldest first. */
export function decisionsJson(records: readonly DecisionRecord[]): string {
  const readable = records.map(({ at, ...record }) => ({ at: new Date(at).toISOString(), ...record }));
  return `${JSON.stringify(readable, undefined, 2)}\n`;
}

const COLUMNS = [
  'at',
  'agent',
  'session',
  'kind',
  'title',
  'command',
  'paths',
  'outcome',
  'option',
  'by',
  'rule',
  'protected',
];

/** The log as comma-separated values, the oldest first (RFC 4180). */
export function decisionsCsv(records: readonly DecisionRecord[]): string {
  const rows = records.map(({ at, agent, session, kind, title, command, paths, decision }) => [
    new Date(at).toISOString(),
    agent,
    session,
    kind,
    title,
    command,
    paths.join('\n'),
    outcomeOf(decision),
    decision.option?.name,
    decision.by,
    decision.rule,
    decision.protectedFiles?.map(({ path }) => path).join('\n'),
  ]);
  return csvText([COLUMNS, ...rows]);
}
