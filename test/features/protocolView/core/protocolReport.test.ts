// The report for the maintainers of an agent.
import { expect, test } from 'vitest';
import { protocolReport } from '../../../../src/features/protocolView/core/protocolReport.ts';

test('it has the versions, the exchange and the broken rule', () => {
  const row = {
    seq: 1,
    at: 0,
    direction: 'in',
    kind: 'notification',
    method: 'session/update',
    sizeBytes: 2,
    verdict: 'broken',
    problems: [{ rule: 'R9', state: 'broken', text: 'The update is malformed: x' }],
  } as const;
  const report = protocolReport({
    agent: 'Kettle',
    versions: ['Kettle 1.2.3', 'Parley 0.2.0'],
    messages: [{ row, text: '{"method":"session/update","text":"```"}' }],
  });
  expect(report).toContain('- Kettle 1.2.3');
  expect(report).toContain('- R9: The update is malformed: x');
  expect(report).toContain('"method": "session/update"');
  expect(report).toContain('````json');
});
