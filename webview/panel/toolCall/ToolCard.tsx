// A tool call: one line with its title and status, which expands to input and output.
import './toolCall.css';
import { memo, useMemo, useRef } from 'react';
import {
  isAllowed,
  isRejected,
  type PermissionDecision,
} from '../../../src/core/session/permission/permissionDecision.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { isWaiting } from '../../../src/core/session/selectors.ts';
import { subagentMessages, subagentStatus } from '../../../src/core/session/subagent/selectors.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { isFinished, type ToolCall } from '../../../src/core/session/toolCall/state.ts';
import { useSession } from '../state/panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { hasFailedTerminal, hasRunningTerminal } from '../../../src/core/session/toolCall/shownStatus.ts';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { decisionLabel } from './decisionLabel.ts';
import type { ToolEntry } from '../../../src/core/session/entries.ts';
import { nestedCalls } from '../../../src/core/session/subagent/nestedCalls.ts';
import { ToolDetails } from './ToolDetails.tsx';
import { pathInTitle } from './shownPath.ts';
import { callIcon, statusLabel } from './toolLabel.ts';
import { isExpandedAtFirst } from './toolHeight.ts';
import { SubagentFacts } from './subagent/SubagentFacts.tsx';
import { SubagentTranscript } from './subagent/SubagentTranscript.tsx';
import { toolCallStrings } from './toolCallStrings.ts';

export interface ToolCardProps {
  readonly entry: ToolEntry;
  /** Whether it is one line until the user expands it, whatever it did. */
  readonly isClosedAtFirst?: boolean;
}

export const ToolCard = memo(function ToolCard({ entry, isClosedAtFirst = false }: ToolCardProps) {
  const { id, call, decision } = entry;
  const title = toolCallTitle(call);
  const shortTitle = shortText(title);
  // Every card looks at the terminals whenever anything in the session changes, but at its texts for another call only.
  const isFailedInTerminal = useSession(({ terminals }) => hasFailedTerminal(call, terminals));
  const isRunningInTerminal = useSession(({ terminals }) => hasRunningTerminal(call, terminals));
  const status = useMemo(() => {
    if (isFailedInTerminal) return 'failed';
    return isRunningInTerminal ? 'in_progress' : subagentStatus(entry);
  }, [entry, isFailedInTerminal, isRunningInTerminal]);
  // Nothing spins while the user is waited for.
  const waitsForUser = useSession(isWaiting);
  const isPaused = status === 'in_progress' && waitsForUser;
  const { icon, label: ofStatus } = statusLabel(status);
  const isInBackground = status === 'in_progress' && (entry.isInBackground === true || isRunningInTerminal);
  const label = isInBackground ? toolCallStrings.background() : ofStatus;
  const isOneSign = decision !== undefined && saysDecision(status, decision);
  const answer = decision !== undefined && isPlainAnswer(decision) ? decision : undefined;
  const statusText = answer !== undefined && isOneSign ? shortText(decisionLabel(answer)) : label;
  const nested = useNestedCalls(entry);
  const messages = useSession((state) => subagentMessages(state, call.toolCallId));
  const isSubagent = call.subagent !== undefined || nested.length > 0;
  return (
    <div
      className="dim tool-card"
      data-testid="tool-card"
      data-status={status}
      data-tool-kind={call.kind}
      data-tool-call-id={call.toolCallId}
      data-entry-id={id}
    >
      <Disclosure
        id={id}
        openAtFirst={
          !isClosedAtFirst &&
          (isExpandedAtFirst(call) ||
            (nested.length > 0 && call.subagent === undefined && !isFinished(call.status)))
        }
        summary={
          <>
            <Icon name={callIcon(call)} />
            <CardTitle call={call} title={shortTitle} />
            {isSubagent && <SubagentFacts entry={entry} calls={nested} status={status} />}
            {answer !== undefined && !isOneSign && (
              <span
                className="dim tool-decision-icon"
                data-testid="tool-decision"
                data-by={answer.by}
                title={shortText(decisionLabel(answer))}
              >
                <Icon name={decisionIcon(answer)} />
                <span className="visually-hidden">{shortText(decisionLabel(answer))}</span>
              </span>
            )}
            <span
              className="tool-status"
              data-status={status}
              title={statusText}
              {...(answer !== undefined &&
                isOneSign && { 'data-testid': 'tool-decision', 'data-by': answer.by })}
            >
              <Icon
                name={isPaused ? 'circle-large-outline' : icon}
                spin={status === 'in_progress' && !isPaused}
              />
              <span className="visually-hidden">{statusText}</span>
            </span>
          </>
        }
      >
        {(nested.length > 0 || messages.length > 0 || (call.subagentPlan ?? []).length > 0) && (
          <SubagentTranscript
            entry={entry}
            messages={messages}
            calls={nested}
            isRunning={status === 'in_progress'}
            label={toolCallStrings.stepsOf(shortTitle)}
            renderCall={(child) => <ToolCard key={child.id} entry={child} />}
          />
        )}
        <ToolDetails id={id} call={call} hasSteps={isSubagent} />
      </Disclosure>
      {decision !== undefined && !isPlainAnswer(decision) && (
        <div className="row tool-decision" data-testid="tool-decision" data-by={decision.by}>
          {!isOneSign && <Icon name={decisionIcon(decision)} />}
          {shortText(decisionLabel(decision))}
        </div>
      )}
    </div>
  );
});

/** The title; a path at its end is cut at its start, because the name of the file says more. */
function CardTitle({ call, title }: { readonly call: ToolCall; readonly title: string }) {
  const folder = useSession(({ cwd }) => cwd);
  const named = useMemo(() => pathInTitle(call, folder), [call, folder]);
  if (named === undefined || `${named.before}${named.path}` !== title) {
    return (
      <span className="tool-title" title={title}>
        {title}
      </span>
    );
  }
  return (
    <span className="tool-title tool-title-parts" title={title}>
      <span>{named.before}</span>
      <span className="one-line diff-path">
        <bdi>{named.path}</bdi>
      </span>
    </span>
  );
}

/** Whether the sign of the status is that of the decision too, so that a second one would say nothing more. */
function saysDecision(status: string, decision: PermissionDecision): boolean {
  return status === 'rejected' && isRejected(decision);
}

function decisionIcon(decision: PermissionDecision): string {
  return isAllowed(decision) ? 'shield' : 'circle-slash';
}

/** What an icon says in full: the user's own answer, without a rule or edits to name. */
function isPlainAnswer({ by, edit }: PermissionDecision): boolean {
  return by !== 'rule' && edit === undefined;
}

/** The calls of the sub-agent that a call started; the same array while they stay the same. */
function useNestedCalls(entry: ToolEntry): readonly ToolEntry[] {
  const last = useRef<readonly ToolEntry[]>([]);
  return useSession((state: SessionState) => {
    const found = nestedCalls(state.entries, entry);
    const isSame =
      found.length === last.current.length && found.every((call, index) => call === last.current[index]);
    if (!isSame) last.current = found;
    return last.current;
  });
}
