// The sessions that pi, oh-my-pi and xcsh keep on disk, as `session/list` lists them.
import { mkdtemp, mkdir, readFile, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sessionFolderOf, StoredSessions } from '../../../../packages/rpc-agent/src/stored/storedSessions.ts';

let home: string;

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'parley-stored-')));
});

afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

type Line = object | string;

const user = (text: string): Line => ({
  type: 'message',
  id: 'aa11',
  message: { role: 'user', content: [{ type: 'text', text }], timestamp: 1 },
});
const answer: Line = {
  type: 'message',
  id: 'bb22',
  message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stopReason: 'stop' },
};

/** Writes a session as pi does. `written` in minutes after an arbitrary hour. */
async function store(
  session: { id: string; cwd: string; written?: number; folder?: string },
  lines: readonly Line[],
): Promise<string> {
  const folder = join(home, 'sessions', session.folder ?? '--project--');
  const path = join(folder, `2026-11-21T15-11-47-678Z_${session.id}.jsonl`);
  const header = { type: 'session', version: 3, id: session.id, timestamp: 'x', cwd: session.cwd };
  await mkdir(folder, { recursive: true });
  const hasHeader = lines.some(
    (line) => typeof line === 'object' && 'type' in line && line.type === 'session',
  );
  const all = hasHeader ? lines : [header, ...lines];
  await writeFile(
    path,
    all.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
  const time = new Date(Date.UTC(2026, 0, 1, 12, session.written ?? 0));
  await utimes(path, time, time);
  return path;
}

const stored = (): StoredSessions => new StoredSessions({ path: join(home, 'sessions'), nested: true });
const titles = async (): Promise<(string | undefined)[]> =>
  (await stored().list()).sessions.map(({ title }) => title);

describe('the folder', () => {
  test('is above the folders of the working directories, or the one the user chose', () => {
    expect(sessionFolderOf('/home/me/.pi/agent/sessions/--work--/a.jsonl')).toEqual({
      path: '/home/me/.pi/agent/sessions',
      nested: true,
    });
    expect(sessionFolderOf('/data/talks/a.jsonl')).toEqual({ path: '/data/talks', nested: false });
  });

  test('one that is missing has no sessions', async () => {
    expect(await stored().list()).toEqual({ sessions: [], nextCursor: undefined });
    expect(await stored().find('nobody')).toBeUndefined();
  });

  test('one without folders in it is read too', async () => {
    const path = await store({ id: 'flat', cwd: '/project' }, [user('Hello'), answer]);
    const flat = await new StoredSessions({ path: dirname(path), nested: false }).list();
    expect(flat.sessions).toMatchObject([{ sessionId: 'flat', path, cwd: '/project', title: 'Hello' }]);
  });
});

describe('the list', () => {
  test('has every session that anything was said in, newest first', async () => {
    await store({ id: 'old', cwd: '/one', written: 1, folder: '--one--' }, [user('First'), answer]);
    await store({ id: 'new', cwd: '/two', written: 2, folder: '--two--' }, [user('Second'), answer]);
    await store({ id: 'silent', cwd: '/two', written: 3, folder: '--two--' }, []);
    expect((await stored().list()).sessions).toMatchObject([
      { sessionId: 'new', cwd: '/two', title: 'Second', updatedAt: '2026-01-01T12:02:00.000Z' },
      { sessionId: 'old', cwd: '/one', title: 'First', updatedAt: '2026-01-01T12:01:00.000Z' },
    ]);
  });

  test('of one folder has only its sessions, whether or not it is named through a link', async () => {
    const real = join(home, 'real');
    await mkdir(real);
    await symlink(real, join(home, 'link'));
    await store({ id: 'mine', cwd: real }, [user('Mine')]);
    await store({ id: 'other', cwd: '/elsewhere' }, [user('Other')]);
    for (const cwd of [real, join(home, 'link'), `${real}/`]) {
      expect((await stored().list({ cwd })).sessions.map(({ sessionId }) => sessionId)).toEqual(['mine']);
    }
    expect((await stored().list({ cwd: join(home, 'gone') })).sessions).toEqual([]);
  });

  test('R39 comes in pages whose cursor says where the next one begins', async () => {
    for (let index = 0; index < 120; index++) {
      await store({ id: `s${index}`, cwd: '/project', written: index % 7 }, [user(`Prompt ${index}`)]);
    }
    const list = stored();
    const seen: string[] = [];
    let cursor: string | undefined;
    const sizes: number[] = [];
    do {
      const page = await list.list(cursor === undefined ? {} : { cursor });
      sizes.push(page.sessions.length);
      seen.push(...page.sessions.map(({ sessionId }) => sessionId));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([50, 50, 20]);
    expect(new Set(seen).size).toBe(120);
    await expect(list.list({ cursor: 'bm9uc2Vuc2U' })).rejects.toThrow('cursor');
  });

  test('a page is full to the last session without promising another', async () => {
    for (let index = 0; index < 50; index++) {
      await store({ id: `s${index}`, cwd: '/project' }, [user(`Prompt ${index}`)]);
    }
    const page = await stored().list();
    expect(page.sessions).toHaveLength(50);
    expect(page.nextCursor).toBeUndefined();
  });

  test('sees what was written since it was asked last', async () => {
    const list = stored();
    const path = await store({ id: 'live', cwd: '/project' }, [user('Hello')]);
    expect((await list.list()).sessions).toMatchObject([{ title: 'Hello' }]);
    await writeFile(
      path,
      `${await readFile(path, 'utf8')}${JSON.stringify({ type: 'session_info', name: 'Renamed' })}\n`,
    );
    expect((await list.list()).sessions).toMatchObject([{ title: 'Renamed' }]);
  });
});

describe('a title', () => {
  test('is the last name that the session was given, as pi writes it', async () => {
    await store({ id: 'a', cwd: '/p' }, [
      user('Hello'),
      { type: 'session_info', id: '1', name: 'First name' },
      answer,
      { type: 'session_info', id: '2', name: '  Second\nname ' },
    ]);
    expect(await titles()).toEqual(['Second name']);
  });

  test('that was removed again leaves the first prompt', async () => {
    await store({ id: 'a', cwd: '/p' }, [
      user('Hello'),
      { type: 'session_info', id: '1', name: 'A name' },
      { type: 'session_info', id: '2' },
    ]);
    expect(await titles()).toEqual(['Hello']);
  });

  test('comes before the header, as oh-my-pi writes it', async () => {
    const header = { type: 'session', version: 3, id: 'o', timestamp: 'x', cwd: '/p' };
    const slot = { type: 'title', v: 1, title: 'In the slot', updatedAt: 'x', pad: '     ' };
    await store({ id: 'o', cwd: '/p', written: 2 }, [slot, { ...header, title: 'Stale' }, user('Hello')]);
    await store({ id: 'n', cwd: '/p', written: 1 }, [
      { ...slot, title: '' },
      { ...header, id: 'n' },
      user('Said'),
    ]);
    expect(await titles()).toEqual(['In the slot', 'Said']);
  });

  test('is in the header, as an older family member writes it', async () => {
    await store({ id: 'x', cwd: '/p' }, [
      { type: 'session', id: 'x', cwd: '/p', title: 'From the header' },
      user('Hello'),
    ]);
    expect(await titles()).toEqual(['From the header']);
  });

  test('is one line of the first prompt, and no more than a line can hold', async () => {
    const prompt = { type: 'message', message: { role: 'user', content: 'Plain\n\u0007text  prompt' } };
    await store({ id: 'a', cwd: '/p', written: 2 }, [prompt, user('Later')]);
    await store({ id: 'b', cwd: '/p', written: 1 }, [user('🙂'.repeat(300))]);
    expect(await titles()).toEqual(['Plain text prompt', `${'🙂'.repeat(100)}…`]);
  });

  test('may be missing', async () => {
    await store({ id: 'a', cwd: '/p' }, [answer]);
    expect(await titles()).toEqual([undefined]);
  });
});

describe('a file that is not right', () => {
  test('is left out, and the others stay', async () => {
    await store({ id: 'good', cwd: '/p', written: 1 }, [user('Good')]);
    await store({ id: 'junk', cwd: '/p' }, [{ type: 'session' }, 'not JSON', user('Junk')]);
    await store({ id: 'nowhere', cwd: '' }, [user('No folder')]);
    const folder = join(home, 'sessions', '--project--');
    await writeFile(join(folder, 'empty.jsonl'), '');
    await writeFile(join(folder, 'list.jsonl'), '[1,2]\n{}\n');
    await writeFile(join(folder, 'notes.txt'), 'no session');
    await mkdir(join(folder, 'folder.jsonl'));
    await symlink(join(folder, 'gone'), join(folder, 'dangling.jsonl'));
    expect(await titles()).toEqual(['Good']);
  });

  test('that ends in the middle of a line shows what it can', async () => {
    await store({ id: 'torn', cwd: '/p' }, [user('Hello'), '{"type":"session_info","name":"Cut of']);
    expect(await titles()).toEqual(['Hello']);
  });

  test('is what the user typed, not what the CLI made of a skill', async () => {
    const block = '<skill name="review" location="/s/SKILL.md">\nLong\n</skill>\n\nthis file';
    await store({ id: 'pi', cwd: '/p', written: 2 }, [user(block), answer]);
    const custom = {
      type: 'custom_message',
      customType: 'skill-prompt',
      content: 'Long',
      display: true,
      attribution: 'user',
      details: { name: 'review', args: 'that file' },
    };
    await store({ id: 'omp', cwd: '/p', written: 1 }, [custom, answer, user('Then')]);
    expect(await titles()).toEqual(['/skill:review this file', '/skill:review that file']);
  });

  test('is the prompt also where its picture is very large', async () => {
    const content = [
      { type: 'text', text: 'What is "this"?' },
      { type: 'image', data: 'x'.repeat(3_000_000), mimeType: 'image/png' },
    ];
    await store({ id: 'big', cwd: '/p' }, [
      { type: 'message', id: 'a', message: { role: 'user', content } },
      user('Thanks'),
    ]);
    expect(await titles()).toEqual(['What is "this"?']);
  });

  test('with a prompt too large to read takes the next one for its title', async () => {
    await store({ id: 'big', cwd: '/p' }, [user('x'.repeat(3_000_000)), user('Readable')]);
    expect(await titles()).toEqual(['Readable']);
  });
});

describe('a session by its id', () => {
  test('is found by the name of its file, or by what is in it', async () => {
    const path = await store({ id: 'abc', cwd: '/p' }, [user('Hello')]);
    const inside = { type: 'session', id: 'inner', cwd: '/p' };
    const renamed = await store({ id: 'outer', cwd: '/p' }, [inside, user('Hello')]);
    expect(await stored().find('abc')).toMatchObject({ sessionId: 'abc', path });
    expect(await stored().find('inner')).toMatchObject({ sessionId: 'inner', path: renamed });
    expect(await stored().find('outer')).toBeUndefined();
    expect(await stored().find('../abc')).toBeUndefined();
  });
});
