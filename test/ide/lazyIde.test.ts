// What sessions are given of the editor's tools.
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../src/process/systemClock.ts';
import { LazyIde } from '../../src/ide/lazyIde.ts';
import { servedSession } from '../support/ide/servedSession.ts';
import { MemoryLog } from '../support/log.ts';

const owned: LazyIde[] = [];
afterEach(() => owned.splice(0).forEach((each) => each.dispose()));

function lazyIde(isOn = (_agent: string): boolean => true): LazyIde {
  const ide = new LazyIde({ clock: systemClock, log: new MemoryLog(), bridge: '/dist/ide-bridge.js', isOn });
  owned.push(ide);
  return ide;
}

test('an agent with MCP over HTTP is given an address on this machine, and the token in a header', async () => {
  const ide = lazyIde();
  await ide.prepare('A');
  expect(ide.serversFor(servedSession(), [])).toEqual([
    {
      type: 'http',
      name: 'parley-ide',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp\/[\w-]{12}$/) as unknown,
      headers: [{ name: 'Authorization', value: expect.stringMatching(/^Bearer [\w-]{43}$/) as unknown }],
    },
  ]);
});

test('another agent is given a program, and the token in its environment alone', async () => {
  const ide = lazyIde();
  await ide.prepare('A');
  const [server] = ide.serversFor(servedSession({ usesHttp: false }), []);
  expect(server).toMatchObject({
    name: 'parley-ide',
    command: process.execPath,
    args: ['/dist/ide-bridge.js'],
  });
  expect(server).toMatchObject({
    env: expect.arrayContaining([
      { name: 'PARLEY_IDE_TOKEN', value: expect.stringMatching(/^[\w-]{43}$/) as unknown },
    ]) as unknown,
  });
});

test('every session has a token and an address of its own', async () => {
  const ide = lazyIde();
  await ide.prepare('A');
  const given = [1, 2, 3].map(() => JSON.stringify(ide.serversFor(servedSession(), [])));
  expect(new Set(given).size).toBe(3);
});

test('nothing is given to agents for which the setting says so, and to agents on other machines', async () => {
  const ide = lazyIde((agent) => agent !== 'B');
  await ide.prepare('A');
  expect(ide.serversFor(servedSession({ agent: 'B' }), [])).toEqual([]);
  expect(ide.serversFor(servedSession({ isHere: false }), [])).toEqual([]);
});

test('nothing is started, and nothing given, before an agent that gets the tools is started', async () => {
  const ide = lazyIde(() => false);
  await ide.prepare('A');
  expect(ide.serversFor(servedSession(), [])).toEqual([]);
  expect(() => ide.turnBegins('A', 's')).not.toThrow();
});

test('where a server of the user is called parley-ide, the tools are offered by another name', async () => {
  const ide = lazyIde();
  await ide.prepare('A');
  const own = { name: 'Parley_IDE', command: 'x', args: [], env: [] };
  const [one] = ide.serversFor(servedSession(), [own]);
  const [other] = ide.serversFor(servedSession(), [own, { ...own, name: 'parley-ide-2' }]);
  expect([one?.name, other?.name]).toEqual(['parley-ide-2', 'parley-ide-3']);
});
