// The way back to the bottom of the transcript, and whether there is something new.
import { useState } from 'react';
import { useSession } from '../state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { BottomFollower } from './bottomFollower.ts';
import { useFollows } from './useScrollPlace.ts';
import { transcriptStrings } from './transcriptStrings.ts';

export interface JumpButtonProps {
  readonly follower: BottomFollower;
  readonly onClick: () => void;
}

export function JumpButton({ follower, onClick }: JumpButtonProps) {
  return useFollows(follower) ? null : <Jump onClick={onClick} />;
}

function Jump({ onClick }: { readonly onClick: () => void }) {
  const entries = useSession((session) => session.entries);
  const [entriesWhenLeft] = useState(entries);
  return (
    <div className="transcript-jump">
      <Button data-testid="jump-to-bottom" onClick={onClick}>
        <Icon name="arrow-down" />
        {entries === entriesWhenLeft ? transcriptStrings.jumpToLatest() : transcriptStrings.newMessages()}
      </Button>
    </div>
  );
}
