// The way back to the bottom of the transcript, and whether there is something new.
import { useState } from 'react';
import { lastEntry } from '../../../src/core/session/entries.ts';
import { useSession } from '../state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { BottomFollower } from './bottomFollower.ts';
import { useIsAway } from './useScrollPlace.ts';
import { transcriptStrings } from './transcriptStrings.ts';

export interface JumpButtonProps {
  readonly follower: BottomFollower;
  readonly onClick: () => void;
}

export function JumpButton({ follower, onClick }: JumpButtonProps) {
  return useIsAway(follower) ? <Jump onClick={onClick} /> : null;
}

function Jump({ onClick }: { readonly onClick: () => void }) {
  // What changes further up, such as the state of an earlier call, is nothing new at the bottom.
  const last = useSession((session) => lastEntry(session.entries));
  const [lastWhenLeft] = useState(last);
  return (
    <div className="transcript-jump">
      <Button data-testid="jump-to-bottom" onClick={onClick}>
        <Icon name="arrow-down" />
        {last === lastWhenLeft ? transcriptStrings.jumpToLatest() : transcriptStrings.newMessages()}
      </Button>
    </div>
  );
}
