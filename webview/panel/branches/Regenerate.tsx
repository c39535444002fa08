// Sends the prompt of an answer again: in its place where the agent can copy the session, else at the end.
import { useMemo } from 'react';
import { promptPartsOf } from '../../../src/core/panel/sentAttachments.ts';
import { isUserPrompt, type Prompt } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { usePanel, usePanelServices, useSession } from '../state/panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { branchStrings } from './branchStrings.ts';
import { resendWay } from './resendWay.ts';

export interface RegenerateProps {
  /** The entry of the turn's end. */
  readonly turnId: string;
  readonly isLast: boolean;
}

/** Nothing where the prompt of the turn is gone, or cannot be sent again in its place and is not the last one. */
export function Regenerate({ turnId, isLast }: RegenerateProps) {
  const { store, post } = usePanelServices();
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const isReadOnly = useSession(({ readOnly }) => readOnly !== undefined);
  const sessionAbilities = usePanel((panel) => panel.sessionAbilities);
  // What stands before the end of a turn does not change any more.
  const found = useMemo(() => {
    const { session } = store.view;
    const prompt = session === undefined ? undefined : promptOfTurn(session, turnId);
    if (session === undefined || prompt === undefined) return undefined;
    const way = sessionAbilities.fork ? resendWay(session, { sessionAbilities }, prompt.id) : undefined;
    return { key: session.key, prompt, way };
  }, [store, sessionAbilities, turnId]);
  if (found === undefined || isReadOnly || (found.way === undefined && !isLast)) return null;
  const { key, prompt, way } = found;
  const regenerate = (): void => {
    const content = [...promptPartsOf(prompt.id, prompt.content)];
    if (way === undefined) post({ type: 'prompt', key, content });
    else
      post({
        type: 'resend',
        key,
        entryId: prompt.id,
        content,
        into: way,
        from: 'answer',
        restoresFiles: false,
      });
  };
  return (
    <IconButton
      icon="refresh"
      label={branchStrings.regenerateIn(isRunning ? branchStrings.afterTurn() : detailOf(way))}
      data-testid="regenerate"
      disabled={isRunning}
      onClick={regenerate}
    />
  );
}

function detailOf(way: ReturnType<typeof resendWay>): string {
  if (way === undefined) return branchStrings.resendInSameSession();
  return way === 'fork' ? branchStrings.resendInFork() : branchStrings.resendInNewSession();
}

/** The prompt with which a turn began; what was sent during the turn is another one. */
function promptOfTurn({ entries }: SessionState, turnId: string): Prompt | undefined {
  const all = entries.flat();
  const end = all.findIndex(({ id }) => id === turnId);
  const before = all.slice(0, Math.max(end, 0));
  const start = before.findLastIndex(({ kind }) => kind === 'turn') + 1;
  return before.slice(start).find(isUserPrompt);
}
