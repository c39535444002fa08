// What "Search Sessions" searches, as the user selects it with the buttons of the quick pick: agent, folder and dates.
import * as vscode from 'vscode';
import type { SearchFilter } from '../../../core/history/searchFilter.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { agentLabel, sessionFolder } from '../../settings/settings.ts';
import { withoutIcons } from '../../text/iconText.ts';
import { sessionCommandStrings } from '../sessionCommandStrings.ts';

const DAY_MS = 24 * 3_600_000;

/** The ranges that are offered, in days. */
const RANGES = [1, 7, 30, 365];

export class SearchScope {
  readonly #agentButton = button('hubot', sessionCommandStrings.filterByAgent());
  readonly #folderButton = button('folder', sessionCommandStrings.filterByFolder());
  readonly #dateButton = button('calendar', sessionCommandStrings.filterByDate());
  #agent: string | undefined;
  #isThisFolder = false;
  #days: number | undefined;

  readonly buttons: readonly vscode.QuickInputButton[] = [
    this.#agentButton,
    this.#folderButton,
    this.#dateButton,
  ];

  /** The scope in one line. */
  get title(): string {
    return [
      this.#agent === undefined ? sessionCommandStrings.allAgents() : agentLabel(this.#agent),
      this.#isThisFolder ? sessionCommandStrings.thisFolder() : sessionCommandStrings.allFolders(),
      rangeText(this.#days),
    ].join(' · ');
  }

  filter(clock: Clock): SearchFilter {
    return {
      ...(this.#agent === undefined ? {} : { agent: this.#agent }),
      ...(this.#isThisFolder ? { folder: sessionFolder() } : {}),
      ...(this.#days === undefined ? {} : { since: clock.now() - this.#days * DAY_MS }),
    };
  }

  /** Whether a button opens a quick pick of its own. */
  asks(pressed: vscode.QuickInputButton): boolean {
    return pressed !== this.#folderButton;
  }

  /** Changes what a button stands for; `agents` are those of all sessions. */
  async change(pressed: vscode.QuickInputButton, agents: readonly string[]): Promise<void> {
    if (pressed === this.#folderButton) this.#isThisFolder = !this.#isThisFolder;
    else if (pressed === this.#agentButton) await this.#selectAgent(agents);
    else await this.#selectRange();
  }

  async #selectAgent(agents: readonly string[]): Promise<void> {
    const all = { label: sessionCommandStrings.allAgents(), agent: undefined };
    const items = [all, ...agents.map((agent) => ({ label: withoutIcons(agentLabel(agent)), agent }))];
    const placeHolder = sessionCommandStrings.selectAgentFilter();
    const selected = await vscode.window.showQuickPick(items, { placeHolder });
    if (selected !== undefined) this.#agent = selected.agent;
  }

  async #selectRange(): Promise<void> {
    const items = [undefined, ...RANGES].map((days) => ({ label: rangeText(days), days }));
    const placeHolder = sessionCommandStrings.selectDateFilter();
    const selected = await vscode.window.showQuickPick(items, { placeHolder });
    if (selected !== undefined) this.#days = selected.days;
  }
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

function rangeText(days: number | undefined): string {
  if (days === undefined) return sessionCommandStrings.anyTime();
  return days === 1 ? sessionCommandStrings.lastDay() : sessionCommandStrings.lastDays(days);
}
