// The messages of an event stream.
import { expect, test } from 'vitest';
import { eventData } from '../../../../../src/features/ideTools/host/bridge/eventData.ts';

test('each event is a message; comments are none', () => {
  expect(
    eventData(': hello\n\nevent: message\ndata: {"a":1}\n\nid: 2\r\ndata:{"b":\r\ndata: 2}\r\n\r\n'),
  ).toEqual(['{"a":1}', '{"b":\n2}']);
  expect(eventData('')).toEqual([]);
});
