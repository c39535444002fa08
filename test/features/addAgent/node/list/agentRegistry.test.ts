// The list as the server has it, as it is stored, and as it came with Parley, whatever the server does.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AgentRegistry } from '../../../../../src/features/addAgent/node/list/agentRegistry.ts';
import { ManualClock } from '../../../../support/clock.ts';
import { registryEntry, RegistryServer } from '../../../../support/registry/registryServer.ts';

const npx = { npx: { package: 'agent@1.2.3' } };
const BUNDLED = '2026-10-01T00:00:00.000Z';
const signal = new AbortController().signal;

let server: RegistryServer;
let folder: string;
let clock: ManualClock;

beforeEach(async () => {
  server = await RegistryServer.start();
  folder = mkdtempSync(join(tmpdir(), 'parley-registry-'));
  clock = new ManualClock();
  const bundled = { loadedAt: BUNDLED, agents: [registryEntry('bundled', npx)] };
  writeFileSync(join(folder, 'bundled.json'), JSON.stringify(bundled));
});

afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

function registry(address: string, timeoutMs = 10_000): AgentRegistry {
  return new AgentRegistry({
    fetch: (url, init) => fetch(url, init),
    address,
    folder: join(folder, 'storage'),
    bundled: join(folder, 'bundled.json'),
    clock,
    timeoutMs,
  });
}

const ids = ({ agents }: { readonly agents: readonly { readonly id: string }[] }) =>
  agents.map(({ id }) => id);

test('before anything was loaded, the list that came with Parley is used, with its date', async () => {
  const list = await registry(server.url('/registry.json')).stored();
  expect(list).toMatchObject({ source: 'bundled', loadedAt: Date.parse(BUNDLED) });
  expect(ids(list)).toEqual(['bundled']);
  expect(server.requests).toEqual([]);
});

test('a loaded list is stored with its date, and used without the server', async () => {
  const address = server.serveList([registryEntry('one', npx)]);
  clock.advance(5_000);
  expect(await registry(address).load(signal)).toMatchObject({ source: 'server', loadedAt: clock.now() });
  clock.advance(60_000);
  const stored = await registry(address).stored();
  expect(stored).toMatchObject({ source: 'cache', loadedAt: clock.now() - 60_000 });
  expect(ids(stored)).toEqual(['one']);
  expect(server.requests).toHaveLength(1);
});

test('the list of one address does not stand for that of another', async () => {
  await registry(server.serveList([registryEntry('one', npx)])).load(signal);
  expect(ids(await registry(server.url('/other.json')).stored())).toEqual(['bundled']);
});

test('a stored list that was damaged counts as none', async () => {
  const address = server.serveList([registryEntry('one', npx)]);
  await registry(address).load(signal);
  writeFileSync(join(folder, 'storage', 'registry.json'), '{"address":');
  expect(ids(await registry(address).stored())).toEqual(['bundled']);
});

test.each([
  ['no JSON', '<!DOCTYPE html><html>', 'list-malformed'],
  ['something else', '{"agents":{}}', 'list-malformed'],
  ['only entries that cannot be read', '{"agents":[{},5]}', 'list-malformed'],
  ['nothing', '', 'list-malformed'],
])('%s is an error, and what is stored stays', async (_what, text, code) => {
  const address = server.serveList([registryEntry('one', npx)]);
  await registry(address).load(signal);
  const before = readFileSync(join(folder, 'storage', 'registry.json'), 'utf8');
  server.serve('/registry.json', text);
  await expect(registry(address).load(signal)).rejects.toMatchObject({ user: { code } });
  expect(readFileSync(join(folder, 'storage', 'registry.json'), 'utf8')).toBe(before);
});

test('a list without agents is one', async () => {
  expect(ids(await registry(server.serveList([])).load(signal))).toEqual([]);
});

test('a server that is down, answers with an error, or never ends, is an error', async () => {
  await expect(registry(server.url('/nothing')).load(signal)).rejects.toMatchObject({
    user: { code: 'response-status' },
  });
  server.serve('/silent', () => undefined);
  await expect(registry(server.url('/silent'), 50).load(signal)).rejects.toMatchObject({
    user: { code: 'request-timed-out' },
  });
  server.serve('/endless', (_request, response) => {
    response.write('{"agents":[');
  });
  await expect(registry(server.url('/endless'), 50).load(signal)).rejects.toMatchObject({
    user: { code: 'request-timed-out' },
  });
  const address = server.url('/registry.json');
  await server.stop();
  await expect(registry(address).load(signal)).rejects.toMatchObject({ user: { code: 'request-failed' } });
  server = await RegistryServer.start();
});

test('more than a list has is not read to its end', async () => {
  server.serve('/huge', (_request, response) => {
    const write = (): void => {
      if (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 0x20))) setImmediate(write);
    };
    response.on('drain', write);
    write();
  });
  await expect(registry(server.url('/huge')).load(signal)).rejects.toMatchObject({
    user: { code: 'response-too-large' },
  });
  server.serve('/announced', (_request, response) => {
    response.writeHead(200, { 'content-length': String(10 ** 9) }).flushHeaders();
  });
  await expect(registry(server.url('/announced')).load(signal)).rejects.toMatchObject({
    user: { code: 'response-too-large' },
  });
});

test('loading ends when the picker is closed', async () => {
  const stop = new AbortController();
  server.serve('/silent', () => stop.abort());
  await expect(registry(server.url('/silent')).load(stop.signal)).rejects.toMatchObject({
    user: { code: 'cancelled' },
  });
});
