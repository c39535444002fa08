// Queued prompts: edit, reorder, remove, send now.
import { sentParts, shownText, type SentPart } from '../../../src/core/mentions/sentMentions.ts';
import type { QueuedPrompt } from '../../../src/core/session/model.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../../panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useComposer } from '../composer/composerContext.tsx';
import { PromptParts } from '../mentions/PromptParts.tsx';
import { dockStrings } from './dockStrings.ts';

export function Queue() {
  const queue = useSession((state) => state.queue);
  const isPaused = useSession((state) => state.queueHeld);
  const isOpening = useSession(({ opening }) => opening);
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const isReadOnly = useSession(({ readOnly }) => readOnly !== undefined);
  const needsSignIn = usePanel(({ agent }) => agent.status.state === 'needs-sign-in');
  const post = usePost();
  const key = useSessionKey();
  if (queue.length === 0) return null;
  const label = isPaused
    ? dockStrings.queuePaused()
    : isRunning
      ? dockStrings.queuedUntilTurnEnds()
      : isOpening
        ? dockStrings.queuedUntilReady()
        : needsSignIn
          ? dockStrings.queuedUntilSignIn()
          : dockStrings.notSent();
  return (
    <section className="dock-card queue" aria-label={dockStrings.queue()} data-held={isPaused}>
      <div className="queue-head">
        <Icon name={isPaused ? 'debug-pause' : 'list-ordered'} />
        <span className="queue-label">{label}</span>
        {isPaused && !isRunning && !isReadOnly && (
          <IconButton
            icon="debug-continue"
            label={dockStrings.resumeQueue()}
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
  const canSteer = usePanel((panel) => panel.steering.includes('steer'));
  const canFollowUp = usePanel((panel) => panel.steering.includes('followUp'));
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const { id, content } = prompt;
  const text = shortText(shownText(content));
  const parts = sentParts(content);
  const attached = parts.filter(({ type }) => type === 'attachment').length;
  const move = (to: number): void => post({ type: 'queue_move', key, id, index: to });
  const edit = (): void => {
    post({ type: 'queue_remove', key, id });
    composer.put(content);
  };
  return (
    <li className="queued" data-testid="queued" data-id={id}>
      {attached > 0 && <Icon name="attach" />}
      <span className="queued-text" title={text}>
        {text === '' ? dockStrings.attachments(attached) : <PromptParts parts={shortParts(parts)} />}
      </span>
      <span className="queued-actions">
        {count > 1 && (
          <>
            <IconButton
              icon="arrow-up"
              label={dockStrings.moveUp()}
              disabled={index === 0}
              onClick={() => move(index - 1)}
            />
            <IconButton
              icon="arrow-down"
              label={dockStrings.moveDown()}
              disabled={index === count - 1}
              onClick={() => move(index + 1)}
            />
          </>
        )}
        <IconButton icon="edit" label={dockStrings.editQueued()} onClick={edit} />
        <IconButton
          icon="trash"
          label={dockStrings.removeQueued()}
          onClick={() => post({ type: 'queue_remove', key, id })}
        />
        {isRunning && canSteer && (
          <IconButton
            icon="debug-step-into"
            label={dockStrings.steer()}
            onClick={() => {
              post({ type: 'queue_steer', key, id, behavior: 'steer' });
              composer.focus();
            }}
          />
        )}
        {isRunning && canFollowUp && (
          <IconButton
            icon="debug-step-over"
            label={dockStrings.followUp()}
            data-testid="queue-follow-up"
            onClick={() => {
              post({ type: 'queue_steer', key, id, behavior: 'followUp' });
              composer.focus();
            }}
          />
        )}
        <IconButton
          icon="send"
          label={isRunning ? dockStrings.stopAndSend() : dockStrings.sendNow()}
          onClick={() => post({ type: 'queue_send_now', key, id })}
        />
      </span>
    </li>
  );
}

/** More parts do not fit on a line. */
const MAX_PARTS = 20;

function shortParts(parts: readonly SentPart[]): readonly SentPart[] {
  return parts
    .filter(({ type }) => type !== 'attachment')
    .slice(0, MAX_PARTS)
    .map((part) => (part.type === 'text' ? { ...part, text: shortText(part.text) } : part));
}
