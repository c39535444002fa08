// The decision log: bounded, readable after a restart, safe to open elsewhere.
import { describe, expect, test } from 'vitest';
import {
  decisionsCsv,
  decisionsJson,
  decisionsText,
  MAX_DECISIONS,
  outcomeOf,
  readDecisions,
  withDecision,
  type DecisionRecord,
} from '../../../src/core/permissions/decisionRecords.ts';

const record: DecisionRecord = {
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  agent: 'A',
  session: 'Fix it',
  toolCallId: 't',
  title: 'Run make',
  kind: 'execute',
  paths: [],
  command: 'make all',
  decision: { by: 'rule', rule: 'user rule 1', option: { name: 'Allow', kind: 'allow_once' } },
};

describe('the decision log', () => {
  test('keeps the newest and a bounded number of them', () => {
    let records: readonly DecisionRecord[] = [];
    for (let at = 0; at < MAX_DECISIONS + 5; at++) records = withDecision(records, { ...record, at });
    expect(records).toHaveLength(MAX_DECISIONS);
    expect(records[0]?.at).toBe(5);
    expect(records.at(-1)?.at).toBe(MAX_DECISIONS + 4);
  });

  test('keeps a bounded part of what an agent sends', () => {
    const paths = Array.from({ length: 1_000 }, () => 'p'.repeat(10_000));
    const [added] = withDecision([], { ...record, command: 'x'.repeat(1_000_000), paths });
    expect(JSON.stringify(added).length).toBeLessThan(10_000);
    expect(added?.command?.endsWith('…')).toBe(true);
  });

  test('is read again from storage without what cannot be read', () => {
    const stored: unknown = JSON.parse(JSON.stringify([record, { at: 'never' }, null, record]));
    expect(readDecisions(stored)).toEqual([record, record]);
    expect(readDecisions('junk')).toEqual([]);
    expect(readDecisions(undefined)).toEqual([]);
  });

  test('says who, what, when and by which rule', () => {
    const local = { ...record, at: new Date(2026, 0, 2, 3, 4, 5).getTime() };
    expect(decisionsText([local])).toBe(
      '2026-01-02 03:04:05 · allowed (Allow) · execute: make all · by user rule 1 · A · Fix it',
    );
    const protectedFiles = [{ path: '/work/.npmrc', reason: 'packageManager' as const }];
    expect(decisionsText([{ ...record, decision: { ...record.decision, protectedFiles } }])).toContain(
      ' · runs code: /work/.npmrc (packageManager)',
    );
    const later = { ...record, at: record.at + 1_000, decision: { by: 'cancelled' as const } };
    expect(decisionsText([record, later]).split('\n')[0]).toContain(
      'cancelled · execute: make all · by nobody',
    );
    const withdrawn = { ...later, decision: { by: 'cancelled' as const, isWithdrawn: true as const } };
    expect(decisionsText([withdrawn])).toContain('cancelled · execute: make all · by the agent');
  });

  test('cannot be forged by line breaks and hidden characters', () => {
    const text = decisionsText([{ ...record, command: 'a\n2026 · allowed\u202Eb' }]);
    expect(text.split('\n')).toHaveLength(1);
    expect(text).toContain(String.raw`a\u{a}2026 · allowed\u{202e}b`);
  });

  test('is exported as CSV that a spreadsheet takes for text', () => {
    const [head, row] = decisionsCsv([{ ...record, title: '=HYPERLINK("x")', command: 'a, b' }]).split(
      '\r\n',
    );
    expect(head).toBe('at,agent,session,kind,title,command,paths,outcome,option,by,rule,protected');
    expect(row).toBe(
      '2026-01-02T03:04:05.000Z,A,Fix it,execute,"\'=HYPERLINK(""x"")","a, b",,allowed,Allow,rule,user rule 1,',
    );
  });

  test('is exported as JSON', () => {
    const { at, ...rest } = record;
    expect(JSON.parse(decisionsJson([record]))).toEqual([{ at: new Date(at).toISOString(), ...rest }]);
  });
});

test('R72 only the kinds that allow count as allowed', () => {
  const outcome = (kind: string) => outcomeOf({ by: 'user', option: { name: 'Yes', kind } });
  expect(['allow_once', 'allow_always'].map(outcome)).toEqual(['allowed', 'allowed']);
  expect(['reject_once', 'reject_always'].map(outcome)).toEqual(['rejected', 'rejected']);
  expect(['allow', 'other', ''].map(outcome)).toEqual(['answered', 'answered', 'answered']);
  expect(outcomeOf({ by: 'cancelled' })).toBe('cancelled');
});
