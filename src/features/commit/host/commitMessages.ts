// Has an agent write the commit message of a repository into the input box of Source Control.
import * as vscode from 'vscode';
import { commitMessageFrom } from '../core/commitMessage.ts';
import { commitPrompt } from '../core/commitPrompt.ts';
import { describeError, type ErrorAction } from '../../../core/errors.ts';
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { AskAgent } from '../../../core/ports/askAgent.ts';
import { RepositoryError } from '../../../core/ports/repositoryError.ts';
import { isSameText } from '../../../core/text/lineEndings.ts';
import type { AgentActionsOptions } from '../../../host/agents/agentActions.ts';
import { contextSetter } from '../../../host/contributions/contextKeys.ts';
import { agentLabel } from '../../../host/settings/settings.ts';
import { showStatusMessage } from '../../../host/window/statusMessage.ts';
import type { HostServices } from '../../../host/window/hostServices.ts';
import { boundedName } from '../../../host/text/fileNames.ts';
import { commitStrings } from './commitStrings.ts';
import { chooseRepository, clickedRoot, gitRepositories, type GitRepository } from './gitRepositories.ts';
import { InputBoxText } from './inputBoxText.ts';
import { offerNextSteps } from './nextSteps.ts';
import { readChanges } from './readChanges.ts';
import type { CommitContext } from '../feature.ts';

const setContext = contextSetter<CommitContext>();

export interface CommitServices extends AgentActionsOptions {
  readonly host: HostServices;
  /** Asks an agent outside of all sessions. */
  readonly askAgent: AskAgent;
}

/** The time limit of the whole: the start of the agent, and its answer. */
const TIMEOUT_SECONDS = 180;

/** A message that was generated and can be undone. */
interface Written {
  readonly repository: GitRepository;
  readonly before: string;
  readonly after: string;
  readonly watch: Disposable | undefined;
}

/** What a message is written about, besides what is staged. */
export interface MessageOptions {
  /** The agent that is asked; its key in the settings. */
  readonly agent?: string;
  /** What the changes were made for. */
  readonly purpose?: string;
  /** Appended to the message, one a line. */
  readonly trailers?: readonly string[];
}

interface Asked extends MessageOptions {
  readonly repository: GitRepository;
  readonly agent: string;
  /** What the user calls the agent, as notifications show it. */
  readonly label: string;
}

/** What is left to do once nothing runs any more. */
type Conclusion = () => Promise<void>;
const nothing: Conclusion = () => Promise.resolve();

async function showNote(text: string): Promise<void> {
  await vscode.window.showInformationMessage(text);
}

export class CommitMessages implements Disposable {
  readonly #services: CommitServices;
  /** What runs, by the root of its repository. */
  readonly #running = new Map<string, AbortController>();
  readonly #written = new Map<string, Written>();

  constructor(services: CommitServices) {
    this.#services = services;
  }

  /** Writes the message of the repository that a menu was opened on; cancels where one is being written already. */
  async generate(raw: readonly unknown[]): Promise<void> {
    const repository = await this.#repositoryOf(raw);
    if (repository === undefined) return;
    const running = this.#running.get(repository.rootUri.toString());
    if (running === undefined) await this.write(repository, {});
    else running.abort();
  }

