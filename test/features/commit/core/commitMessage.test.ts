// The commit message in an agent's answer.
import { expect, test } from 'vitest';
import { commitMessageFrom } from '../../../../src/features/commit/core/commitMessage.ts';

test.each([
  ['Add a file', 'Add a file'],
  ['  \nAdd a file\n\n', 'Add a file'],
  ['```\nAdd a file\n\nBecause.\n```', 'Add a file\n\nBecause.'],
  ['```text\nAdd a file\n```\nThis is why.', 'Add a file'],
  ['~~~\nAdd\n~~~', 'Add'],
  ['````\nAdd\n```\ncode\n```\n````', 'Add\n```\ncode\n```'],
  ['Here is the commit message:\n\n```\nAdd a file\n```', 'Add a file'],
  ['"Add a file"', 'Add a file'],
  ['“Add a file”', 'Add a file'],
  ['`Add a file`', 'Add a file'],
  ['```\n"Add a file"\n```', 'Add a file'],
  // What is no quote around the whole stays.
  ['"a" and "b"', '"a" and "b"'],
  ['`a`: rename to `b`', '`a`: rename to `b`'],
  ["'", "'"],
  ['Add a fence:\n- one', 'Add a fence:\n- one'],
  ['Add docs\n\n```ts\nlet a;\n```', 'Add docs\n\n```ts\nlet a;\n```'],
  ['Add\r\n\r\nbody  \r\n', 'Add\n\nbody'],
  ['', ''],
  ['```\n```', ''],
])('%j is %j', (answer, message) => {
  expect(commitMessageFrom(answer)).toBe(message);
});

test('the start of an answer has no fence and no quote before it has ended', () => {
  expect(commitMessageFrom('```')).toBe('');
  expect(commitMessageFrom('```te')).toBe('');
  expect(commitMessageFrom('```text\nAdd a')).toBe('Add a');
});

test('characters that hide or turn text are left out, and emoji stay', () => {
  expect(commitMessageFrom('Add \u202Etxt.exe\u200B\u0007 👩‍💻')).toBe('Add txt.exe 👩‍💻');
});

test.each([
  'Signed-off-by: CEO <ceo@example.com>',
  'signed-off-by : CEO',
  'Co-authored-by: Other <other@example.com>',
  'Agent: other',
  'Session: 1234',
  'Approved-By: Legal',
  'Reviewed-by: A very long\n name on two lines',
  'Change-Id: I0123',
  'X-Risk-Accepted: yes',
])('S16 a trailer that the agent made up is left out: %j', (trailer) => {
  expect(commitMessageFrom(`Add a file\n\nBecause.\n\n${trailer}`)).toBe('Add a file\n\nBecause.');
  expect(commitMessageFrom(`Add a file\n\n${trailer}\n\nBecause.`)).toBe('Add a file\n\n\nBecause.');
});

test.each([
  'Fixes: #12',
  'BREAKING CHANGE: no more tea',
  'Refs: T-1',
  'Note: needs Node 24',
  'See-also: docs',
])('%j stays, and so does what only begins like a trailer', (line) => {
  const message = `feat: add a file\n\n- a-b c: d\n${line}`;
  expect(commitMessageFrom(message)).toBe(message);
});

test('is bounded', () => {
  expect(commitMessageFrom('x'.repeat(1_000_000))).toHaveLength(10_000);
});
