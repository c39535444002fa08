// Reports what a session has beside its conversation (title, plan, commands, options, usage), each change once.
import type { AvailableCommand, SessionConfigOption, SessionUpdate } from '@agentclientprotocol/sdk';
import type { RpcCommand, RpcState, SessionStats } from '../cli/frames.ts';
import { planUpdate } from './todoPlan.ts';
import { allCommands } from '../slashCommands/slashCommands.ts';
import { usageUpdate, type KnownUsage } from '../turns/turnUsage.ts';

export class SessionReports {
  readonly #send: (update: SessionUpdate) => void;
  /** The last update of each kind. */
  readonly #reported = new Map<string, string>();

  constructor(send: (update: SessionUpdate) => void) {
    this.#send = send;
    // Every session begins without a plan.
    this.#reported.set('plan', JSON.stringify(planUpdate([])));
  }

  /** What `get_state` says. */
  state({ sessionName, todoPhases }: RpcState): void {
    this.title(sessionName);
    this.#report(planUpdate(todoPhases ?? []));
  }

  /** An empty title is none. */
  title(title: string | undefined): void {
    if (title !== undefined && title !== '') this.#report({ sessionUpdate: 'session_info_update', title });
  }

  /** The CLI's own commands; those of this program are added. */
  commands(commands: readonly RpcCommand[]): void {
    const own = commands.map(({ name, description, input }): AvailableCommand => ({
      name,
      description: description ?? '',
      ...(input?.hint === undefined ? {} : { input: { hint: input.hint } }),
    }));
    this.#report({ sessionUpdate: 'available_commands_update', availableCommands: allCommands(own) });
  }

  /** Options that the client has got in an answer. */
  knowsOptions(configOptions: readonly SessionConfigOption[]): void {
    this.#reported.set('config_option_update', JSON.stringify(optionsUpdate(configOptions)));
  }

  options(configOptions: readonly SessionConfigOption[]): void {
    this.#report(optionsUpdate(configOptions));
  }

  usage(stats: SessionStats | undefined, known: KnownUsage): void {
    const update = usageUpdate(stats, known);
    if (update !== undefined) this.#report({ sessionUpdate: 'usage_update', ...update });
  }

  /** The messages that wait in the CLI. */
  queue(steering: readonly string[], followUp: readonly string[]): void {
    const _meta = { 'parley.dev/queue': { steering, followUp } };
    this.#send({ sessionUpdate: 'session_info_update', _meta });
  }

  #report(update: SessionUpdate): void {
    const report = JSON.stringify(update);
    if (this.#reported.get(update.sessionUpdate) === report) return;
    this.#reported.set(update.sessionUpdate, report);
    this.#send(update);
  }
}

function optionsUpdate(configOptions: readonly SessionConfigOption[]): SessionUpdate {
  return { sessionUpdate: 'config_option_update', configOptions: [...configOptions] };
}