  /** Stops writing in the repository that a menu was opened on, else everywhere. */
  cancel(raw: readonly unknown[]): void {
    const root = clickedRoot(raw)?.toString();
    for (const [each, running] of this.#running) if (root === undefined || each === root) running.abort();
  }

  /** Restores what was in the input box before the message was generated. */
  async undo(raw: readonly unknown[]): Promise<void> {
    const root = clickedRoot(raw)?.toString() ?? [...this.#written.keys()].at(-1);
    const written = root === undefined ? undefined : this.#written.get(root);
    if (root === undefined || written === undefined) {
      showStatusMessage(commitStrings.nothingToUndo());
      return;
    }
    const { repository, before, after } = written;
    if (!isSameText(repository.inputBox.value, after)) {
      const restore = commitStrings.restoreAnyway();
      const answer = await vscode.window.showWarningMessage(
        commitStrings.changedSince(),
        { modal: true },
        restore,
      );
      if (answer !== restore) return;
    }
    repository.inputBox.value = before;
    this.#forget(root);
  }

  /** Writes the message of a repository. What goes wrong is shown as a notification. */
  async write(repository: GitRepository, options: MessageOptions): Promise<void> {
    const root = repository.rootUri.toString();
    if (this.#running.has(root)) return;
    const running = new AbortController();
    this.#running.set(root, running);
    this.#forget(root);
    this.#showRunning();
    const { store, current, agentSettings } = this.#services;
    const agent = options.agent ?? store.state(current.shownKey ?? '')?.agent ?? agentSettings.defaultAgent;
    const label = boundedName(agentLabel(agent));
    const progress = { location: vscode.ProgressLocation.SourceControl, title: commitStrings.writing(label) };
    const asked = { ...options, repository, agent, label };
    let conclude: Conclusion;
    try {
      conclude = await vscode.window.withProgress(progress, () => this.#write(asked, running));
    } catch (error) {
      conclude = running.signal.aborted ? nothing : () => this.#report(error, asked);
    }
    // After a cancellation another one may run already.
    if (this.#running.get(root) === running) this.#running.delete(root);
    this.#showRunning();
    await conclude();
  }

  dispose(): void {
    for (const running of this.#running.values()) running.abort();
    for (const root of this.#written.keys()) this.#forget(root);
  }

  /** Resolves to what is left to do, which may wait for the user. */
  async #write(asked: Asked, running: AbortController): Promise<Conclusion> {
    const { repository, agent, label, purpose, trailers = [] } = asked;
    const { askAgent, host } = this.#services;
    const { signal } = running;
    const cwd = repository.rootUri.fsPath;
    const changes = await readChanges(cwd, signal);
    if (changes === undefined) return () => showNote(commitStrings.nothingToCommit());
    const prompt = commitPrompt({ ...changes, ...(purpose === undefined ? {} : { purpose }) });
    if (prompt.isCut) showStatusMessage(commitStrings.cut(label));
    const text = new InputBoxText(repository.inputBox, host.clock);
    const onText = (all: string): void => {
      if (!signal.aborted) text.stream(commitMessageFrom(all));
    };
    let isTimedOut = false;
    const timer = host.clock.after(TIMEOUT_SECONDS * 1000, () => {
      isTimedOut = true;
      running.abort();
    });
    try {
      const answer = await askAgent(agent, { cwd, prompt: prompt.text, signal, onText });
      const message = commitMessageFrom(answer);
      if (message !== '') return this.#finish(asked, text, withTrailers(message, trailers));
      text.restore(withTrailers('', trailers));
      return () => this.#offer(commitStrings.noAnswer(label), ['show-log'], asked);
    } catch (error) {
      // What the user writes instead gets the trailers too.
      const isCanceled = signal.aborted && !isTimedOut;
      text.restore(isCanceled ? '' : withTrailers('', trailers));
      if (!isTimedOut) throw error;
      const reason = commitStrings.timedOut(label, TIMEOUT_SECONDS);
      return () => this.#offer(reason, ['show-log', 'check-agent'], asked);
    } finally {
      timer.dispose();
    }
  }

  #finish({ repository, label }: Asked, text: InputBoxText, message: string): Conclusion {
    const remember = (): void => this.#remember(repository, text.before, message);
    if (text.finish(message)) {
      remember();
      return nothing;
    }
    return async () => {
      const replace = commitStrings.replace();
      const answer = await vscode.window.showInformationMessage(commitStrings.edited(label), replace);
      if (answer !== replace) return;
      text.replace(message);
      remember();
    };
  }

  #remember(repository: GitRepository, before: string, after: string): void {
    const root = repository.rootUri.toString();
    this.#forget(root);
    const { onDidChange } = repository.state;
    // A commit empties the box: then there is nothing to undo.
    const watch = onDidChange?.(() => {
      if (repository.inputBox.value === '') this.#forget(root);
    });
    this.#written.set(root, { repository, before, after, watch });
    this.#showWritten();
  }

  #forget(root: string): void {
    this.#written.get(root)?.watch?.dispose();
    if (this.#written.delete(root)) this.#showWritten();
  }

  #showRunning(): void {
    const roots = [...this.#running.keys()].map((root) => vscode.Uri.parse(root));
    setContext('parley.commitMessagesRunning', roots);
  }

  #showWritten(): void {
    const roots = [...this.#written.values()].map(({ repository }) => repository.rootUri);
    setContext('parley.commitMessagesWritten', roots);
  }

  async #repositoryOf(raw: readonly unknown[]): Promise<GitRepository | undefined> {
    const repositories = await gitRepositories();
    if (repositories === undefined) {
      void vscode.window.showWarningMessage(commitStrings.noGit());
      return undefined;
    }
    if (repositories.length === 0) {
      void vscode.window.showInformationMessage(commitStrings.noRepository());
      return undefined;
    }
    return chooseRepository(repositories, clickedRoot(raw));
  }

  async #report(error: unknown, asked: Asked): Promise<void> {
    if (error instanceof RepositoryError) {
      void vscode.window.showErrorMessage(commitStrings.gitFailed(boundedName(error.message)));
      return;
    }
    const { message, actions } = describeError(error);
    await this.#offer(commitStrings.failed(asked.label, message), actions, asked);
  }

  async #offer(text: string, actions: readonly ErrorAction[], asked: Asked): Promise<void> {
    const again = commitStrings.tryAgain();
    const isAgain = await offerNextSteps(text, actions, asked.agent, this.#services, again);
    if (isAgain) await this.write(asked.repository, asked);
  }
}

/** The message with trailers after it, as `git interpret-trailers` would write them. */
function withTrailers(message: string, trailers: readonly string[]): string {
  return trailers.length === 0 ? message : `${message}\n\n${trailers.join('\n')}`;
}
