// Traffic goes to the file of the trace, and to who looks at it.
import { expect, test } from 'vitest';
import { TappedLog } from '../../../src/agents/wire/tappedLog.ts';
import { WireTaps } from '../../../src/core/ports/wireTaps.ts';

test('nothing is recorded before somebody looks, and nothing after', () => {
  const taps = new WireTaps();
  const log = new TappedLog(undefined, () => taps.of('A'));
  const seen: string[] = [];
  log.message('a2c', '{"early":1}');
  taps.set('A', {
    connected: () => seen.push('connected'),
    line: (direction, text, isMessage) => seen.push(`${direction} ${text} ${isMessage}`),
  });
  log.message('c2a', '{"a":1}');
  log.raw('a2c', 'garbage');
  taps.set('A', undefined);
  log.message('a2c', '{"late":1}');
  expect(seen).toEqual(['out {"a":1} true', 'in garbage false']);
});

test('a new connection is announced', () => {
  let connections = 0;
  const tap = { connected: () => connections++, line: () => undefined };
  new TappedLog(undefined, () => tap);
  new TappedLog(undefined, () => tap);
  expect(connections).toBe(2);
});
