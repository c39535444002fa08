// What agents, files and workspaces say, in notifications and lists: no links that run commands, no icons.
import { beforeEach, expect, test, vi } from 'vitest';
import { agentRefused, ParleyError } from '../../../src/core/errors.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { notifyNotUndone } from '../../../src/host/changes/notUndoneNotice.ts';
import { confirmClose } from '../../../src/host/sessions/confirmClose.ts';
import { foundItem } from '../../../src/host/sessions/searchResultItem.ts';
import { SessionActions, type SessionActionsOptions } from '../../../src/host/sessions/sessionActions.ts';
import { MemoryLog } from '../../support/log.ts';

const LINK = '[Update](command:run)';

/** What VS Code was given to show. */
const shown = vi.hoisted((): string[] => []);

vi.mock('vscode', () => {
  const show = async (text: string, options?: { readonly detail?: string }): Promise<undefined> => {
    shown.push(text, options?.detail ?? '');
  };
  return {
    l10n: {
      t: (text: string, ...words: readonly unknown[]) =>
        text.replaceAll(/\{(\d)\}/g, (_whole, index: string) => String(words[Number(index)])),
    },
    env: { language: 'en' },
    workspace: { getConfiguration: () => ({ get: () => undefined }), workspaceFolders: [] },
    window: { showWarningMessage: show, showInformationMessage: show, showErrorMessage: show },
  };
});

beforeEach(() => {
  shown.length = 0;
});

/** The words of the agent were shown `times` times, and never as a link. */
function expectPlain(times: number): void {
  const all = shown.join('\n');
  expect(all.split('[Update]')).toHaveLength(times + 1);
  expect(all).not.toContain('](');
}

const state = { ...emptySession('k', LINK, '/work'), alias: LINK };
const entry = { id: 'k', key: 'k', agent: LINK, cwd: '/$(work)', title: LINK, updatedAt: 1 };

test('a question before a session is closed is plain', async () => {
  await confirmClose(state, true);
  expectPlain(2);
});

test('the names of files, and why they could not be written, are plain', () => {
  notifyNotUndone({ conflicts: [`/work/${LINK}`], failed: [{ path: `/work/${LINK}`, reason: LINK }] });
  expectPlain(3);
});

/** With the parts that a test comes to. */
function actionsWith(parts: object): SessionActions {
  const options: SessionActionsOptions = Object.assign(Object.create(null), {
    store: { state: () => state },
    list: { find: () => entry },
    log: new MemoryLog(),
    ...parts,
  });
  return new SessionActions(options);
}

test('an agent that refuses to copy a session, or cannot, is told of in plain words', async () => {
  const refusal = new ParleyError(agentRefused('A', LINK, undefined));
  await actionsWith({ sessions: { fork: () => Promise.reject(refusal) } }).fork('k');
  expectPlain(1);
  await actionsWith({ sessions: { fork: async () => undefined } }).fork('k');
  expectPlain(2);
});

test('the question before a session is deleted is plain', async () => {
  await actionsWith({ archive: { isOpenInOtherWindow: async () => false } }).delete('k');
  expectPlain(2);
});

test('a session that was found draws no icons', () => {
  const excerpt = { before: '$(a)', match: '$(b)', after: '$(c)' };
  const summary = { ...entry, createdAt: 1, entries: 1 };
  const found = { ...entry, agent: '$(bug)', title: '$(check) Done' };
  const { label, description, detail } = foundItem(found, 2, { summary, excerpt });
  expect(label).toContain('Done');
  expect(description).toContain('work');
  expect(detail).toContain('a');
  expect(`${label}${description}${detail}`).not.toContain('$(');
});
