// Which session the sidebar shows, and how another one comes there.
import * as vscode from 'vscode';
import { Emitter, type Disposable, type Event } from '../core/lifecycle.ts';
import { sessionTitle } from '../core/session/select.ts';
import type { Sessions } from '../core/sessions.ts';
import type { SessionStore } from '../core/sessionStore.ts';
import { configuredAgents, DEMO_AGENT, defaultAgent, sessionFolder } from './settings.ts';

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

  /** Lets the person choose among the sessions of the window. */
  async pick(): Promise<void> {
    const items = this.#store
      .keys()
      .toReversed()
      .flatMap((key) => {
        const state = this.#store.state(key);
        if (state === undefined) return [];
        const label = sessionTitle(state) ?? vscode.l10n.t('New session');
        const running = state.turn === undefined ? {} : { detail: vscode.l10n.t('Running') };
        return [{ key, label, description: state.agent, ...running }];
      });
    const placeHolder = vscode.l10n.t('Choose a session');
    const chosen = await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true });
    if (chosen !== undefined) this.#show(chosen.key);
  }

  dispose(): void {
    this.#changed.dispose();
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

/** One configured agent needs no question; the demo agent is offered beside several. */
async function pickAgent(): Promise<string | undefined> {
  const configured = configuredAgents();
  if (configured.length < 2) return defaultAgent();
  const usual = defaultAgent();
  const items = [...configured, DEMO_AGENT].map((name) => ({
    name,
    label: name === DEMO_AGENT ? vscode.l10n.t('Demo agent') : name,
    ...(name === usual ? { description: vscode.l10n.t('default') } : {}),
  }));
  const placeHolder = vscode.l10n.t('Choose the agent of the new session');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.name;
}
