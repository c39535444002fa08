// A tool call: one line with what it is and how it stands, which opens to what went in and came out.
import './toolCall.css';
import { toolCallTitle } from '../../../src/core/session/select.ts';
import type { ToolCall } from '../../../src/core/session/toolCall.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { ToolDetails } from './ToolDetails.tsx';
import { kindIcon, statusWords } from './toolWords.ts';

export interface ToolCardProps {
  /** Of the entry. */
  readonly id: string;
  readonly call: ToolCall;
}

export function ToolCard({ id, call }: ToolCardProps) {
  const title = toolCallTitle(call);
  const status = statusWords(call.status);
  // While it waits for permission, the request shows it in full.
  const opensByItself = call.status !== 'pending' && call.content.some((part) => part.type === 'diff');
  return (
    <div
      className="tool-card"
      data-testid="tool-card"
      data-status={call.status}
      data-tool-kind={call.kind}
      data-tool-call-id={call.toolCallId}
    >
      <Disclosure
        id={id}
        openAtFirst={opensByItself}
        summary={
          <>
            <Icon name={kindIcon(call.kind)} />
            <span className="tool-title" title={title}>
              {title}
            </span>
            <span className="tool-status" data-status={call.status} title={status.word}>
              <Icon name={status.icon} spin={call.status === 'in_progress'} />
              <span className="visually-hidden">{status.word}</span>
            </span>
          </>
        }
      >
        <ToolDetails id={id} call={call} />
      </Disclosure>
    </div>
  );
}
