// A queued prompt: its text, which can be edited in place, and what can be done with it.
import { sentParts, shownText, type SentPart } from '../../../../src/core/mentions/sentMentions.ts';
import type { QueuedPrompt } from '../../../../src/core/session/turn/state.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../../state/panelContext.tsx';
import { shortText } from '../../../text/shortText.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useComposer } from '../../composer/composerContext.tsx';
import { PromptParts } from '../../mentions/PromptParts.tsx';
import { dockStrings } from '../dockStrings.ts';
import { QueuedEdit } from './QueuedEdit.tsx';
import { queueStrings } from './queueStrings.ts';
import type { RegisterField } from './useQueuePause.ts';

export interface QueuedItemProps {
  readonly prompt: QueuedPrompt;
  readonly index: number;
  readonly count: number;
  /** Whether Tab goes to this one of the list. */
  readonly isTabStop: boolean;
  readonly isEdited: boolean;
  readonly isDragged: boolean;
  /** Where a dragged prompt would be put: before or after this one. */
  readonly mark: 'before' | 'after' | undefined;
  readonly move: (id: string, index: number) => void;
  readonly edit: (id: string) => void;
  readonly endEdit: (id: string) => void;
  readonly register: RegisterField;
}

export function QueuedItem({
  prompt,
  isTabStop,
  isEdited,
  isDragged,
  mark,
  register,
  ...rest
}: QueuedItemProps) {
  const { id, content } = prompt;
  const text = shortText(shownText(content));
  const parts = sentParts(content);
  const attached = parts.filter(({ type }) => type === 'attachment').length;
  return (
    <li
      className="centered-row queued"
      data-testid="queued"
      data-id={id}
      data-dragged={isDragged}
      data-mark={mark}
      tabIndex={isTabStop ? 0 : -1}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown F2 Delete"
      onDoubleClick={() => rest.edit(id)}
    >
      {isEdited ? (
        <QueuedEdit prompt={prompt} end={() => rest.endEdit(id)} register={register} />
      ) : (
        <>
          <span className="dim queued-handle" title={queueStrings.dragHint()} aria-hidden="true">
            <Icon name="gripper" />
          </span>
          {attached > 0 && <Icon name="attach" />}
          <span className="one-line queued-text" title={text}>
            {text === '' ? dockStrings.attachments(attached) : <PromptParts parts={shortParts(parts)} />}
          </span>
          <QueuedActions prompt={prompt} {...rest} />
        </>
      )}
    </li>
  );
}

type QueuedActionsProps = Pick<QueuedItemProps, 'prompt' | 'index' | 'count' | 'move' | 'edit'>;

function QueuedActions({ prompt: { id }, index, count, move, edit }: QueuedActionsProps) {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  const canSteer = usePanel((panel) => panel.steering.includes('steer'));
  const canFollowUp = usePanel((panel) => panel.steering.includes('followUp'));
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const steer = (behavior: 'steer' | 'followUp') => (): void => {
    post({ type: 'queue_steer', key, id, behavior });
    composer.focus();
  };
  return (
    <span className="centered-row queued-actions">
      {count > 1 && (
        <>
          <IconButton
            icon="arrow-up"
            label={dockStrings.moveUp()}
            disabled={index === 0}
            onClick={() => move(id, index - 1)}
          />
          <IconButton
            icon="arrow-down"
            label={dockStrings.moveDown()}
            disabled={index === count - 1}
            onClick={() => move(id, index + 1)}
          />
        </>
      )}
      <IconButton icon="edit" label={dockStrings.editQueued()} onClick={() => edit(id)} />
      <IconButton
        icon="trash"
        label={dockStrings.removeQueued()}
        onClick={() => post({ type: 'queue_remove', key, id })}
      />
      {isRunning && canSteer && (
        <IconButton icon="debug-step-into" label={dockStrings.steer()} onClick={steer('steer')} />
      )}
      {isRunning && canFollowUp && (
        <IconButton
          icon="debug-step-over"
          label={dockStrings.followUp()}
          data-testid="queue-follow-up"
          onClick={steer('followUp')}
        />
      )}
      <IconButton
        icon="send"
        label={isRunning ? dockStrings.stopAndSend() : dockStrings.sendNow()}
        onClick={() => post({ type: 'queue_send_now', key, id })}
      />
    </span>
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
