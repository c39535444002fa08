// Text of agents, files and workspaces in notifications and lists: no links that run commands, no icons.
import { beforeEach, expect, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { notifyNotReverted } from '../../../src/features/changes/host/revertNotifications.ts';
import { confirmClose } from '../../../src/host/sessions/confirmClose.ts';
import { searchResultItem } from '../../../src/host/sessions/list/searchResultItem.ts';
import { SessionActions, type SessionActionsOptions } from '../../../src/host/sessions/sessionActions.ts';
import { SessionDeletion, type SessionDeletionOptions } from '../../../src/host/sessions/sessionDeletion.ts';
import { MemoryLog } from '../../support/log.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';

const LINK = '[Update](command:run)';

beforeEach(resetVscode);

/** The agent's text was shown `times` times, and never as a link. */
function expectPlain(times: number): void {
  const all = vscode.messages.join('\n');
  expect(all.split('[Update]')).toHaveLength(times + 1);
  expect(all).not.toContain('](');
}

const state = { ...emptySession('k', LINK, '/work'), alias: LINK };
const entry = { id: 'k', key: 'k', agent: LINK, cwd: '/$(work)', title: LINK, updatedAt: 1 };

test('the question before a session is closed has no links', async () => {
  await confirmClose(state, true);
  expectPlain(2);
});

test('the names of files and the reasons of failed writes have no links', () => {
  notifyNotReverted('undo', {
    conflicts: [`/work/${LINK}`],
    failed: [{ path: `/work/${LINK}`, reason: LINK }],
  });
  expectPlain(3);
});

/** With the parts that a test uses. */
function actionsWith(copies: object): SessionActions {
  const options: SessionActionsOptions = Object.assign(Object.create(null), {
    store: { state: () => state },
    opener: { bring: async (id: string) => id },
    sessions: { copies },
  });
  return new SessionActions(options);
}

test('the notification that an agent cannot fork a session has no links', async () => {
  const refusal = new ParleyError(agentRefused('A', LINK, undefined));
  await actionsWith({ fork: () => Promise.reject(refusal) }).fork('k');
  expectPlain(1);
  await actionsWith({ fork: async () => undefined }).fork('k');
  expectPlain(2);
});

test('the question before a session is deleted has no links', async () => {
  const options: SessionDeletionOptions = Object.assign(Object.create(null), {
    list: { find: () => entry },
    archive: { isOpenInOtherWindow: async () => false },
    log: new MemoryLog(),
  });
  await new SessionDeletion(options).delete('k');
  expectPlain(2);
});

test('a search result has no icons', () => {
  const excerpt = { before: '$(a)', match: '$(b)', after: '$(c)' };
  const summary = { ...entry, createdAt: 1, entries: 1 };
  const found = { ...entry, agent: '$(bug)', title: '$(check) Done' };
  const { label, description, detail } = searchResultItem(found, 2, { summary, excerpt });
  expect(label).toContain('Done');
  expect(description).toContain('work');
  expect(detail).toContain('a');
  expect(`${label}${description}${detail}`).not.toContain('$(');
});
