// Stages what stands of an agent's turn and has the agent write the commit message; loaded on first use.
import * as vscode from 'vscode';
import type { TurnFile } from '../../../core/changes/turnFile.ts';
import type { MenuContext } from '../../../core/panel/menuContext.ts';
import { RepositoryError } from '../../../core/ports/repositoryError.ts';
import { plainText } from '../../../core/session/content.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { SessionState } from '../../../core/session/model.ts';
import { turnPrompts } from '../../../core/changes/turnPrompts.ts';
import { visibleStart } from '../../../core/text/visibleText.ts';
import { oneLine } from '../../../core/text/oneLine.ts';
import { startOf } from '../../../core/text/wholeCharacters.ts';
import type { TrackedFiles } from '../../../core/ports/changeTracking.ts';
import { realPathSync } from '../../../storage/realPath.ts';
import { agentLabel } from '../../../host/settings/settings.ts';
import { boundedName, fileNames } from '../../../host/text/fileNames.ts';
import type { CommitMessages } from './commitMessages.ts';
import { commitStrings } from './commitStrings.ts';
import { chooseRepositories, gitRepositories, repositoryOf, type GitRepository } from './gitRepositories.ts';
import { planTurn, stageTurn, unstageTurn, type StagedTurn, type TurnPlan } from './stageTurn.ts';

const MAX_PURPOSE_CHARACTERS = 4_000;
const MAX_TRAILER_CHARACTERS = 200;

export interface CommitTurnServices {
  readonly store: Pick<SessionStore, 'state'>;
  readonly current: { readonly shownKey: string | undefined };
  readonly turnFiles: TrackedFiles['turnFiles'];
}

export type TurnPlace = Pick<MenuContext, 'parleySession' | 'parleyEntry'>;

/** Stages the turn at a place of a session, else the last one of the shown session; nothing is committed. */
export async function commitTurn(
  place: TurnPlace | undefined,
  services: CommitTurnServices,
  messages: Pick<CommitMessages, 'write'>,
): Promise<void> {
  try {
    await stageAndWrite(place, services, messages);
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    void vscode.window.showErrorMessage(commitStrings.stageFailed(boundedName(error.message)));
  }
}

async function stageAndWrite(
  place: TurnPlace | undefined,
  { store, current, turnFiles }: CommitTurnServices,
  messages: Pick<CommitMessages, 'write'>,
): Promise<void> {
  if (!vscode.workspace.isTrusted) return showInfo(commitStrings.untrusted());
  const key = place?.parleySession ?? current.shownKey;
  const state = key === undefined ? undefined : store.state(key);
  const prompts = state === undefined ? [] : turnPrompts(state.entries, place?.parleyEntry);
  const [first] = prompts;
  if (key === undefined || state === undefined || first === undefined)
    return showInfo(commitStrings.noTurn());
  const newest = turnPrompts(state.entries, undefined);
  if (state.turn !== undefined && newest.at(-1)?.id === prompts.at(-1)?.id) {
    return showInfo(commitStrings.turnRuns());
  }
  const entryIds = prompts.map(({ id }) => id);
  const read = (): Promise<readonly TurnFile[] | undefined> => turnFiles(key, entryIds);
  const files = await read();
  if (files === undefined) return showInfo(commitStrings.turnUnknown());
  if (files.length === 0) return showInfo(commitStrings.turnChangedNothing());
  const purpose = startOf(
    prompts.map(({ content }) => plainText(content)).join('\n\n'),
    MAX_PURPOSE_CHARACTERS,
  );
  const results: StageResult[] = [];
  try {
    for (const [repository, isIn] of await repositoriesOfTurn(files)) {
      const readHere = async (): Promise<readonly TurnFile[]> =>
        ((await read()) ?? []).filter(({ path }) => isIn(path));
      const result = await stageIn(repository, readHere);
      if (result !== undefined) results.push(result);
    }
  } finally {
    // What was staged is reported also where git failed in a later repository.
    if (results.length > 0) void report(results);
  }
  for (const { repository, plan } of results) {
    if (plan.files.size + plan.stagedBefore === 0) continue;
    await messages.write(repository, { agent: state.agent, purpose, trailers: trailersOf(state) });
  }
}

/** What was staged in one repository. */
interface StageResult {
  readonly repository: GitRepository;
  readonly plan: TurnPlan;
  readonly staged: StagedTurn;
}

/** Whether a file is in a repository, or in none. */
type IsIn = (path: string) => boolean;

