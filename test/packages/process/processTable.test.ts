// The list of processes: what each system prints, and that of this machine.
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { MARKER_VARIABLE, withMarker } from '../../../packages/process/marker.ts';
import {
  isRunning,
  isSameStart,
  listProcesses,
  parseCimList,
  parsePsList,
  startTimeOf,
} from '../../../packages/process/processTable.ts';
import { atEnd } from '../../support/agentHarness.ts';

describe('On macOS', () => {
  it('the environment follows the command line, and the start is a time', () => {
    const text = [
      `  501     1   501 Ss   Sun Nov  2 08:03:47 2025     /usr/sbin/thing -x`,
      `  777   501   770 S+   Sun Nov 22 18:13:47 2026     sleep 1000 HOME=/Users/a ${MARKER_VARIABLE}=one,two TERM=x`,
      `  778   501   770 Z    Sun Nov 22 18:13:48 2026     (sleep)`,
      `nonsense`,
    ].join('\n');
    expect(parsePsList(text)).toEqual([
      expect.objectContaining({ pid: 501, parent: 1, group: 501, isZombie: false, markers: [] }),
      {
        pid: 777,
        parent: 501,
        group: 770,
        startTime: new Date(2026, 10, 22, 18, 13, 47).getTime(),
        isZombie: false,
        markers: ['one', 'two'],
      },
      expect.objectContaining({ pid: 778, isZombie: true }),
    ]);
  });
});

describe('On Windows', () => {
  it('processes of the system, which have no start, are passed over', () => {
    expect(parseCimList('0 0 \r\n4 0 \r\n1234 4 1763798627000\r\n')).toEqual([
      { pid: 1234, parent: 4, group: 0, startTime: 1_763_798_627_000, isZombie: false, markers: [] },
    ]);
  });
});

describe('On this machine', () => {
  it('a process is listed with its parent, its start and all its markers', async () => {
    const env = withMarker(withMarker({ PATH: '/usr/bin:/bin' }, 'outer'), 'inner');
    const child = spawn('sleep', ['1000'], { env, detached: true, stdio: 'ignore' });
    atEnd(() => {
      child.kill('SIGKILL');
    });
    const { pid = 0 } = child;
    const startTime = startTimeOf(pid);
    const listed = (await listProcesses()).find((each) => each.pid === pid);
    expect(listed).toMatchObject({
      parent: process.pid,
      group: pid,
      isZombie: false,
      markers: ['outer', 'inner'],
    });
    expect(isSameStart(listed?.startTime ?? 0, startTime)).toBe(true);
    expect(isRunning({ pid, startTime })).toBe(true);
    child.kill('SIGKILL');
    await new Promise((resolve) => {
      child.once('exit', resolve);
    });
    expect(isRunning({ pid, startTime })).toBe(false);
  });

  it('a list holds what was started before it was asked for, though another is being made', async () => {
    const first = listProcesses();
    const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
    atEnd(() => {
      child.kill('SIGKILL');
    });
    const lists = await Promise.all([listProcesses(), listProcesses(), first]);
    expect(lists[0]).toBe(lists[1]);
    expect(lists[0].some(({ pid }) => pid === child.pid)).toBe(true);
  });
});
