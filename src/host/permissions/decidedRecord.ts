// What the decision log says about a decision, without secrets.
import { commandText } from '../../core/permissions/policy/commands/commandFields.ts';
import { factsOf } from '../../core/permissions/policy/requestFacts.ts';
import type { DecisionRecord } from '../../core/permissions/decisionRecords.ts';
import type { DecidedPermission } from '../../core/permissions/permissionRequests.ts';
import type { Redactor } from '../../core/secrets/redactor.ts';
import type { SessionState } from '../../core/session/model.ts';
import { sessionTitle } from '../../core/session/selectors.ts';
import { toolCallTitle } from '../../core/session/toolCall/toolCallTitle.ts';
import { SHELL_FAMILY } from './permissionSettings.ts';

export function decidedRecord(
  { at, call, decision }: DecidedPermission,
  session: SessionState,
  redactor: Redactor,
): DecisionRecord {
  const command = commandText(call);
  return {
    at,
    agent: session.agent,
    session: redactor.text(sessionTitle(session) ?? ''),
    toolCallId: call.toolCallId,
    title: redactor.text(toolCallTitle(call)),
    kind: call.kind,
    paths: [...factsOf(session.agent, call, SHELL_FAMILY).paths],
    ...(command === undefined ? {} : { command: redactor.text(command) }),
    decision,
  };
}
