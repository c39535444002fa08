// A permission request: its head and its answers, and between them what it is about, which scrolls.
import { useEffect, useRef } from 'react';
import { isOwnToolCall } from '../../../src/core/session/toolCall/toolCallIds.ts';
import { entryById, type EntryPages } from '../../../src/core/session/entries.ts';
import type { PermissionOption, PermissionRequest } from '../../../src/core/session/permission/state.ts';
import { ANSWER_GUARD_MS, onceFirst } from '../../../src/core/permissions/optionLabel.ts';
import { editInTitle, repeatsCommand, type EditTitle } from '../../../src/core/permissions/shownRequest.ts';
import { localizedRuleLabel } from '../../../src/core/permissions/policy/ruleLabel.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { startOf } from '../../../src/core/text/wholeCharacters.ts';
import { isFinished, type ToolCall } from '../../../src/core/session/toolCall/state.ts';
import type { PanelFeature } from '../state/panelFeature.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CutText } from '../content/CutText.tsx';
import { cutName, LongOptions, OptionButton } from './PermissionOptions.tsx';
import { ProtectedFiles } from './ProtectedFiles.tsx';
import { RequestingSubagent } from './RequestingSubagent.tsx';
import { onQuestionKey } from '../composer/focus/questionFocus.ts';
import { useNumberKeys } from './useNumberKeys.ts';
import { useSubjectInView } from './useSubjectInView.ts';
import { useComposer } from '../composer/composerContext.tsx';
import { visibleCommand } from '../terminal/terminalLabel.ts';
import { isShownAlready } from '../toolCall/shownAlready.ts';
import { shownCommand } from '../toolCall/shownCommand.ts';
import { ToolDetails } from '../toolCall/ToolDetails.tsx';
import { callIcon } from '../toolCall/toolLabel.ts';
import { withElements } from '../../ui/withElements.tsx';
import { dockStrings } from './dockStrings.ts';

/** The length of an agent's name, a title and a rule; the rest is shown on request. */
const MAX_NAME_CHARACTERS = 60;
const MAX_TITLE_CHARACTERS = 200;

/** Up to so many options stand in their rows; with more, the first that rejects has a row that stays in view. */
const MAX_OPTIONS_IN_ROWS = 4;

export interface PermissionCardProps {
  readonly features: readonly PanelFeature[];
  readonly request: PermissionRequest;
  /** Which one it is of those that came while one waited, from 1 on. */
  readonly number: number;
  /** How many requests wait, this one included. */
  readonly waiting: number;
}

export function PermissionCard({ features, request, number, waiting }: PermissionCardProps) {
  const { requestId, call, rule, canEdit, isChanged, protectedFiles = [], wordsToAllow = [] } = request;
  const options = onceFirst(request.options);
  const agent = usePanel((panel) => panel.agent.title);
  const hasEnded = useSession(({ entries }) => isEndedCall(entries, request.entryId));
  const card = useRef<HTMLDivElement>(null);
  const answer = useAnswer(requestId, card);
  useSubjectInView(card);
  const armed = useNumberKeys({
    card,
    has: (number) => options[number - 1] !== undefined,
    isOpen: answer.isOpen,
    choose: (number) => {
      const option = options[number - 1];
      if (option !== undefined) answer.give(option.optionId);
    },
  });
  const firstRejection = options.find(({ kind }) => kind === 'reject_once' || kind === 'reject_always');
  const title = toolCallTitle(call);
  const isQuestion = asksWithoutPermission(call, title, options);
  const edit = editInTitle(title, call);
  const ask = isQuestion ? dockStrings.asks : wording(edit);
  const subject = edit?.file ?? title;
  const label = ask(agent, startOf(subject, MAX_TITLE_CHARACTERS));
  return (
    <div
      ref={card}
      className="column dock-card permission"
      data-testid="permission"
      data-question=""
      data-request-id={requestId}
      role="group"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onQuestionKey}
    >
      <div className="row permission-head">
        <Icon name={callIcon(call)} />
        <span className="fill permission-title">
          {withElements(
            isTitledByCommand(title, call) ? dockStrings.wantsToRun('{0}') : ask('{0}', '{1}'),
            <strong>
              <CutText id={`${requestId}:agent`} text={agent} maxCharacters={MAX_NAME_CHARACTERS} />
            </strong>,
            <CutText id={`${requestId}:title`} text={subject} maxCharacters={MAX_TITLE_CHARACTERS} />,
          )}
        </span>
        {number + waiting > 2 && (
          <span className="dim permission-count">{dockStrings.numberOf(number, number + waiting - 1)}</span>
        )}
      </div>
      <RequestingSubagent requestId={requestId} entryId={request.entryId} />
      {isChanged === true && (
        <Note testId="permission-changed">
          {isOwnToolCall(call) ? dockStrings.fileChanged() : dockStrings.requestChanged()}
        </Note>
      )}
      {hasEnded && <Note testId="permission-ended">{dockStrings.callEnded()}</Note>}
      <ProtectedFiles files={protectedFiles} options={options} agent={agent} />
      <div className="column permission-body">
        {hasDetails(call) && !isQuestion && (
          <div className="permission-details">
            <ToolDetails id={requestId} call={call} isRequest />
          </div>
        )}
        {rule !== undefined && (
          <div className="row detail-text permission-rule" data-testid="permission-rule">
            <Icon name="law" />
            <CutText
              id={`${requestId}:rule`}
              text={dockStrings.askedByRule(localizedRuleLabel(rule))}
              maxCharacters={MAX_TITLE_CHARACTERS}
            />
          </div>
        )}
        <LongOptions requestId={requestId} options={options} />
      </div>
      <div className="row permission-options" data-many={options.length > MAX_OPTIONS_IN_ROWS}>
        {options.map((option, index) => {
          const button = (
            <OptionButton
              key={option.optionId}
              option={option}
              number={index + 1}
              isArmed={armed === index + 1}
              isAnswer={isQuestion}
              onChoose={() => answer.give(option.optionId)}
            />
          );
          if (option !== firstRejection) return button;
          return (
            <div
              key={option.optionId}
              className="permission-rejection"
              data-many={options.length > MAX_OPTIONS_IN_ROWS}
            >
              {button}
            </div>
          );
        })}
        {features.map(({ name, Request }) => Request && <Request key={name} request={request} />)}
        {canEdit === true && <EditButton requestId={requestId} />}
        {wordsToAllow.length > 0 && (
          <AllowWordsButton requestId={requestId} words={wordsToAllow} isOpen={answer.isOpen} />
        )}
      </div>
      <div className="detail-text permission-armed" role="status">
        {armed !== undefined && dockStrings.pressEnter(cutName(options[armed - 1]?.name ?? ''))}
      </div>
    </div>
  );
}

