// The texts of tool cards that find looks at: paths as the cards show them.
import { expect, test } from 'vitest';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { EntryTexts } from '../../../../webview/features/find/entryTexts.ts';

const roots = [{ name: 'lib', path: '/other/lib' }];

function stateOf(path: string): SessionState {
  return reduce(emptySession('s', 'A', '/work/app'), {
    type: 'tool_call',
    at: 1,
    call: { toolCallId: '1', title: 'Look', kind: 'read', locations: [{ path }] },
  });
}

function textsIn(state: SessionState, of: EntryTexts): readonly string[] {
  return state.entries.flat().flatMap((entry) => of.of(entry, state).map(({ text }) => text));
}

test.each([
  ['in another folder of the window', '/other/lib/src/a.ts', 'lib • src/a.ts'],
  ['in the session’s own', '/work/app/src/a.ts', 'src/a.ts'],
  ['in none', '/elsewhere/a.ts', '/elsewhere/a.ts'],
])('a file %s is found by the path that is shown', (_, path, shown) => {
  expect(textsIn(stateOf(path), new EntryTexts(() => roots))).toEqual(['Look', shown]);
});

test('folders that come to the window are found by their names', () => {
  let known: typeof roots | undefined;
  const texts = new EntryTexts(() => known);
  const state = stateOf('/other/lib/a.ts');
  expect(textsIn(state, texts)).toContain('/other/lib/a.ts');
  known = roots;
  expect(textsIn(state, texts)).toContain('lib • a.ts');
});
