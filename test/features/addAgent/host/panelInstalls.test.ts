// Installs that an empty chat began: it shows their steps and cancels them.
import { expect, test } from 'vitest';
import type { HostMessage } from '../../../../src/core/panel/hostMessage.ts';
import type { InstallPlace } from '../../../../src/features/addAgent/host/addAgentEntry.ts';
import { PanelInstalls } from '../../../../src/features/addAgent/host/panelInstalls.ts';

function panel() {
  const posted: HostMessage[] = [];
  return { posted, post: (message: HostMessage) => void posted.push(message) };
}

function begin(installs: PanelInstalls<ReturnType<typeof panel>>, where: ReturnType<typeof panel>) {
  const ended = Promise.withResolvers<void>();
  let place: InstallPlace | undefined;
  const running = installs.run('codex-acp', where, (given) => {
    place = given;
    return ended.promise;
  });
  if (place === undefined) throw new Error('Nothing was started.');
  return { place, end: async () => (ended.resolve(), running) };
}

test('the steps of an install are shown until it has ended, also in a chat that is opened meanwhile', async () => {
  const installs = new PanelInstalls<ReturnType<typeof panel>>();
  const [first, second] = [panel(), panel()];
  const { place, end } = begin(installs, first);
  place.show('Downloading…');
  installs.showIn(second);
  place.show('Starting…');
  await end();
  const steps = [
    { type: 'agent_install', id: 'codex-acp', step: 'Downloading…' },
    { type: 'agent_install', id: 'codex-acp', step: 'Starting…' },
    { type: 'agent_install', id: 'codex-acp' },
  ];
  expect([first.posted, second.posted]).toEqual([steps, steps]);
  // What begins later is not shown there.
  const third = panel();
  const next = begin(installs, third);
  next.place.show('Downloading…');
  await next.end();
  expect([first.posted.length, second.posted.length, third.posted.length]).toEqual([3, 3, 2]);
});

test('Cancel ends the install of that agent alone, and a second click starts no second one', async () => {
  const installs = new PanelInstalls<ReturnType<typeof panel>>();
  const where = panel();
  const { place, end } = begin(installs, where);
  installs.cancel('gemini');
  expect(place.signal.aborted).toBe(false);
  await installs.run('codex-acp', where, () => Promise.reject(new Error('It runs twice.')));
  place.show('Downloading…');
  const other = panel();
  await installs.run('codex-acp', other, () => Promise.reject(new Error('It runs twice.')));
  expect(other.posted).toEqual([{ type: 'agent_install', id: 'codex-acp', step: 'Downloading…' }]);
  installs.cancel('codex-acp');
  expect(place.signal.aborted).toBe(true);
  await end();
  await installs.run('codex-acp', where, async ({ signal }) => expect(signal.aborted).toBe(false));
});
