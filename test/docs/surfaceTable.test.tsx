// @vitest-environment happy-dom
// docs/panel/surface.md counts what a user meets at once; `npm run test:unit -- test/docs -u` writes it.
import { act, cleanup, render } from '@testing-library/react';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { afterEach, expect, test } from 'vitest';
import { root } from '../../scripts/project.mjs';
import type { AgentChoice } from '../../src/core/panel/agentChoice.ts';
import type { CheckPageState, CheckReport } from '../../src/features/agentCheck/core/checkReport.ts';
import type { ProtocolHostMessage } from '../../src/features/protocolView/core/protocolRow.ts';
import { CheckPage } from '../../webview/features/agentCheck/CheckPage.tsx';
import { ProtocolPage } from '../../webview/features/protocolView/ProtocolPage.tsx';
import type { VsCodeApi } from '../../webview/panel/state/vscodeApi.ts';
import { chatTitle, commandsOfAnEmptyWindow, settingGroups } from '../host/contributions/manifestSurface.ts';
import { ended, openPanel, prompted, READY, said, saveViewStates } from '../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

interface Count {
  readonly what: string;
  /** In the review that asked for less. */
  readonly before: number;
  readonly limit: number;
  readonly now: () => number;
}

const counts: readonly Count[] = [
  {
    what: 'Commands in the palette of a window where nothing is configured',
    before: 68,
    limit: 45,
    now: () => commandsOfAnEmptyWindow().length,
  },
  {
    what: 'Entries of the chat’s menu',
    before: 17,
    limit: 12,
    now: () => Math.max(...TITLES.map((values) => sum([...chatTitle(values)].filter(isInMenu)))),
  },
  {
    what: 'Icons in the chat’s title',
    before: 3,
    limit: 3,
    now: () => Math.max(...TITLES.map((values) => chatTitle(values).get('navigation') ?? 0)),
  },
  { what: 'Buttons of the welcome page', before: 4, limit: 3, now: welcomePage },
  { what: 'Buttons of an empty session', before: 1, limit: 3, now: emptySession },
  { what: 'Buttons of Check Agent', before: 8, limit: 3, now: checkPage },
  { what: 'Buttons of Show Protocol', before: 9, limit: 3, now: protocolPage },
  { what: 'Icons under an answer', before: 6, limit: 3, now: answer },
  {
    what: 'Settings before the advanced ones',
    before: 27,
    limit: 20,
    now: () => settingGroups.slice(0, -1).flatMap(({ properties }) => Object.keys(properties)).length,
  },
];

/** What the chat's title depends on. */
const TITLES = [
  {},
  { viewLocation: 'auxiliarybar' },
  { 'parley.readOnly': 'true', 'parley.signsIn': 'true' },
];

const isInMenu = ([group]: readonly [string, number]): boolean => group !== 'navigation';
const sum = (groups: readonly (readonly [string, number])[]): number =>
  groups.reduce((total, [, count]) => total + count, 0);
const buttonsIn = (element: ParentNode | null): number =>
  element?.querySelectorAll('vscode-button').length ?? 0;

const CHOICES: readonly AgentChoice[] = [
  { id: 'gemini', name: 'Gemini CLI', state: 'found' },
  { id: 'codex', name: 'Codex CLI', state: 'installable' },
];

/** The panel of a user who has no agent yet. */
function welcomePage(): number {
  const agent = { ...READY.agent, name: 'demo', title: 'Demo agent', isDemo: true };
  const panel = openPanel({ panel: { agent } });
  panel.receive({ type: 'agent_choices', choices: CHOICES });
  expect(panel.container.querySelectorAll('.agent-choice').length).toBeGreaterThan(CHOICES.length);
  return buttonsIn(panel.container.querySelector('.empty-state'));
}

/** A new session in a window with several folders, where one of them can be chosen. */
function emptySession(): number {
  const { container } = openPanel({ panel: { folder: 'shop' } });
  return buttonsIn(container.querySelector('.empty-state'));
}

function answer(): number {
  const { container } = openPanel({
    panel: { sessionAbilities: { fork: true, forkAtPrompt: true, forkAfterAnswer: true } },
    events: [prompted('Say it.'), said('Said.'), ended()],
  });
  return container.querySelectorAll('.turn-actions button').length;
}

const api: VsCodeApi = {
  postMessage: () => undefined,
  getState: () => undefined,
  setState: () => undefined,
};

function receive(data: unknown): void {
  act(() => void window.dispatchEvent(new MessageEvent('message', { data })));
}

const report: CheckReport = {
  agent: 'Birch',
  label: 'Birch',
  state: 'finished',
  verdict: { severity: 'info', text: 'Everything works.' },
  steps: [],
  facts: [],
  capabilities: [],
  signIn: { state: 'needed', text: 'Sign in.', methods: [] },
  servers: [{ name: 'docs', kind: 'http', isPassed: true, note: 'Given to the agent.' }],
  findings: [],
  errors: [],
  stderrTail: '',
};

function checkPage(): number {
  const { container } = render(<CheckPage api={api} />);
  receive({ type: 'check', report } satisfies CheckPageState);
  return buttonsIn(container);
}

function protocolPage(): number {
  const { container } = render(<ProtocolPage api={api} />);
  const source = { kind: 'agent', name: 'Birch', isRecording: true, hasStart: true, dropped: 0 } as const;
  receive({ type: 'rows', reset: true, first: 0, rows: [], source } satisfies ProtocolHostMessage);
  return buttonsIn(container);
}

const intro = `# How much a user meets at once

What is used daily stands in the panel, what is used weekly in one menu, and the rest in the palette, where there is
something to do it with. A review counted what was shown at once; a test holds the limits since.

`;

test('docs/panel/surface.md says how much a user meets at once, which is no more than the limits', async () => {
  const rows = counts.map(({ now, ...count }) => ({ ...count, now: shown(now) }));
  for (const { what, now, limit } of rows) expect(now, what).toBeLessThanOrEqual(limit);
  const table = [
    '| what | in the review | limit | now |',
    '| - | - | - | - |',
    ...rows.map(({ what, before, limit, now }) => `| ${what} | ${before} | ${limit} | ${now} |`),
  ];
  const file = join(root, 'docs', 'panel', 'surface.md');
  const options = await resolveConfig(file);
  const text = await format(`${intro}${table.join('\n')}\n`, { ...options, parser: 'markdown' });
  await expect(text).toMatchFileSnapshot(file);
});

/** A count of something, which must be there to count. */
function shown(count: () => number): number {
  const found = count();
  cleanup();
  expect(found).toBeGreaterThan(0);
  return found;
}
