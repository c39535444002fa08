// Prompts that wait for the running turn to end: edit, reorder, remove, send now.
import { plainText } from '../../../src/core/session/content.ts';
import type { QueuedPrompt } from '../../../src/core/session/model.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../../panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useComposer } from '../composer/composerContext.tsx';

export function Queue() {
  const queue = useSession((state) => state.queue);
  const isHeld = useSession((state) => state.queueHeld);
  const isOpening = useSession(({ opening }) => opening);
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const isReadOnly = useSession(({ readOnly }) => readOnly !== undefined);
  const post = usePost();
  const key = useSessionKey();
  if (queue.length === 0) return null;
  const words = isHeld
    ? 'Waiting for you to send them'
    : isRunning
      ? 'Will be sent when the turn ends'
      : isOpening
        ? 'Will be sent when the agent is ready'
        : 'Not sent, because the agent is not running';
  return (
    <section className="dock-card queue" aria-label="Queued prompts" data-held={isHeld}>
      <div className="queue-head">
        <Icon name={isHeld ? 'debug-pause' : 'list-ordered'} />
        <span className="queue-words">{words}</span>
        {isHeld && !isRunning && !isReadOnly && (
          <IconButton
            icon="debug-continue"
            label="Go on: send them one after the other"
            data-testid="queue-resume"
            onClick={() => post({ type: 'queue_resume', key })}
          />
        )}
      </div>
      <ol className="queue-list">
        {queue.map((prompt, index) => (
          <QueuedItem key={prompt.id} prompt={prompt} index={index} count={queue.length} />
        ))}
      </ol>
    </section>
  );
}

interface QueuedItemProps {
  readonly prompt: QueuedPrompt;
  readonly index: number;
  readonly count: number;
}

function QueuedItem({ prompt, index, count }: QueuedItemProps) {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  const canSteer = usePanel((panel) => panel.canSteer);
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const { id, content } = prompt;
  const text = plainText(content);
  const attached = content.filter(({ type }) => type !== 'text').length;
  const move = (to: number): void => post({ type: 'queue_move', key, id, index: to });
  const edit = (): void => {
    post({ type: 'queue_remove', key, id });
    composer.put(content);
  };
  return (
    <li className="queued" data-testid="queued" data-id={id}>
      {attached > 0 && <Icon name="attach" />}
      <span className="queued-text" title={text}>
        {text === '' ? `${attached} attached` : text}
      </span>
      <span className="queued-actions">
        {count > 1 && (
          <>
            <IconButton
              icon="arrow-up"
              label="Move up"
              disabled={index === 0}
              onClick={() => move(index - 1)}
            />
            <IconButton
              icon="arrow-down"
              label="Move down"
              disabled={index === count - 1}
              onClick={() => move(index + 1)}
            />
          </>
        )}
        <IconButton icon="edit" label="Edit: put it back into the composer" onClick={edit} />
        <IconButton icon="trash" label="Remove" onClick={() => post({ type: 'queue_remove', key, id })} />
        {isRunning && canSteer && (
          <IconButton
            icon="debug-step-into"
            label="Steer: hand it to the agent while it works"
            onClick={() => {
              post({ type: 'queue_steer', key, id });
              composer.focus();
            }}
          />
        )}
        <IconButton
          icon="send"
          label={isRunning ? 'Send now: stops the turn and sends this next' : 'Send now'}
          onClick={() => post({ type: 'queue_send_now', key, id })}
        />
      </span>
    </li>
  );
}
