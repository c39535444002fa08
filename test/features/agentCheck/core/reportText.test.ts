// The report as it is copied.
import { expect, test } from 'vitest';
import type { CheckReport } from '../../../../src/features/agentCheck/core/checkReport.ts';
import { reportText } from '../../../../src/features/agentCheck/core/reportText.ts';

const report: CheckReport = {
  agent: 'A',
  label: 'A',
  state: 'finished',
  verdict: { severity: 'error', text: 'A exited with code 3.' },
  steps: [{ id: 'start', label: 'Start the process', state: 'failed', note: 'no', durationMs: 12.4 }],
  facts: [
    { name: 'path', label: 'Found at', value: '/home/me/bin/a' },
    { name: 'folder', label: 'Folder', value: '/home/mean' },
  ],
  capabilities: [{ name: 'image', label: 'Images', state: 'no', note: 'None.' }],
  signIn: { state: 'unknown', text: 'Unknown.', methods: [{ name: 'Key', description: '' }] },
  servers: [],
  findings: [{ topic: 'path', severity: 'info', text: 'PATH:\n/home/me/bin' }],
  errors: [{ code: 'agent-exited', message: 'A exited.', detail: '```\nbad', actions: [] }],
  stderrTail: 'at /home/me/a.js',
};

const text = reportText(report, {
  home: '/home/me',
  versions: ['Parley 1.0.0'],
  redact: (each) => each.replaceAll('bad', '***'),
});

test('the home folder is written as ~, and another folder that begins like it stays', () => {
  expect(text).toContain('Found at: ~/bin/a');
  expect(text).toContain('at ~/a.js');
  expect(text).toContain('Folder: /home/mean');
  expect(text).not.toContain('/home/me/');
});

test('everything passes the redaction', () => {
  expect(text).not.toContain('bad');
});

test('a detail cannot end the block that it stands in', () => {
  expect(text).toContain('````\n```\n***\n````');
});

test('sections without content are left out', () => {
  expect(text).toContain('## Errors');
  expect(text).not.toContain('## MCP servers');
});
