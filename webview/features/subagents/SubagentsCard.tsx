// The sub-agents in the dock while one works: one line with how many there are, which expands to what each one does.
import { useRef } from 'react';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { subagentStatus } from '../../../src/core/session/subagent/selectors.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { usePost, useSession, useSessionKey } from '../../panel/state/panelContext.tsx';
import { FoldedCard } from '../../panel/disclosure/FoldedCard.tsx';
import { statusLabel } from '../../panel/toolCall/toolLabel.ts';
import { shortText } from '../../text/shortText.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { ToolEntry } from '../../../src/core/session/entries.ts';
import { isRunning, subagentsOf, type Subagent } from './subagentsOf.ts';
import { subagentsStrings } from './subagentsStrings.ts';

export function SubagentsCard() {
  const subagents = useSubagents();
  const running = subagents.filter(isRunning).length;
  if (running === 0) return null;
  return (
    <FoldedCard
      id="subagents"
      label={subagentsStrings.count(subagents.length)}
      detail={`· ${subagentsStrings.running(running)}`}
    >
      <ul className="card-list">
        {subagents.map((subagent) => (
          <Row key={subagent.entry.id} subagent={subagent} />
        ))}
      </ul>
    </FoldedCard>
  );
}

function Row({ subagent: { entry, lastStep } }: { readonly subagent: Subagent }) {
  const post = usePost();
  const key = useSessionKey();
  const status = subagentStatus(entry);
  const { toolCallId, subagent } = entry.call;
  const { icon, label } = statusLabel(status);
  return (
    <li className="centered-row" data-state={status}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
      <span className="one-line folded-card-title">{lineOf(entry)}</span>
      <span className="dim one-line fill">{lastStep !== undefined && `· ${lineOf(lastStep)}`}</span>
      <IconButton
        icon="go-to-file"
        label={subagentsStrings.openTranscript(lineOf(entry))}
        onClick={() => post({ type: 'open_subagent', key, id: entry.id })}
      />
      {subagent?.canStop === true && (
        <IconButton
          icon="debug-stop"
          label={subagentsStrings.stop(lineOf(entry))}
          onClick={() => post({ type: 'stop_subagent', key, toolCallId })}
        />
      )}
    </li>
  );
}

function lineOf({ call }: ToolEntry): string {
  return shortText(oneLine(toolCallTitle(call)));
}

/** The same array while nothing changed in it. */
function useSubagents(): readonly Subagent[] {
  const last = useRef<readonly Subagent[]>([]);
  return useSession((state) => {
    const found = subagentsOf(state);
    const isSame =
      found.length === last.current.length &&
      found.every(({ entry, lastStep }, index) => {
        const known = last.current[index];
        return known?.entry === entry && known.lastStep === lastStep;
      });
    if (!isSame) last.current = found;
    return last.current;
  });
}
