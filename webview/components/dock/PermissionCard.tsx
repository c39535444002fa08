// A permission request with all of its details. It is answered by click or number key.
import { useEffect, useRef } from 'react';
import type { PermissionRequest } from '../../../src/core/session/model.ts';
import { toolCallById, toolCallTitle } from '../../../src/core/session/selectors.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import type { ToolCall } from '../../../src/core/session/toolCall.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../../panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ProtectedFiles } from './ProtectedFiles.tsx';
import { useNumberKeys } from './useNumberKeys.ts';
import { useComposer } from '../composer/composerContext.tsx';
import { shownCommand } from '../toolCall/shownCommand.ts';
import { ToolDetails } from '../toolCall/ToolDetails.tsx';
import { kindIcon } from '../toolCall/toolLabel.ts';
import { withElements } from '../../ui/withElements.tsx';
import { dockStrings } from './dockStrings.ts';

/** After the card appears it accepts no answer for so long: a key or click was meant for something else. */
const GUARD_MS = 300;

export interface PermissionCardProps {
  readonly request: PermissionRequest;
  /** How many requests wait, this one included. */
  readonly waiting: number;
}

export function PermissionCard({ request, waiting }: PermissionCardProps) {
  const { requestId, toolCallId, options, rule, canEdit, protectedFiles = [] } = request;
  const agent = usePanel((panel) => panel.agent.title);
  const call = useSession((state) => toolCallById(state, toolCallId));
  const card = useRef<HTMLDivElement>(null);
  const answer = useAnswer(requestId, card);
  const armed = useNumberKeys({
    card,
    has: (number) => options[number - 1] !== undefined,
    isOpen: answer.isOpen,
    choose: (number) => {
      const option = options[number - 1];
      if (option !== undefined) answer.give(option.optionId);
    },
  });
  const title = call === undefined ? undefined : toolCallTitle(call);
  const label =
    title === undefined
      ? dockStrings.asksForPermission(agent)
      : dockStrings.asksForPermissionTo(agent, title);
  return (
    <div
      ref={card}
      className="dock-card permission"
      data-testid="permission"
      data-request-id={requestId}
      role="group"
      aria-label={label}
      tabIndex={-1}
    >
      <div className="permission-head">
        <Icon name={kindIcon(call?.kind ?? 'other')} />
        <span className="permission-title">
          {withElements(headline(call), <strong>{agent}</strong>, title)}
        </span>
        {waiting > 1 && <span className="permission-count">{dockStrings.firstOf(waiting)}</span>}
      </div>
      {call !== undefined && hasDetails(call) && (
        <div className="permission-details">
          <ToolDetails id={`${requestId}:details`} call={call} isRequest />
        </div>
      )}
      <ProtectedFiles files={protectedFiles} options={options} agent={agent} />
      {rule !== undefined && (
        <div className="permission-rule" data-testid="permission-rule">
          <Icon name="law" />
          {dockStrings.askedByRule(rule)}
        </div>
      )}
      <div className="permission-options">
        {options.map(({ optionId, name, kind }, index) => (
          <Button
            key={optionId}
            appearance={kind === 'allow_once' ? 'primary' : 'secondary'}
            data-testid="permission-option"
            data-kind={kind}
            data-option-id={optionId}
            data-armed={armed === index + 1 ? '' : undefined}
            onClick={() => answer.give(optionId)}
          >
            {name}
            {index < 9 && (
              <kbd className="permission-key" aria-hidden="true">
                {index + 1}
              </kbd>
            )}
          </Button>
        ))}
        {canEdit === true && <EditButton requestId={requestId} />}
      </div>
      <div className="permission-armed" role="status">
        {armed !== undefined && dockStrings.choosing(options[armed - 1]?.name ?? '')}
      </div>
    </div>
  );
}

function EditButton({ requestId }: { readonly requestId: string }) {
  const post = usePost();
  const key = useSessionKey();
  return (
    <Button
      appearance="secondary"
      data-testid="edit-proposal"
      title={dockStrings.editHint()}
      onClick={() => post({ type: 'edit_proposal', key, requestId })}
    >
      {dockStrings.edit()}
    </Button>
  );
}

/** Answers the request once, and not before the guard time has passed. */
function useAnswer(requestId: string, card: { readonly current: HTMLElement | null }) {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  const appeared = useRef(0);
  const isAnswered = useRef(false);
  useEffect(() => {
    appeared.current = performance.now();
  }, []);
  const isOpen = (): boolean => !isAnswered.current && performance.now() - appeared.current >= GUARD_MS;
  const give = (optionId: string): void => {
    if (!isOpen()) return;
    isAnswered.current = true;
    // Immediately, so that keys typed before the card disappears are not lost.
    if (card.current?.contains(document.activeElement) === true) composer.focus();
    post({ type: 'permission', key, requestId, optionId });
  };
  return { isOpen, give };
}

/** What the agent asks for, with its name in place of `{0}` and the title of the call in place of `{1}`. */
function headline(call: ToolCall | undefined): string {
  if (call === undefined) return dockStrings.asksForPermission('{0}');
  return isTitledByCommand(toolCallTitle(call), call)
    ? dockStrings.wantsToRun('{0}')
    : dockStrings.asksForPermissionTo('{0}', '{1}');
}

/** Whether the title only repeats the command, as some agents do: plain, after a `$`, or as code. */
function isTitledByCommand(title: string, call: ToolCall): boolean {
  const command = shownCommand(call);
  const bare = title.replace(/^\$ /, '').replace(/^(`+)(.*)\1$/, '$2');
  return command !== undefined && [bare, bare.replace(/^Run /, '')].includes(oneLine(command));
}

function hasDetails({ content, locations, rawInput }: ToolCall): boolean {
  return content.length > 0 || locations.length > 0 || rawInput !== undefined;
}
