// Which session the sidebar shows, and how another one comes there.
import * as vscode from 'vscode';
import { Emitter, type Disposable, type Event } from '../core/lifecycle.ts';
import type { SessionState } from '../core/session/model.ts';
import { isWaiting, sessionTitle } from '../core/session/select.ts';
import type { Sessions } from '../core/sessions.ts';
import type { SessionStore } from '../core/sessionStore.ts';
import { stateWords } from './sessionsTree.ts';
import { agentLabel, configuredAgents, DEMO_AGENT, defaultAgent, sessionFolder } from './settings.ts';

/** Keeps the key of the shown session; there is one as soon as somebody asks. */
export class CurrentSession implements Disposable {
  readonly #store: SessionStore;
  readonly #sessions: Sessions;
  readonly #changed = new Emitter<string>();
  #key: string | undefined;

  /** Fires with the key when another session is shown. */
  readonly onChange: Event<string> = this.#changed.event;

  constructor(store: SessionStore, sessions: Sessions) {
    this.#store = store;
    this.#sessions = sessions;
  }

  /** The shown session if there is one already. */
  get shownKey(): string | undefined {
    return this.#key;
  }

  /** The shown session; the first is made with the default agent. */
  key(): string {
    this.#key ??= this.#sessions.create(defaultAgent(), sessionFolder());
    return this.#key;
  }

  /** Starts a session with that agent, or asks which when several are configured. */
  async startNew(agent?: string): Promise<void> {
    const chosen = agent ?? (await pickAgent());
    if (chosen === undefined) return;
    const empty = this.#emptySession(chosen);
    this.#show(empty ?? this.#sessions.create(chosen, sessionFolder()));
  }

  /** Shows a session of the window. */
  open(key: string): void {
    if (this.#store.state(key) !== undefined) this.#show(key);
  }

  /** Lets the person choose among the sessions of the window; titles and states change while it is open. */
  async pick(): Promise<void> {
    const picker = vscode.window.createQuickPick<SessionItem>();
    picker.placeholder = vscode.l10n.t('Choose a session');
    picker.matchOnDescription = true;
    picker.keepScrollPosition = true;
    const refresh = (): void => {
      const active = picker.activeItems[0]?.key ?? this.#key;
      picker.items = this.#sessionItems();
      picker.activeItems = picker.items.filter(({ key }) => key === active);
    };
    refresh();
    const watch = this.#store.onChange(({ previous, state }) => {
      const isSame =
        sessionTitle(previous) === sessionTitle(state) &&
        (previous.turn === undefined) === (state.turn === undefined) &&
        isWaiting(previous) === isWaiting(state);
      if (!isSame) refresh();
    });
    const chosen = await new Promise<string | undefined>((resolve) => {
      picker.onDidAccept(() => resolve(picker.selectedItems[0]?.key));
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
    watch.dispose();
    picker.dispose();
    if (chosen !== undefined) this.#show(chosen);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Running first, then waiting for the person, then the others, the newest first. */
  #sessionItems(): readonly SessionItem[] {
    const states = this.#store
      .keys()
      .toReversed()
      .flatMap((key) => this.#store.state(key) ?? []);
    const rank = (state: SessionState): number => (isWaiting(state) ? 1 : state.turn !== undefined ? 0 : 2);
    return states
      .toSorted((a, b) => rank(a) - rank(b))
      .map((state) => ({
        key: state.key,
        label: sessionTitle(state) ?? vscode.l10n.t('New session'),
        description: [agentLabel(state.agent), stateWords(state)].filter((words) => words !== '').join(' · '),
      }));
  }

  #show(key: string): void {
    this.#key = key;
    this.#changed.fire(key);
  }

  /** A session with that agent in which nothing happened yet: used instead of leaving empty ones behind. */
  #emptySession(agent: string): string | undefined {
    return this.#store.keys().find((key) => {
      const state = this.#store.state(key);
      return state?.agent === agent && state.entriesMade === 0 && state.queue.length === 0;
    });
  }
}

interface SessionItem extends vscode.QuickPickItem {
  readonly key: string;
}

/** One configured agent needs no question; the demo agent is offered beside several. */
async function pickAgent(): Promise<string | undefined> {
  if (configuredAgents().length < 2) return defaultAgent();
  return chooseAgent(vscode.l10n.t('Choose the agent of the new session'));
}

/** Lets the person choose among the configured agents and the demo agent. */
export async function chooseAgent(placeHolder: string): Promise<string | undefined> {
  const configured = configuredAgents();
  const usual = defaultAgent();
  const items = [...configured, DEMO_AGENT].map((name) => ({
    name,
    label: agentLabel(name),
    ...(name === usual ? { description: vscode.l10n.t('default') } : {}),
  }));
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.name;
}