/** The repositories that files of the turn are in; of several those that the user selects. */
async function repositoriesOfTurn(
  files: readonly TurnFile[],
): Promise<readonly (readonly [GitRepository, IsIn])[]> {
  const repositories = await gitRepositories();
  if (repositories === undefined) {
    showInfo(commitStrings.noGit());
    return [];
  }
  const held = Map.groupBy(files, ({ path }) => holder(repositories, path));
  const holding = [...held.keys()].filter((repository) => repository !== undefined);
  if (holding.length === 0) showInfo(commitStrings.turnOutside());
  const counted = new Map(holding.map((repository) => [repository, held.get(repository)?.length ?? 0]));
  const chosen = holding.length < 2 ? holding : await chooseRepositories(counted);
  return chosen.map((repository) => [
    repository,
    (path) => (holder(repositories, path) ?? repository) === repository,
  ]);
}

function holder(repositories: readonly GitRepository[], path: string): GitRepository | undefined {
  const found = repositoryOf(repositories, vscode.Uri.file(path));
  const real = found === undefined ? realPathSync(path) : undefined;
  return real === undefined ? found : repositoryOf(repositories, vscode.Uri.file(real));
}

/** Resolves to undefined where the user has other changes staged and leaves it at that. */
async function stageIn(
  repository: GitRepository,
  read: () => Promise<readonly TurnFile[]>,
): Promise<StageResult | undefined> {
  const root = repository.rootUri.fsPath;
  const plan = async (): Promise<TurnPlan> => planTurn(root, await read());
  let planned = await plan();
  if (planned.files.size + planned.stagedBefore > 0 && planned.others > 0) {
    const go = commitStrings.stageTurn();
    const question = commitStrings.othersStaged(planned.others);
    const options = { modal: true, detail: commitStrings.othersDetail() };
    if ((await vscode.window.showWarningMessage(question, options, go)) !== go) return undefined;
    planned = await plan();
  }
  const staged = await stageTurn(root, planned);
  await repository.status?.();
  return { repository, plan: planned, staged };
}

/** Reports what was staged and what was left out, of all repositories at once, and offers to undo it. */
async function report(results: readonly StageResult[]): Promise<void> {
  const notes = notesOf(results.map(({ plan }) => plan));
  const [title = '', ...buttons] = titleOf(
    results.map(({ plan }) => plan),
    notes.length > 0,
  );
  const show = notes.length > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const answer = await show([title, ...notes].join(' '), ...buttons);
  if (answer !== commitStrings.unstage()) return;
  try {
    const left: string[] = [];
    for (const { repository, staged } of results) {
      left.push(...(await unstageTurn(repository.rootUri.fsPath, staged)));
      await repository.status?.();
    }
    if (left.length > 0) void vscode.window.showWarningMessage(commitStrings.notUnstaged(fileNames(left)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(commitStrings.stageFailed(boundedName(reason)));
  }
}

function titleOf(plans: readonly TurnPlan[], hasNotes: boolean): readonly string[] {
  const count = plans.reduce((sum, { files }) => sum + files.size, 0);
  if (count > 0) return [commitStrings.staged(count), commitStrings.unstage()];
  if (plans.some(({ stagedBefore }) => stagedBefore > 0)) return [commitStrings.stagedBefore()];
  return [hasNotes ? commitStrings.nothingStaged() : commitStrings.turnChangedNothing()];
}

function notesOf(plans: readonly TurnPlan[]): readonly string[] {
  const leftOut = plans.flatMap((plan) => plan.leftOut);
  const edited = plans.flatMap((plan) => plan.edited);
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))];
  const notes = reasons.map((reason) => {
    const paths = leftOut.filter((each) => each.reason === reason).map(({ path }) => path);
    return `${commitStrings.leftOut(reason, fileNames(paths))}.`;
  });
  return edited.length === 0 ? notes : [...notes, `${commitStrings.partly(fileNames(edited))}.`];
}

/** What agents and settings name themselves is one bounded line, so that it can be no other trailer. */
function trailersOf({ agent, sessionId }: SessionState): readonly string[] {
  const trailer = (name: string, value: string): string =>
    `${name}: ${visibleStart(oneLine(value), MAX_TRAILER_CHARACTERS)}`;
  return [
    trailer('Agent', agentLabel(agent)),
    ...(sessionId === undefined ? [] : [trailer('Session', sessionId)]),
  ];
}

function showInfo(text: string): void {
  void vscode.window.showInformationMessage(text);
}
