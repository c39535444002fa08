// A session is brought into the window whatever of the list is known yet.
import { expect, test } from 'vitest';
import { SessionOpener, type SessionOpenerOptions } from '../../../src/host/sessions/sessionOpener.ts';

/** `stored` is what the list has once the archive was read. */
function openerOf(stored: readonly string[], isRead = false) {
  let listed = isRead ? stored : [];
  const done: string[] = [];
  const options: SessionOpenerOptions = Object.assign(Object.create(null), {
    store: { state: () => undefined },
    sessions: { open: (key: string) => void done.push(`open ${key}`) },
    list: { find: (id: string) => listed.flatMap((key) => (key === id ? [{ id, key, agent: 'A' }] : []))[0] },
    archive: {
      refresh: async () => {
        done.push('refresh');
        listed = stored;
      },
      restore: async () => 'restored',
    },
    drafts: { restoreAttachments: async () => undefined },
  });
  return { opener: new SessionOpener(options), done };
}

test('a stored session is brought back before the list is read', async () => {
  const { opener, done } = openerOf(['one']);
  expect(await opener.bring('one')).toBe('one');
  expect(done).toEqual(['refresh', 'open one']);
});

test('the files are not looked at for a session that is listed', async () => {
  const { opener, done } = openerOf(['one'], true);
  expect(await opener.bring('one')).toBe('one');
  expect(done).toEqual(['open one']);
});

test('a session that is nowhere is not brought', async () => {
  const { opener } = openerOf(['one']);
  expect(await opener.bring('two')).toBeUndefined();
});
