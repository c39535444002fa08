import { expect, test } from 'vitest';
import { entry } from '../../../src/core/session/entries.ts';
import { permissionDecision } from '../../../src/core/session/permission/permissionDecision.ts';

test('a prompt that 0.1.0 stored is still a prompt of the user', () => {
  const stored = { kind: 'user', id: 'e0', at: 1, origin: 'person', content: [] };
  expect(entry.parse(stored)).toMatchObject({ origin: 'user' });
});

test('a decision that 0.1.0 stored is still a decision of the user', () => {
  expect(permissionDecision.parse({ by: 'person' })).toEqual({ by: 'user' });
  expect(permissionDecision.safeParse({ by: 'somebody' }).success).toBe(false);
});
