// Builds the sessions and agents of the window, and what they ask the user: budget, proposals, decisions.
import { randomUUID } from 'node:crypto';
import { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { Checkpoints } from '../../core/ports/hostPorts.ts';
import { Agents, type MakeAgent } from '../../core/agentUpkeep/agentDirectory.ts';
import { OrphanedTexts } from '../editors/orphanedText.ts';
import { ProposalEditors } from '../editors/proposalEditors.ts';
import { DecisionLog } from '../permissions/decisionLog.ts';
import type { PermissionRules } from '../permissions/permissionRules.ts';
import { readSetting } from '../contributions/settings.ts';
import { otherRoots, sessionFolder } from '../settings/settings.ts';
import { BudgetGuard } from '../usage/budgetGuard.ts';
import { inBackground } from '../window/inBackground.ts';
import type { HostServices } from '../window/hostServices.ts';

export interface SessionParts {
  readonly makeAgent: MakeAgent;
  readonly rules: PermissionRules;
  readonly checkpoints: Checkpoints;
}

/** The sessions of the window, and what belongs to them. */
export interface SessionArea {
  readonly agents: Agents;
  readonly sessions: Sessions;
  readonly proposals: ProposalEditors;
  /** What the user wrote for questions that nobody waits for any more. */
  readonly orphans: OrphanedTexts;
  readonly decisions: DecisionLog;
}

export function createSessions(host: HostServices, parts: SessionParts): SessionArea {
  const { owned, store, clock, log, choices, context, redactors } = host;
  const agents = owned.add(new Agents(parts.makeAgent));
  const budget = owned.add(new BudgetGuard({ store, clock, choices }));
  const orphans = owned.add(new OrphanedTexts(context.workspaceState));
  const proposals = owned.add(new ProposalEditors(store, orphans));
  const sessions = owned.add(
    new Sessions({
      store,
      agents,
      clock,
      log,
      gate: budget,
      policy: parts.rules,
      proposals,
      checkpoints: parts.checkpoints,
      newKey: () => randomUUID(),
      furtherRoots: otherRoots,
      windowFolder: sessionFolder,
      remembered: (agent) => (readSetting('rememberConfigOptions') ? choices.chosen(agent) : {}),
    }),
  );
  agents.connect(sessions);
  // It is there before an agent that starts can ask for anything.
  owned.add(agents.onStatusChange(() => inBackground(log, sessions.permissions.load())));
  owned.add(budget.onStop((key) => sessions.cancel(key)));
  const decisions = owned.add(
    new DecisionLog({ store, sessions, state: context.workspaceState, redactors, log }),
  );
  return { agents, sessions, proposals, orphans, decisions };
}
