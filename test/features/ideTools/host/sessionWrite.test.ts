// Several files as one change: all are asked about before any is written, and all are written or none.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ClientRequest } from '../../../../src/core/ports/clientRequests.ts';
import { FileAccessError, type FileAccess } from '../../../../src/core/ports/fileAccess.ts';
import type { FileChange } from '../../../../src/core/ports/servedSession.ts';
import { SessionWrite } from '../../../../src/features/ideTools/host/sessionWrite.ts';
import { ScriptedAgent } from '../../../support/scriptedAgent.ts';

const change = (path: string, before = 'old'): FileChange => ({ path, before, text: `new ${path}` });
const { signal } = new AbortController();

interface Served {
  readonly write: SessionWrite;
  /** What happens, in order. */
  readonly trail: string[];
  /** The texts of the files, by path. */
  readonly texts: Map<string, string>;
}

function served(
  refuses: (request: ClientRequest) => boolean = () => false,
  fails: (path: string, text: string) => boolean = () => false,
  resolve = (path: string): string => path,
): Served {
  const trail: string[] = [];
  const texts = new Map<string, string>();
  const files: FileAccess = {
    readTextFile: async ({ path, permit }) => {
      await permit({ use: 'read', real: resolve(path), isInside: true });
      const text = texts.get(path);
      if (text === undefined) throw new FileAccessError('not-found', 'There is no such file.');
      return text;
    },
    writeTextFile: async ({ path, permit }, text) => {
      await permit({ use: 'write', real: resolve(path), isInside: true });
      if (fails(path, text)) throw new FileAccessError('disk-full', 'No space.');
      texts.set(path, text);
      trail.push(`${path}=${text}`);
      return text;
    },
  };
  const write = new SessionWrite({
    agent: new ScriptedAgent('A'),
    client: {
      requestAccess: async (_agent, _id, request) => {
        if (request.use !== 'command') trail.push(`ask ${request.path}`);
        if (refuses(request)) throw new FileAccessError('refused', 'Not allowed.');
        return { close: (status) => void trail.push(status) };
      },
      sessionUpdate: (_agent, _id, event) => {
        if (event.type === 'tool_call') trail.push(`card ${event.call.status}`);
      },
    },
    clock: { now: () => 1 },
    files,
    session: { agent: 'A', id: 's', roots: ['/w'] },
    resolve: async (path) => ({ real: resolve(path), inside: true }),
  });
  return { write, trail, texts };
}

const noCheck = (): Promise<void> => Promise.resolve();

test('all files are asked about before the first is written', async () => {
  const { write, trail } = served();
  await write.run({ files: [change('/w/a'), change('/w/b')], check: noCheck }, signal);
  expect(trail).toEqual([
    'ask /w/a',
    'ask /w/b',
    'card in_progress',
    '/w/a=new /w/a',
    '/w/b=new /w/b',
    'card completed',
    'completed',
    'completed',
  ]);
});

test('nothing is written where one file is refused or has changed', async () => {
  const refused = served((request) => request.use === 'write' && request.path === '/w/b');
  const files = [change('/w/a'), change('/w/b')];
  await expect(refused.write.run({ files, check: noCheck }, signal)).rejects.toThrow('Not allowed.');
  expect(refused.trail).toEqual(['ask /w/a', 'ask /w/b', 'failed']);
  const stale = served();
  const check = ({ path }: FileChange): Promise<void> =>
    path === '/w/b' ? Promise.reject(new Error('changed')) : Promise.resolve();
  await expect(stale.write.run({ files, check }, signal)).rejects.toThrow('changed');
  expect(stale.trail.filter((each) => each.includes('='))).toEqual([]);
});

test('what was written gets its text back where a later file cannot be written', async () => {
  const { write, trail, texts } = served(undefined, (path) => path === '/w/c');
  texts.set('/w/c', 'old');
  const files = [change('/w/a', 'one'), change('/w/b', 'two'), change('/w/c')];
  await expect(write.run({ files, check: noCheck }, signal)).rejects.toThrow(
    'No space. No file was changed.',
  );
  expect(trail.filter((each) => each.includes('='))).toEqual([
    '/w/a=new /w/a',
    '/w/b=new /w/b',
    '/w/b=two',
    '/w/a=one',
  ]);
  expect(trail).toContain('card failed');
});

test('a file that someone else has changed meanwhile is left as it is, and named', async () => {
  const { write, trail, texts } = served(undefined, (path) => {
    if (path === '/w/b') texts.set('/w/a', 'by the user');
    return path === '/w/b';
  });
  texts.set('/w/b', 'half a te');
  const files = [change('/w/a', 'one'), change('/w/b')];
  await expect(write.run({ files, check: noCheck }, signal)).rejects.toThrow(
    'No space. These could not be restored: /w/b, /w/a.',
  );
  expect(trail).not.toContain('/w/a=one');
});

test('what leads elsewhere by the time it is restored is neither written nor removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const [made, other] = [join(folder, 'made'), join(folder, 'other')];
  writeFileSync(made, 'new made');
  let target = made;
  const { write, texts } = served(
    undefined,
    (path) => {
      if (path === '/w/b') target = other;
      return path === '/w/b';
    },
    (path) => (path === '/w/made' ? target : path),
  );
  texts.set('/w/b', 'old');
  const files = [{ path: '/w/made', before: undefined, text: 'new made' }, change('/w/b')];
  await expect(write.run({ files, check: noCheck }, signal)).rejects.toThrow(
    'No space. These could not be restored: /w/made.',
  );
  expect(readFileSync(made, 'utf8')).toBe('new made');
  rmSync(folder, { recursive: true });
});

test('a file that leads elsewhere by the time it is written is not', async () => {
  let target = '/w/a';
  const { write, trail } = served(
    () => {
      setTimeout(() => undefined);
      return false;
    },
    undefined,
    () => target,
  );
  const check = (): Promise<void> => {
    target = '/etc/passwd';
    return Promise.resolve();
  };
  await expect(write.run({ files: [change('/w/a')], check }, signal)).rejects.toThrow('another file');
  expect(trail.some((each) => each.includes('='))).toBe(false);
});

test('two names of one file are refused', async () => {
  const { write } = served(undefined, undefined, () => '/w/a');
  await expect(
    write.run({ files: [change('/w/a'), change('/w/link')], check: noCheck }, signal),
  ).rejects.toThrow('another name');
});
