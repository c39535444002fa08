// Queued prompts: why they wait, and the list of them.
import './queue.css';
import { useCallback, useRef, useState } from 'react';
import { usePanel, usePost, useSession, useSessionKey } from '../../state/panelContext.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { dockStrings } from '../dockStrings.ts';
import { QueuedItem } from './QueuedItem.tsx';
import { queueLabel } from './queueLabel.ts';
import { queueStrings } from './queueStrings.ts';
import { useQueueDrag } from './useQueueDrag.ts';
import { useQueueKeys } from './useQueueKeys.ts';
import { useQueuePause } from './useQueuePause.ts';

export function Queue() {
  const isEmpty = useSession(({ queue }) => queue.length === 0);
  return isEmpty ? null : <QueueCard />;
}

function QueueCard() {
  const queue = useSession((state) => state.queue);
  const isPaused = useSession((state) => state.queueHeld);
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const isReadOnly = useSession(({ readOnly }) => readOnly !== undefined);
  const needsSignIn = usePanel(({ agent }) => agent.status.state === 'needs-sign-in');
  const post = usePost();
  const key = useSessionKey();
  const list = useRef<HTMLOListElement>(null);
  const [announced, announce] = useState('');
  const move = useCallback(
    (id: string, index: number) => {
      post({ type: 'queue_move', key, id, index });
      announce(queueStrings.movedTo(index + 1, queue.length));
    },
    [post, key, queue.length],
  );
  const drag = useQueueDrag(list, queue, move);
  const keys = useQueueKeys(list, queue, move);
  const register = useQueuePause(keys.edited !== undefined);
  const label = useSession((session) =>
    queueLabel(session, { needsSignIn, isEditing: keys.edited !== undefined }),
  );
  return (
    <section className="dock-card queue" aria-label={dockStrings.queue()} data-held={isPaused}>
      <div className="dim row queue-head">
        <Icon name={isPaused ? 'debug-pause' : 'list-ordered'} />
        <span className="fill queue-label" data-testid="queue-state">
          {label}
        </span>
        {isPaused && !isRunning && !isReadOnly && (
          <IconButton
            icon="debug-continue"
            label={dockStrings.resumeQueue()}
            data-testid="queue-resume"
            onClick={() => post({ type: 'queue_resume', key })}
          />
        )}
      </div>
      <ol
        ref={list}
        className="plain-list queue-list"
        aria-label={dockStrings.queue()}
        data-dragging={drag.dragged !== undefined}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        {...drag.events}
      >
        {queue.map((prompt, index) => (
          <QueuedItem
            key={prompt.id}
            prompt={prompt}
            index={index}
            count={queue.length}
            isTabStop={prompt.id === keys.tabStop}
            isEdited={prompt.id === keys.edited}
            isDragged={prompt.id === drag.dragged}
            mark={drag.markAt(index)}
            move={keys.moveByButton}
            edit={keys.edit}
            endEdit={keys.endEdit}
            register={register}
          />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </section>
  );
}
