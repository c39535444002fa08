// Reports what a session has beside its conversation (title, plan, commands, options, usage), each change once.
import type { AvailableCommand, SessionConfigOption, SessionUpdate } from '@agentclientprotocol/sdk';
import { modesOf } from '../../../agent/optionModes.ts';
import type { Family } from '../cli/cliFamily.ts';
import type { RpcCommand, RpcState, SessionStats } from '../cli/frames.ts';
import { MAX_NAME_CHARACTERS, titleOf } from '../../../agent/titleText.ts';
import { MODE_OPTION } from './cliConfigOptions.ts';
import { planUpdate } from './todoPlan.ts';
import { allCommands } from '../slashCommands/slashCommands.ts';
import { usageUpdate, type KnownUsage } from '../turns/turnUsage.ts';

export class SessionReports {
  readonly #send: (update: SessionUpdate) => void;
  /** The last update of each kind. */
  readonly #reported = new Map<string, string>();
  /** The name of the session that the CLI said last. */
  #name: string | undefined;
  /** The title that the client knows. */
  #title: string | undefined;

  constructor(send: (update: SessionUpdate) => void) {
    this.#send = send;
    // Every session begins without a plan.
    this.#reported.set('plan', JSON.stringify(planUpdate([])));
  }

  /** What `get_state` says. */
  state({ sessionName, todoPhases }: RpcState): void {
    this.name(sessionName);
    this.#report(planUpdate(todoPhases ?? []));
  }

  /** The name of the session, as often as the CLI says it: only another one takes the place of a title. */
  name(name: string | undefined): void {
    const title = titleOf(name, MAX_NAME_CHARACTERS);
    if (title === undefined || title === this.#name) return;
    this.#name = title;
    this.#reportTitle(title);
  }

  /** A title that an extension sets stays until it sets another, or the session is renamed. An empty one ends it. */
  title(text: string): void {
    this.#reportTitle(titleOf(text, MAX_NAME_CHARACTERS) ?? this.#name);
  }

  /** Something was said in the session just now. */
  activity(): void {
    this.#send({ sessionUpdate: 'session_info_update', updatedAt: new Date().toISOString() });
  }

  #reportTitle(title: string | undefined): void {
    if (title === this.#title) return;
    this.#title = title;
    this.#send({ sessionUpdate: 'session_info_update', title: title ?? null });
  }

  /** The CLI's own commands; those of this program are added. */
  commands(commands: readonly RpcCommand[], family: Family): void {
    const own = commands.map(({ name, description, input }): AvailableCommand => ({
      name,
      description: description ?? '',
      ...(input?.hint === undefined ? {} : { input: { hint: input.hint } }),
    }));
    this.#report({ sessionUpdate: 'available_commands_update', availableCommands: allCommands(own, family) });
  }

  /** Options that the client has got in an answer. */
  knowsOptions(configOptions: readonly SessionConfigOption[]): void {
    for (const update of optionUpdates(configOptions)) {
      this.#reported.set(update.sessionUpdate, JSON.stringify(update));
    }
  }

  options(configOptions: readonly SessionConfigOption[]): void {
    for (const update of optionUpdates(configOptions)) this.#report(update);
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

/** For clients that know config options, and for those that know only modes. */
function optionUpdates(configOptions: readonly SessionConfigOption[]): SessionUpdate[] {
  const modes = modesOf(configOptions, MODE_OPTION);
  return [
    { sessionUpdate: 'config_option_update', configOptions: [...configOptions] },
    ...(modes === undefined
      ? []
      : [{ sessionUpdate: 'current_mode_update' as const, currentModeId: modes.currentModeId }]),
  ];
}
