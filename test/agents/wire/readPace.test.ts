// An agent that floods leaves half of the time to others, in countable slices.
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JsonLinesReader } from '../../../src/agents/wire/jsonLines.ts';
import { ReadPace, SharedPace } from '../../../src/agents/wire/readPace.ts';

/** Milliseconds on a clock that only work and rests move. */
let now = 0;

beforeEach(() => {
  now = 1_000;
});

function newPace(shared = new SharedPace()): ReadPace {
  return new ReadPace(() => now, shared);
}

/** How long to rest after so much work. */
function work(pace: ReadPace, milliseconds: number): number {
  pace.begin();
  now += milliseconds;
  return pace.end();
}

describe('pace', () => {
  it('asks for no rest in an answer of usual length, however often one comes', () => {
    const pace = newPace();
    for (let answer = 0; answer < 20; answer++) {
      for (let slice = 0; slice < 10; slice++) expect(work(pace, 8)).toBe(0);
      now += 100;
    }
  });

  it('asks for as much rest as there is work once it goes on and on', () => {
    const pace = newPace();
    let rested = 0;
    for (let slice = 0; slice < 1_000; slice++) {
      const restMs = work(pace, 8);
      now += restMs;
      rested += restMs;
    }
    expect(rested).toBeGreaterThan(7_800);
    expect(rested).toBeLessThanOrEqual(8_000);
  });

  it('counts the work of many small slices without a pause', () => {
    const pace = newPace();
    const rests = Array.from({ length: 200 }, () => work(pace, 1));
    expect(rests.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 0));
    expect(rests[100]).toBeGreaterThan(0);
  });

  it('rests but shortly after one message that took long', () => {
    expect(work(newPace(), 2_000)).toBe(16);
  });

  it('begins anew after a pause', () => {
    const pace = newPace();
    for (let slice = 0; slice < 100; slice++) now += work(pace, 8);
    now += 200;
    expect(work(pace, 8)).toBe(0);
  });

  it('leaves half of the time to others, however many agents flood', () => {
    const shared = new SharedPace();
    const agents = [1, 2, 3].map(() => ({ pace: newPace(shared), next: now, slices: 0 }));
    const began = now;
    for (let slice = 0; slice < 600; slice++) {
      const agent = agents.reduce((first, other) => (other.next < first.next ? other : first));
      now = Math.max(now, agent.next);
      const restMs = work(agent.pace, 8);
      agent.next = now + restMs;
      agent.slices++;
    }
    const share = (600 * 8) / (now - began);
    expect(share).toBeLessThan(0.6);
    for (const { slices } of agents) expect(slices).toBeGreaterThan(190);
  });
});

it('lets an agent that sends little answer at once beside one that floods', () => {
  const shared = new SharedPace();
  const flooding = newPace(shared);
  const quiet = newPace(shared);
  for (let slice = 0; slice < 200; slice++) {
    const restMs = work(flooding, 8);
    if (slice % 10 === 0) expect(work(quiet, 1)).toBe(0);
    now += restMs;
  }
});

describe('reader', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Lets the event loop turn, while no time goes by. */
  async function turns(): Promise<void> {
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  }

  async function rest(): Promise<void> {
    now += 8;
    vi.advanceTimersByTime(9);
    await turns();
  }

  /** Handles the messages of an agent, each of which takes a millisecond; the numbers of those that were handled. */
  function flood(count: number): { readonly handled: number[]; readonly reader: JsonLinesReader } {
    const handled: number[] = [];
    const stream = new PassThrough();
    const reader = new JsonLinesReader(stream, {
      onSkipped: () => undefined,
      handle: () => {
        handled.push(handled.length);
        now++;
        return true;
      },
      pace: newPace(),
    });
    reader.listen(() => undefined);
    stream.end('{"method":"update"}\n'.repeat(count));
    return { handled, reader };
  }

  it('handles at most a slice of a flood before it rests as long', async () => {
    const { handled, reader } = flood(5_000);
    await turns();
    expect(handled.length).toBeGreaterThanOrEqual(100);
    expect(handled.length).toBeLessThan(120);
    const before = handled.length;
    for (let slice = 0; slice < 20; slice++) await rest();
    expect(handled.length - before).toBeLessThanOrEqual(21 * 9);
    reader.dispose();
    const { length } = handled;
    await rest();
    expect(handled).toHaveLength(length);
  });

  it('delivers all of a flood, and closes', async () => {
    const { handled, reader } = flood(1_000);
    const closed = vi.fn<() => void>();
    reader.onClose(closed);
    while (closed.mock.calls.length === 0) {
      await rest();
    }
    expect(handled).toHaveLength(1_000);
  });
});
