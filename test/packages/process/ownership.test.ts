// Which processes belong to an owned one, by a list of processes.
import { describe, expect, it } from 'vitest';
import { belongingTo, type OwnedProcess } from '../../../packages/process/ownership.ts';
import type { RunningProcess } from '../../../packages/process/processTable.ts';

const owned: OwnedProcess = { marker: 'ours', leader: { pid: 100, startTime: 5_000_000 } };

function entry(pid: number, fields: Partial<RunningProcess> = {}): RunningProcess {
  return { pid, parent: 1, group: pid, startTime: 5_000_000, isZombie: false, markers: [], ...fields };
}

function idsOf(processes: readonly RunningProcess[], own: OwnedProcess = owned): readonly number[] {
  return belongingTo([own], processes).map(({ pid }) => pid);
}

const leader = entry(100);

describe('Belonging', () => {
  it('the leader and its group do', () => {
    expect(idsOf([leader, entry(101, { group: 100 }), entry(200)])).toEqual([100, 101]);
  });

  it('what left the group does by its parents, however many', () => {
    const tree = [leader, entry(101, { parent: 100 }), entry(102, { parent: 101 }), entry(103)];
    expect(idsOf(tree)).toEqual([100, 101, 102]);
  });

  it('what lost group and parents does by its marker, alone or among others, with all below it', () => {
    const lost = [
      entry(101, { markers: ['ours'] }),
      entry(102, { markers: ['outer', 'ours', 'inner'] }),
      entry(103, { parent: 102 }),
      entry(104, { markers: ['other', 'ours-too'] }),
    ];
    expect(idsOf(lost)).toEqual([101, 102, 103]);
    expect(idsOf(lost, { marker: 'ours' })).toEqual([101, 102, 103]);
  });

  it('the group does when its leader has ended', () => {
    expect(idsOf([entry(101, { group: 100 })])).toEqual([101]);
    expect(idsOf([entry(100, { isZombie: true }), entry(101, { group: 100 })])).toEqual([101]);
  });

  it('a process that was given the id later does not, nor what is in its group or below it', () => {
    const reused = [
      entry(100, { startTime: 9_000_000 }),
      entry(101, { group: 100, startTime: 9_000_000 }),
      entry(102, { parent: 100, startTime: 9_000_000 }),
    ];
    expect(idsOf(reused)).toEqual([]);
  });

  it('the children of a leader that is gone do, where the system goes on to name it', () => {
    const orphan = entry(101, { parent: 100, startTime: 6_000_000 });
    const older = entry(102, { parent: 100, startTime: 1_000_000 });
    expect(idsOf([orphan, older])).toEqual([101]);
  });

  it('this process does not, whatever it has', () => {
    expect(idsOf([leader, entry(process.pid, { parent: 100, markers: ['ours'] })])).toEqual([100]);
  });
});
