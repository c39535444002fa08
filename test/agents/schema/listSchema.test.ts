// Rows of an agent's list of sessions in shapes near to that of ACP.
import { expect, test } from 'vitest';
import { listAnswer } from '../../../src/agents/schema/listSchema.ts';

const row = { sessionId: 's', cwd: '/a', updatedAt: '2026-01-02T03:04:05Z' };
const time = Date.parse(row.updatedAt);

test.each([
  { ...row },
  { ...row, sessionId: undefined, session_id: 's' },
  { ...row, sessionId: undefined, id: 's' },
  { ...row, cwd: 'file:///a' },
  { ...row, cwd: undefined, working_directory: '/a' },
  { ...row, updatedAt: time },
  { ...row, updatedAt: time / 1000 },
  { ...row, updatedAt: String(time / 1000) },
  { ...row, updatedAt: undefined, updated_at: row.updatedAt },
])('%j is listed', (listed) => {
  expect(listAnswer.parse({ sessions: [listed] }).sessions).toEqual([
    { sessionId: 's', cwd: '/a', updatedAt: time },
  ]);
});

test('an id that is a number is the text of it', () => {
  expect(listAnswer.parse({ sessions: [{ ...row, sessionId: 7 }] }).sessions).toMatchObject([
    { sessionId: '7' },
  ]);
});

test.each([undefined, null, ''])('a row without a folder is listed: %j', (cwd) => {
  expect(listAnswer.parse({ sessions: [{ ...row, cwd }] }).sessions).toEqual([
    { sessionId: 's', updatedAt: time },
  ]);
});

test.each([
  { ...row, sessionId: '' },
  { ...row, cwd: 'a' },
  { ...row, cwd: 7 },
  { ...row, cwd: 'file://elsewhere/a' },
])('%j can be opened nowhere', (listed) => {
  expect(listAnswer.parse({ sessions: [listed, row] }).sessions).toHaveLength(1);
});

test.each(['yesterday', -1, 12, '20260102', Number.NaN, {}])(
  'a time that is none is left out: %j',
  (updatedAt) => {
    expect(listAnswer.parse({ sessions: [{ ...row, updatedAt }] }).sessions).toMatchObject([
      { sessionId: 's' },
    ]);
  },
);
