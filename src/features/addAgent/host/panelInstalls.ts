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
  /** The chat that was opened last: one that was closed shows nothing more. */
  #panel: P | undefined;

  /** Runs an install, unless the agent is being installed; never rejects where `install` does not. */
  async run(id: string, panel: P, install: (place: InstallPlace) => Promise<void>): Promise<void> {
    if (this.#running.has(id)) return;
    this.#panel = panel;
    const running: RunningInstall = { stop: new AbortController() };
    this.#running.set(id, running);
    try {
      await install({
        signal: running.stop.signal,
        show: (step) => {
          running.step = step;
          this.#panel?.post({ type: 'agent_install', id, step });
        },
      });
    } finally {
      this.#running.delete(id);
      this.#panel?.post({ type: 'agent_install', id });
    }
  }

  cancel(id: string): void {
    this.#running.get(id)?.stop.abort();
  }

  /** From now on the panel shows what runs. */
  showIn(panel: P): void {
    this.#panel = panel;
    for (const [id, { step }] of this.#running) {
      if (step !== undefined) panel.post({ type: 'agent_install', id, step });
    }
  }
}
