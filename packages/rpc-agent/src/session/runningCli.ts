// What runs behind a session: one CLI with its turns, the tools that the client gives it, and its extensions' requests.
import type { AgentContext, ClientCapabilities, McpServer, SessionUpdate } from '@agentclientprotocol/sdk';
import { HostTools } from '../hostTools/hostTools.ts';
import type { CliNotices } from './cliNotices.ts';
import type { CliTimeouts } from '../cli/cliTimeouts.ts';
import type { RpcGone } from '../cli/rpcErrors.ts';
import type { RpcLink } from '../cli/rpcLink.ts';
import { TurnQueue, type TurnQueueOptions } from '../turns/turnQueue.ts';
import { UiRequests, type QuestionScope } from '../questions/uiRequests.ts';

/** What a session hands to each CLI that it starts. */
export interface SessionContext {
  /** Absolute. */
  readonly cwd: string;
  readonly mcpServers: readonly McpServer[];
  readonly client: AgentContext;
  readonly capabilities: ClientCapabilities;
  readonly timeouts: CliTimeouts;
  readonly log: (line: string) => void;
}

export interface RunningCliOptions extends SessionContext {
  readonly link: RpcLink;
  /** What questions are about, once the client knows of it. */
  readonly scope: Promise<QuestionScope>;
  readonly notices: CliNotices;
  readonly send: (update: SessionUpdate) => void;
  readonly setTitle: (title: string) => void;
  readonly giveUp: TurnQueueOptions['giveUp'];
  readonly fellBehind: TurnQueueOptions['fellBehind'];
  /** The CLI has ended on its own. */
  readonly onLost: (gone: RpcGone) => void;
}

export class RunningCli {
  readonly link: RpcLink;
  readonly turns: TurnQueue;
  readonly hostTools: HostTools;
  readonly uiRequests: UiRequests;

  private constructor(parts: Pick<RunningCli, 'link' | 'turns' | 'hostTools' | 'uiRequests'>) {
    this.link = parts.link;
    this.turns = parts.turns;
    this.hostTools = parts.hostTools;
    this.uiRequests = parts.uiRequests;
  }

  /** Puts a CLI that is ready to work. Rejects with RpcGone. */
  static async over(options: RunningCliOptions): Promise<RunningCli> {
    const { link, cwd, mcpServers, client, capabilities, timeouts, log, notices } = options;
    const { cli, family } = link;
    const turns = new TurnQueue({
      cli,
      sendsPromptResults: family === 'omp',
      pollMs: timeouts.pollMs,
      abortMs: timeouts.abortMs,
      giveUp: options.giveUp,
      fellBehind: options.fellBehind,
    });
    cli.onLateFailure((failure) => {
      if (!turns.handleLateFailure(failure)) log(`${failure.command} failed late: ${failure.error}`);
    });
    cli.onLost(options.onLost);
    const hostTools = await HostTools.connect({
      servers: mcpServers,
      cli,
      cwd,
      log,
      onProblem: (sentence) => notices.notify('warning', sentence),
    });
    const uiRequests = new UiRequests({
      cli,
      client,
      capabilities,
      scope: options.scope,
      notices,
      send: options.send,
      setTitle: options.setTitle,
      log,
    });
    return new RunningCli({ link, turns, hostTools, uiRequests });
  }

  /** Ends the CLI and all that came with it; its turns end with `gone`. */
  async end(gone: RpcGone): Promise<void> {
    this.uiRequests.dispose();
    this.turns.handleLoss(gone);
    await Promise.all([this.hostTools.dispose(), this.link.cli.stop()]);
  }
}
