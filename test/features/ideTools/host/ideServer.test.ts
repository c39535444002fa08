// What sessions are given of the editor's tools.
import { afterEach, expect, test } from 'vitest';
import { IdeServer } from '../../../../src/features/ideTools/host/ideServer.ts';
import { systemClock } from '../../../../packages/process/systemClock.ts';
import { servedSession } from '../../../support/ide/servedSession.ts';
import { MemoryLog } from '../../../support/log.ts';

const owned: IdeServer[] = [];
afterEach(() => owned.splice(0).forEach((each) => each.dispose()));

async function ideServer(): Promise<IdeServer> {
  const options = { clock: systemClock, log: new MemoryLog(), bridge: '/dist/ide-bridge.js' };
  const ide = await IdeServer.start(options);
  owned.push(ide);
  return ide;
}

test('an agent with MCP over HTTP is given an address on this machine, and the token in a header', async () => {
  const ide = await ideServer();
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
  const ide = await ideServer();
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
  const ide = await ideServer();
  const given = [1, 2, 3].map(() => JSON.stringify(ide.serversFor(servedSession(), [])));
  expect(new Set(given).size).toBe(3);
});

test('where a server of the user is called parley-ide, the tools are offered by another name', async () => {
  const ide = await ideServer();
  const own = { name: 'Parley_IDE', command: 'x', args: [], env: [] };
  const [one] = ide.serversFor(servedSession(), [own]);
  const [other] = ide.serversFor(servedSession(), [own, { ...own, name: 'parley-ide-2' }]);
  expect([one?.name, other?.name]).toEqual(['parley-ide-2', 'parley-ide-3']);
});
