// The chat as a user uses it: start a session, send a prompt, wait for the end of the turn, look at what stands there.
import type { Frame, FrameLocator, Locator } from 'playwright-core';
import type { EntryKind } from '../../../src/core/session/entries.ts';
import type { ParleyWindow } from './parleyWindow.ts';

/** How long an agent may take to start and open a session while the machine is busy, in milliseconds. */
const AGENT_START = 45_000;

/** What stands in a composer's input, every line of which is an element. */
export async function draftText(input: Locator): Promise<string> {
  return await input.evaluate(({ children }) => [...children].map((line) => line.textContent).join('\n'));
}

/** The name of the panel's agent, which stands in the composer alone. */
export function agentName(panel: FrameLocator, name: string): Locator {
  return panel.locator('.agent-name').getByText(name, { exact: true });
}

export class Chat {
  readonly #window: ParleyWindow;
  readonly #frame: FrameLocator | undefined;

  /** `frame` is the chat's document where there are several in the window. */
  constructor(window: ParleyWindow, frame?: FrameLocator) {
    this.#window = window;
    this.#frame = frame;
  }

  get #panel(): FrameLocator {
    return this.#frame ?? this.#window.chat;
  }

  /** Where the user types. */
  get input(): Locator {
    return this.find('composer-input');
  }

  /** What stands in the input. */
  async draft(): Promise<string> {
    return await draftText(this.input);
  }

  /** What the agent said. */
  get answers(): Locator {
    return this.entries('agent');
  }

  get error(): Locator {
    return this.find('error');
  }

  /** Elements of the panel by their handle. */
  find(testId: string): Locator {
    return this.#panel.getByTestId(testId);
  }

  /** The entries of a kind that are drawn. */
  entries(kind: EntryKind): Locator {
    return this.#panel.locator(`[data-testid="entry"][data-kind="${kind}"]`);
  }

  /** The control of a config option. */
  option(id: string): Locator {
    return this.#panel.locator(`[data-testid="config-option"][data-option-id="${id}"]`);
  }

  /** A value in the list of a config option that is open. */
  choice(value: string): Locator {
    return this.#panel.locator(`[data-testid="config-choice"][data-value="${value}"]`);
  }

  /** A button of an error, for example `restart-agent`. */
  action(name: string): Locator {
    return this.#panel.locator(`[data-action="${name}"]`);
  }

  /** The row of the Sessions view with that text, scrolled into sight. */
  async sessionRow(text: string): Promise<Locator> {
    const tree = this.#window.page.locator('.pane-body .monaco-list[aria-label="Sessions"]');
    const row = tree.locator('.monaco-list-row', { hasText: text });
    await this.showSessions();
    await tree.locator('.monaco-list-row').first().waitFor();
    await tree.hover();
    // Down and up again: what is looked for may have come while it was scrolled past.
    for (let step = 0; step < 80 && (await row.count()) === 0; step++) {
      await this.#window.page.mouse.wheel(0, step % 40 < 20 ? 60 : -60);
      await tree.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    }
    return row;
  }

  /** Shows the Sessions view, which is hidden until it is wanted. */
  async showSessions(): Promise<void> {
    const tree = this.#window.page.locator('.pane-body .monaco-list[aria-label="Sessions"]');
    if (await tree.isVisible()) return;
    await this.#window.runCommand('Parley: Focus on Sessions View');
    await tree.waitFor();
  }

  /** Starts a session with an agent chosen by name, else with that of the shown session; waits until it can be talked to. */
  async newSession(agent?: string): Promise<void> {
    await this.openSession(agent);
    await this.connected();
  }

  /** Starts a session with an agent that may never be ready. */
  async openSession(agent?: string): Promise<void> {
    if (agent === undefined) {
      await this.#window.runCommand('Parley: New Session');
    } else {
      await this.#pickAgent(agent);
      await agentName(this.#panel, agent).waitFor();
    }
    await this.find('session-title').getByText('New session', { exact: true }).waitFor();
    // The session before it may have no other title.
    await this.entries('user').first().waitFor({ state: 'detached' });
    await this.input.and(this.#panel.locator(':focus')).waitFor();
  }

  /** Chooses an agent for a new session. */
  async #pickAgent(agent: string): Promise<void> {
    const name = this.#window.page.getByText(agent, { exact: true });
    await this.#window.runCommand('Parley: New Session with Agent…');
    await this.#window.quickPick.filter({ has: name }).click();
  }

  /** Switches to the session whose title or agent has this in it. */
  async switchTo(text: string): Promise<void> {
    await this.#window.runCommand('Parley: Switch Session…');
    await this.#window.quickPick.filter({ hasText: text }).first().click();
  }

  /** Waits until the agent is there. */
  async connected(): Promise<void> {
    const states = ['ready', 'running', 'background', 'waiting', 'silent'].map(
      (each) => `[data-state="${each}"]`,
    );
    const state = this.#panel.locator(`[data-testid="connection-state"]:is(${states.join(',')})`);
    await state.waitFor({ timeout: AGENT_START });
  }

  /** Types a prompt and presses Enter. */
  async send(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Sends a prompt and waits until its turn has ended. */
  async ask(text: string): Promise<void> {
    const before = await this.lastRow();
    await this.send(text);
    await this.turnEnd(before);
  }

  /** Waits for the end of a turn below the row of that number. */
  async turnEnd(row: number): Promise<void> {
    const panel = await this.document();
    const hasEnded = (last: number): boolean =>
      [...document.querySelectorAll('.transcript-row:has([data-kind="turn"])')].some(
        (element) => Number(element.getAttribute('data-index')) > last,
      );
    await panel.waitForFunction(hasEnded, row, { timeout: AGENT_START });
  }

  /** The number of the last row that is drawn; -1 when there is none. */
  async lastRow(): Promise<number> {
    const rows = this.#panel.locator('.transcript-row');
    return (await rows.count()) === 0 ? -1 : Number(await rows.last().getAttribute('data-index'));
  }

  /** The document of the panel, for what only a script inside can do. */
  async document(): Promise<Frame> {
    const body = await this.#panel.locator('body').elementHandle();
    const frame = await body?.ownerFrame();
    if (frame === null || frame === undefined) throw new Error('The chat has no document.');
    return frame;
  }
}
