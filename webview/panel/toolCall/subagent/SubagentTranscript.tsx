// The transcript of a sub-agent in the card of the call that stands for it: what it was asked, said and did.
import './subagent.css';
import { useMemo, useState, type ReactNode } from 'react';
import type { ToolEntry } from '../../../../src/core/session/entries.ts';
import type { SubagentMessage } from '../../../../src/core/session/subagent/state.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { PlanFold } from '../../plan/PlanDocumentEntry.tsx';
import { PlanList } from '../../plan/PlanList.tsx';
import { ContentBlocks } from '../../content/ContentBlocks.tsx';
import { usePost, useSessionKey } from '../../state/panelContext.tsx';
import { Disclosure } from '../../disclosure/Disclosure.tsx';
import { subagentSteps } from '../../../../src/core/session/subagent/subagentSteps.ts';
import { planStrings } from '../../plan/planStrings.ts';
import { shownPlanText } from '../../plan/shownPlanText.ts';
import { subagentStrings } from './subagentStrings.ts';

/** How many of the last steps are shown at first: a sub-agent may take thousands. */
const STEPS_SHOWN = 100;

export interface SubagentTranscriptProps {
  readonly entry: ToolEntry;
  readonly messages: readonly SubagentMessage[];
  readonly calls: readonly ToolEntry[];
  readonly isRunning: boolean;
  readonly label: string;
  readonly renderCall: (entry: ToolEntry) => ReactNode;
}

export function SubagentTranscript({
  entry,
  messages,
  calls,
  isRunning,
  label,
  renderCall,
}: SubagentTranscriptProps) {
  const steps = useMemo(() => subagentSteps(messages, calls), [messages, calls]);
  const [shown, setShown] = useState(STEPS_SHOWN);
  const post = usePost();
  const key = useSessionKey();
  const { subagentPlan: plan = [] } = entry.call;
  const hidden = Math.max(0, steps.length - shown);
  return (
    <div className="tool-nested" role="group" aria-label={label}>
      <span className="subagent-open">
        <IconButton
          icon="go-to-file"
          label={subagentStrings.openTranscript()}
          onClick={() => post({ type: 'open_subagent', key, id: entry.id })}
        />
      </span>
      {plan.length > 0 && <PlanList entries={plan} />}
      {hidden > 0 && (
        <Button onClick={() => setShown(shown + STEPS_SHOWN)}>{subagentStrings.showEarlier(hidden)}</Button>
      )}
      {steps
        .slice(hidden)
        .map((step, index) =>
          step.kind === 'call' ? (
            renderCall(step.entry)
          ) : (
            <Message
              key={step.message.id}
              id={`${entry.id}:${step.message.id}`}
              message={step.message}
              streaming={isRunning && hidden + index === steps.length - 1}
            />
          ),
        )}
    </div>
  );
}

interface MessageProps {
  readonly id: string;
  readonly message: SubagentMessage;
  readonly streaming: boolean;
}

function Message({ id, message, streaming }: MessageProps) {
  const { role, content } = message;
  if (role === 'plan') return <Plan id={id} message={message} streaming={streaming} />;
  const blocks = <ContentBlocks id={id} blocks={content} streaming={streaming} />;
  if (role === 'thought') {
    const label = streaming ? subagentStrings.thinking() : subagentStrings.thought();
    return (
      <div className="dim thought">
        <Disclosure id={id} summary={<span>{label}</span>}>
          <div className="thought-text">{blocks}</div>
        </Disclosure>
      </div>
    );
  }
  return (
    <div className="subagent-message" data-testid="subagent-message" data-role={role}>
      {role === 'user' && <span className="visually-hidden">{subagentStrings.task()}</span>}
      {blocks}
    </div>
  );
}

/** A plan that is a text or a file; the rest of a long text stands in the transcript of the sub-agent's tab. */
function Plan({ id, message: { content, isRemoved }, streaming }: MessageProps) {
  const shown = content.map((block) =>
    block.type === 'text' ? { ...block, text: shownPlanText(block) } : block,
  );
  const isCut = shown.some(
    (block, index) =>
      block.type === 'text' && content[index]?.type === 'text' && block.text !== content[index].text,
  );
  return (
    <div className="subagent-message" data-testid="subagent-message" data-role="plan">
      <PlanFold id={id} state={isRemoved === true ? planStrings.withdrawn() : undefined}>
        <ContentBlocks id={id} blocks={shown} streaming={streaming && !isCut} />
        {isCut && <p className="dim">…</p>}
      </PlanFold>
    </div>
  );
}
