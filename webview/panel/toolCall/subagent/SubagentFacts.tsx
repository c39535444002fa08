// How far a sub-agent is, behind its title: its steps, the last one, its tokens and its time.
import { oneLine } from '../../../../src/core/text/oneLine.ts';
import type { ToolEntry } from '../../../../src/core/session/entries.ts';
import { toolCallTitle } from '../../../../src/core/session/toolCall/toolCallTitle.ts';
import { durationText, numberText } from '../../../text/format.ts';
import { shortText } from '../../../text/shortText.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useView } from '../../state/panelContext.tsx';
import { toolCallStrings } from '../toolCallStrings.ts';
import { subagentStrings } from './subagentStrings.ts';

/** What took less is no time that says something: the agent reported it when it was over. */
const MIN_DURATION_MS = 1_000;

export interface SubagentFactsProps {
  readonly entry: ToolEntry;
  readonly calls: readonly ToolEntry[];
  readonly status: string;
}

export function SubagentFacts({ entry, calls, status }: SubagentFactsProps) {
  const last = calls.at(-1);
  const { tokens, durationMs = 0 } = entry.call.subagent ?? {};
  const isRunning = status === 'in_progress';
  const facts = [
    ...(calls.length > 0 ? [toolCallStrings.steps(calls.length)] : []),
    ...(isRunning && last !== undefined ? [shortText(oneLine(toolCallTitle(last.call)))] : []),
    ...(tokens === undefined ? [] : [subagentStrings.tokens(numberText(tokens))]),
    ...(durationMs >= MIN_DURATION_MS ? [durationText(durationMs)] : []),
  ].join(' · ');
  return (
    <span className="tool-nested-count" data-testid="subagent" data-state={status} title={facts}>
      <span className="one-line">{facts}</span>
      {isRunning && entry.call.subagent !== undefined && (
        <Elapsed startedAt={entry.at} isFirst={facts === ''} />
      )}
    </span>
  );
}

function Elapsed({ startedAt, isFirst }: { readonly startedAt: number; readonly isFirst: boolean }) {
  const clockAhead = useView((view) => view.clockAhead);
  const elapsedMs = useNow(1_000) - clockAhead - startedAt;
  if (elapsedMs < MIN_DURATION_MS) return null;
  return <span className="subagent-time">{`${isFirst ? '' : ' · '}${durationText(elapsedMs)}`}</span>;
}