/** What happened to the call since the user was asked. */
function Note({ testId, children }: { readonly testId: string; readonly children: string }) {
  return (
    <div className="row permission-changed" data-testid={testId}>
      <Icon name="warning" />
      {children}
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

interface AllowWordsButtonProps {
  readonly requestId: string;
  readonly words: readonly string[];
  readonly isOpen: () => boolean;
}

/** Adds a rule, which then answers the request. */
function AllowWordsButton({ requestId, words, isOpen }: AllowWordsButtonProps) {
  const post = usePost();
  const key = useSessionKey();
  return (
    <Button
      appearance="secondary"
      data-testid="allow-words"
      title={dockStrings.allowWordsHint(visibleCommand(words.join(' · ')))}
      onClick={() => {
        if (isOpen()) post({ type: 'allow_words', key, requestId });
      }}
    >
      {dockStrings.allowWords()}
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
  const isOpen = (): boolean =>
    !isAnswered.current && performance.now() - appeared.current >= ANSWER_GUARD_MS;
  const give = (optionId: string): void => {
    if (!isOpen()) return;
    isAnswered.current = true;
    // Immediately, so that keys typed before the card disappears are not lost.
    if (card.current?.contains(document.activeElement) === true) composer.focus();
    post({ type: 'permission', key, requestId, optionId });
  };
  return { isOpen, give };
}

function isEndedCall(entries: EntryPages, entryId: string): boolean {
  const asked = entryById(entries, entryId)?.found;
  return asked?.kind === 'tool' && isFinished(asked.call.status);
}

/**
 * Whether an agent that has no forms asks what to do: with two or more answers that each hold once, none of which rejects,
 * about a call that does nothing but to hold the question.
 */
function asksWithoutPermission(call: ToolCall, title: string, options: readonly PermissionOption[]): boolean {
  return (
    options.length > 1 &&
    options.every(({ kind }) => kind === 'allow_once') &&
    call.content.length === 0 &&
    call.locations.length === 0 &&
    shownCommand(call) === undefined &&
    isShownAlready(call.rawInput, [title, ...options.map(({ name }) => name)])
  );
}

function wording(edit: EditTitle | undefined): (agent: string, subject: string) => string {
  if (edit === undefined) return dockStrings.asksForPermissionTo;
  return edit.isWrite ? dockStrings.wantsToWrite : dockStrings.wantsToEdit;
}

function isTitledByCommand(title: string, call: ToolCall): boolean {
  const command = shownCommand(call);
  return command !== undefined && repeatsCommand(title, command);
}

function hasDetails({ content, locations, rawInput }: ToolCall): boolean {
  return content.length > 0 || locations.length > 0 || rawInput !== undefined;
}
