// The page that checks one agent: runs the check, shows each report, and does what its buttons say.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { runCommand } from '../../../host/contributions/commands.ts';
import {
  checkPageMessage,
  type CheckAction,
  type CheckPageState,
  type CheckReport,
} from '../core/checkReport.ts';
import { checkStrings } from '../core/checkStrings.ts';
import { reportText } from '../core/reportText.ts';
import { runCheck, type CheckPorts } from '../core/checkSteps.ts';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { inspectProgram } from '../../../machine/inspectProgram.ts';
import { restartAgent } from '../../../host/agents/agentActions.ts';
import { openAgentSettings } from '../../../host/agents/openAgentSettings.ts';
import { fillWebview } from '../../../host/chat/panelHtml.ts';
import { pickAgent } from '../../../host/settings/agentPick.ts';
import { agentLabel, sessionFolder } from '../../../host/settings/settings.ts';
import { withoutIcons } from '../../../host/text/iconText.ts';
import { inBackground } from '../../../host/window/inBackground.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { agentCheckStrings } from './agentCheckStrings.ts';
import { showStatusMessage } from '../../../host/window/statusMessage.ts';

/** The type of the tabs. */
const CHECK_TAB = 'parley.checkAgent';

const manifest = z.object({ version: z.string() });

export interface CheckPageEvents {
  readonly onClose: () => void;
  readonly openOther: (name: string) => void;
}

/** One tab. Closing it ends a check that runs. */
export class CheckPage implements Disposable {
  readonly #name: string;
  readonly #kernel: Kernel;
  readonly #events: CheckPageEvents;
  readonly #tab: vscode.WebviewPanel;
  readonly #owned = new DisposableStore();
  #report: CheckReport | undefined;
  /** Aborts the check that runs; undefined between checks. */
  #running: AbortController | undefined;
  /** What MCP servers answered, by name. */
  #answers: ReadonlyMap<string, string> = new Map();
  #isClosed = false;

  constructor(name: string, kernel: Kernel, events: CheckPageEvents) {
    this.#name = name;
    this.#kernel = kernel;
    this.#events = events;
    const { extensionUri } = kernel.host.context;
    const title = checkStrings.title(withoutIcons(agentLabel(name)));
    this.#tab = vscode.window.createWebviewPanel(CHECK_TAB, title, vscode.ViewColumn.Active, {});
    this.#tab.iconPath = {
      light: vscode.Uri.joinPath(extensionUri, 'media', 'tab-light.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media', 'tab-dark.svg'),
    };
    this.#owned.add(this.#tab.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#tab.onDidDispose(() => this.dispose());
    fillWebview(this.#tab.webview, extensionUri, 'check');
  }

  /** Brings the tab to the front, and checks anew unless a check runs. */
  reveal(): void {
    this.#tab.reveal();
    this.#start();
  }

  dispose(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#running?.abort();
    this.#owned.dispose();
    this.#tab.dispose();
    this.#events.onClose();
  }

  #start(): void {
    if (this.#running === undefined) inBackground(this.#kernel.host.log, this.#run());
  }

  async #run(): Promise<void> {
    const stop = new AbortController();
    this.#running = stop;
    try {
      const agent = { name: this.#name, label: agentLabel(this.#name) };
      this.#answers = await this.#kernel.servers.configured.answers(this.#name);
      await runCheck(agent, this.#ports(), { onReport: (report) => this.#show(report), signal: stop.signal });
    } finally {
      this.#running = undefined;
    }
  }

  #ports(): CheckPorts {
    const { host, session, launcher, servers: sources, startProbe } = this.#kernel;
    const { clock, logs, redactors } = host;
    const name = this.#name;
    const log = logs.agent(name);
    return {
      clock,
      log,
      prepare: async () => {
        const launch = await launcher.launch(name);
        const { servers, problems } = await sources.configured.forCheck(name);
        return { launch, servers, serverProblems: problems, cwd: sessionFolder() };
      },
      inspect: (launch) => inspectProgram(launch, { clock }),
      startProbe: startProbe(name),
      editor: {
        proxy: vscode.workspace.getConfiguration('http').get<string>('proxy', ''),
        remoteName: vscode.env.remoteName,
      },
      connection: () => session.agents.existing(name)?.status,
      redact: (text) => redactors.of(name).text(text),
    };
  }

  #show(report: CheckReport): void {
    this.#report = report;
    this.#post();
  }

  #post(): void {
    // A check that the closing ended reports that too: a tab that is closed throws.
    const report = this.#withAnswers();
    if (report === undefined || this.#isClosed) return;
    const state: CheckPageState = { type: 'check', report };
    void this.#tab.webview.postMessage(state);
  }

  #withAnswers(): CheckReport | undefined {
    if (this.#report === undefined) return undefined;
    const servers = this.#report.servers.map((server) => {
      const answer = this.#answers.get(server.name);
      return answer === undefined ? server : { ...server, answer };
    });
    return { ...this.#report, servers };
  }

  async #testServers(): Promise<void> {
    const names = this.#report?.servers.filter(({ isPassed }) => isPassed).map(({ name }) => name) ?? [];
    const { configured } = this.#kernel.servers;
    await configured.test(this.#name, new Set(names));
    this.#answers = await configured.answers(this.#name);
    this.#post();
  }

  #receive(raw: unknown): void {
    const parsed = checkPageMessage.safeParse(raw);
    const { log } = this.#kernel.host;
    if (!parsed.success)
      log.error(`The page sent a message that is not in the contract: ${parsed.error.message}`);
    else if (parsed.data.type === 'ready') this.#post();
    else inBackground(log, this.#act(parsed.data.action));
  }

  async #act(action: CheckAction): Promise<void> {
    const { logs } = this.#kernel.host;
    switch (action) {
      case 'run':
        this.#start();
        return;
      case 'cancel':
        this.#running?.abort();
        return;
      case 'copy':
        await this.#copy();
        return;
      case 'sign-in':
        await runCommand('parley.signIn', this.#name);
        return;
      case 'review':
        await runCommand('parley.manageWorkspaceAgents');
        return;
      case 'restart':
        await restartAgent(this.#name, this.#kernel.actions);
        return;
      case 'edit-settings':
        await openAgentSettings();
        return;
      case 'show-log':
        logs.show(this.#name);
        return;
      case 'show-protocol':
        await runCommand('parley.showProtocol', this.#name);
        return;
      case 'add-agent':
        await runCommand('parley.addAgent');
        return;
      case 'test-servers':
        await this.#testServers();
        return;
      case 'show-servers':
        await runCommand('parley.mcpServers', this.#name);
        return;
      case 'other-agent':
        await this.#chooseOther();
    }
  }

  async #copy(): Promise<void> {
    const report = this.#withAnswers();
    if (report === undefined) return;
    const { redactors, context } = this.#kernel.host;
    const redactor = await redactors.current(this.#name);
    const { version } = manifest.parse(context.extension.packageJSON);
    const text = reportText(report, {
      home: homedir(),
      versions: [
        ['Parley', version].join(' '),
        `${vscode.env.appName} ${vscode.version}`,
        `${process.platform} ${process.arch}`,
        ...(vscode.env.remoteName === undefined ? [] : [vscode.env.remoteName]),
      ],
      redact: (each) => redactor.text(each),
    });
    await vscode.env.clipboard.writeText(text);
    showStatusMessage(agentCheckStrings.copied());
  }

  async #chooseOther(): Promise<void> {
    const picked = await pickAgent(this.#kernel.host.agentSettings, agentCheckStrings.selectAgent());
    if (picked !== undefined) this.#events.openOther(picked);
  }
}
