// What is asked about paths outside a session's folders, and how long an answer holds.
import { expect, it } from 'vitest';
import { FileAccessError, type FileRequest, type FileSession } from '../../src/core/fileAccess.ts';
import { OutsideAccess } from '../../src/host/outsideAccess.ts';

function session(id = 's1'): FileSession {
  return { agent: 'Fake', id, roots: ['/ws'] };
}

interface Asked {
  readonly words: string;
  readonly answer: (allowed: boolean) => void;
}

/** Access whose questions wait in `asked` for the test's answers. */
function access(): { outside: OutsideAccess; asked: Asked[] } {
  const asked: Asked[] = [];
  const outside = new OutsideAccess((of, path, use) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asked.push({ words: `${of.id} ${use} ${path}`, answer: resolve });
    return promise;
  });
  return { outside, asked };
}

function request(of: FileSession, controller = new AbortController()): FileRequest {
  return { session: of, path: '/etc/x', signal: controller.signal, onAsking: () => {} };
}

/** How the promise ends: `allowed`, or the refusal. */
function outcome(promise: Promise<void>): Promise<string> {
  return promise.then(
    () => 'allowed',
    (error: unknown) => (error instanceof FileAccessError ? error.refusal : String(error)),
  );
}

function settle(): Promise<void> {
  return new Promise(setImmediate);
}

it('R78 asks once per path and use, and the answer holds for the session', async () => {
  const { outside, asked } = access();
  const mine = session();
  const first = outcome(outside.permit(request(mine), '/etc/x', 'read'));
  const second = outcome(outside.permit(request(mine), '/etc/x', 'read'));
  await settle();
  expect(asked.map(({ words }) => words)).toEqual(['s1 read /etc/x']);
  asked[0]?.answer(true);
  expect(await Promise.all([first, second])).toEqual(['allowed', 'allowed']);
  expect(await outcome(outside.permit(request(mine), '/etc/x', 'read'))).toBe('allowed');
  expect(asked).toHaveLength(1);
});

it('R78 a refusal holds too, and says why', async () => {
  const { outside, asked } = access();
  const mine = session();
  const first = outside.permit(request(mine), '/etc/x', 'write');
  await settle();
  asked[0]?.answer(false);
  await expect(first).rejects.toThrow(
    '/etc/x is outside the folders of this session and the person did not allow it to be written. Work inside /ws.',
  );
  expect(await outcome(outside.permit(request(mine), '/etc/x', 'write'))).toBe('outside');
  expect(asked).toHaveLength(1);
});

it('R78 who may read is asked before writing; who may write may read; other paths are asked', async () => {
  const { outside, asked } = access();
  const mine = session();
  const allow = async (path: string, use: 'read' | 'write'): Promise<string> => {
    const known = asked.length;
    const result = outcome(outside.permit(request(mine), path, use));
    await settle();
    asked[known]?.answer(true);
    return result;
  };
  await allow('/etc/x', 'read');
  await allow('/etc/x', 'write');
  await allow('/etc/y', 'write');
  await allow('/etc/y', 'read');
  expect(asked.map(({ words }) => words)).toEqual(['s1 read /etc/x', 's1 write /etc/x', 's1 write /etc/y']);
});

it('R78 an answer is worth nothing in another session, not even one with the same id', async () => {
  const { outside, asked } = access();
  const first = outcome(outside.permit(request(session()), '/etc/x', 'read'));
  await settle();
  asked[0]?.answer(true);
  expect(await first).toBe('allowed');
  const second = outcome(outside.permit(request(session()), '/etc/x', 'read'));
  await settle();
  asked[1]?.answer(false);
  expect(await second).toBe('outside');
});

it('puts one question at a time, and none for a request that was withdrawn', async () => {
  const { outside, asked } = access();
  const withdrawn = new AbortController();
  const first = outcome(outside.permit(request(session('a')), '/etc/x', 'read'));
  const second = outcome(outside.permit(request(session('b'), withdrawn), '/etc/x', 'read'));
  const third = outcome(outside.permit(request(session('c')), '/etc/x', 'read'));
  await settle();
  expect(asked).toHaveLength(1);
  withdrawn.abort();
  asked[0]?.answer(true);
  await settle();
  expect(await second).toBe('cancelled');
  expect(asked.map(({ words }) => words)).toEqual(['a read /etc/x', 'c read /etc/x']);
  asked[1]?.answer(true);
  expect(await Promise.all([first, third])).toEqual(['allowed', 'allowed']);
});

it('asks for a request that waited on another one that was withdrawn', async () => {
  const { outside, asked } = access();
  const mine = session();
  const withdrawn = new AbortController();
  const blocking = outcome(outside.permit(request(session('z')), '/etc/z', 'read'));
  const first = outcome(outside.permit(request(mine, withdrawn), '/etc/x', 'read'));
  const second = outcome(outside.permit(request(mine), '/etc/x', 'read'));
  await settle();
  withdrawn.abort();
  asked[0]?.answer(true);
  await blocking;
  expect(await first).toBe('cancelled');
  await settle();
  asked[1]?.answer(true);
  expect(await second).toBe('allowed');
  expect(asked.map(({ words }) => words)).toEqual(['z read /etc/z', 's1 read /etc/x']);
});

it('a question that failed refuses, and may be put again', async () => {
  let tries = 0;
  const outside = new OutsideAccess(async () => {
    if (++tries === 1) throw new Error('no window');
    return true;
  });
  const mine = session();
  expect(await outcome(outside.permit(request(mine), '/etc/x', 'read'))).toContain('no window');
  expect(await outcome(outside.permit(request(mine), '/etc/x', 'read'))).toBe('allowed');
});
