// What of an agent works in Parley, and what Parley does where the agent cannot (R21: what is omitted is not supported).
import type { ProbedAgent } from '../../../core/ports/agentProbe.ts';
import type { ConfigOption } from '../../../core/session/configOptions/state.ts';
import { capabilityStrings as strings } from './capabilityStrings.ts';
import type { Capability } from './checkReport.ts';

/** One row for each capability. `options`: those of a new session; undefined where none could be opened. */
export function capabilitiesOf(
  agent: ProbedAgent,
  options: readonly ConfigOption[] | undefined,
): readonly Capability[] {
  const { sessions, promptCapabilities: prompt, steering } = agent.description;
  const { mcp, setsTitles } = agent;
  return [
    reopening(sessions),
    row('list', strings.list(), sessions.list, { yes: strings.listYes(), partly: strings.listPartly() }),
    forking(sessions),
    row('delete', strings.delete(), sessions.delete, {
      yes: strings.deleteYes(),
      partly: strings.deletePartly(),
    }),
    row('close', strings.close(), sessions.close, { yes: strings.closeYes(), partly: strings.closePartly() }),
    row('title', strings.rename(), setsTitles, { yes: strings.renameYes(), partly: strings.renamePartly() }),
    row('additionalDirectories', strings.folders(), sessions.additionalDirectories, {
      yes: strings.foldersYes(),
      no: strings.foldersNo(),
    }),
    row('image', strings.image(), prompt.image, { yes: strings.imageYes(), no: strings.imageNo() }),
    row('audio', strings.audio(), prompt.audio, { yes: strings.audioYes(), no: strings.audioNo() }),
    row('embeddedContext', strings.context(), prompt.embeddedContext, {
      yes: strings.contextYes(),
      partly: strings.contextPartly(),
    }),
    row('steering', strings.steering(), steering.length > 0, {
      yes: strings.steeringYes(),
      partly: strings.steeringPartly(),
    }),
    { name: 'mcp', label: strings.mcpStdio(), state: 'yes', note: strings.mcpYes() },
    row('http', strings.mcpHttp(), mcp.http, { yes: strings.mcpYes(), no: strings.mcpNo() }),
    row('sse', strings.mcpSse(), mcp.sse, { yes: strings.mcpYes(), no: strings.mcpNo() }),
    ...(options === undefined ? [] : [configOptionsRow(options)]),
    { name: 'review', label: strings.review(), state: 'yes', note: strings.reviewYes() },
  ];
}

function reopening({ load, resume }: ProbedAgent['description']['sessions']): Capability {
  const label = strings.reopen();
  const name = 'loadSession';
  if (load) return { name, label, state: 'yes', note: strings.reopenYes() };
  return resume
    ? { name, label, state: 'partly', note: strings.reopenPartly() }
    : { name, label, state: 'no', note: strings.reopenNo() };
}

/** That an agent forks does not say that it forks before a prompt. */
function forking({
  fork,
  forkAtPrompt,
  forkAfterAnswer,
}: ProbedAgent['description']['sessions']): Capability {
  const label = strings.fork();
  if (!fork) return { name: 'fork', label, state: 'no', note: strings.forkNo() };
  return forkAtPrompt || forkAfterAnswer
    ? { name: 'fork', label, state: 'yes', note: strings.forkYes() }
    : { name: 'fork', label, state: 'partly', note: strings.forkPartly() };
}

function configOptionsRow(options: readonly ConfigOption[]): Capability {
  const names = options.map(({ name }) => name).join(', ');
  return row('configOptions', strings.options(), options.length > 0, {
    yes: strings.optionsYes(names),
    no: strings.optionsNo(),
  });
}

/** `notes`: what it means where it is there, and where it is not. */
function row(
  name: string,
  label: string,
  isThere: boolean,
  notes: { readonly yes: string } & ({ readonly no: string } | { readonly partly: string }),
): Capability {
  if (isThere) return { name, label, state: 'yes', note: notes.yes };
  return 'no' in notes
    ? { name, label, state: 'no', note: notes.no }
    : { name, label, state: 'partly', note: notes.partly };
}
