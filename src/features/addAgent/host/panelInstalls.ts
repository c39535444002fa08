// The installs that were started from an empty chat, whose steps it shows and can cancel.
import type { HostMessage } from '../../../core/panel/hostMessage.ts';
import type { InstallPlace } from './addAgentEntry.ts';

interface Panel {
  post(message: HostMessage): void;
}

interface RunningInstall {
  readonly stop: AbortController;
  /** What it does now; undefined until the user has confirmed it. */
  step?: string;
}

/** One install of an agent at a time. */
export class PanelInstalls<P extends Panel> {
  readonly #running = new Map<string, RunningInstall>();
  /** The chats that were opened since an install began: of several, each shows it. */
  readonly #panels = new Set<P>();

  /** Runs an install, unless the agent is being installed; never rejects where `install` does not. */
  async run(id: string, panel: P, install: (place: InstallPlace) => Promise<void>): Promise<void> {
    if (this.#running.has(id)) {
      this.showIn(panel);
      return;
    }
    this.#panels.add(panel);
    const running: RunningInstall = { stop: new AbortController() };
    this.#running.set(id, running);
    try {
      await install({
        signal: running.stop.signal,
        show: (step) => {
          running.step = step;
          this.#post({ type: 'agent_install', id, step });
        },
      });
    } finally {
      this.#running.delete(id);
      this.#post({ type: 'agent_install', id });
      if (this.#running.size === 0) this.#panels.clear();
    }
  }

  cancel(id: string): void {
    this.#running.get(id)?.stop.abort();
  }

  /** From now on the panel shows what runs, too. */
  showIn(panel: P): void {
    if (this.#running.size > 0) this.#panels.add(panel);
    for (const [id, { step }] of this.#running) {
      if (step !== undefined) panel.post({ type: 'agent_install', id, step });
    }
  }

  #post(message: HostMessage): void {
    for (const panel of this.#panels) panel.post(message);
  }
}
