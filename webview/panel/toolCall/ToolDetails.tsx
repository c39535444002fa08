// The input and output of a tool call.
import { memo, useMemo } from 'react';
import { isSameFolder } from '../../../src/core/paths/pathContainment.ts';
import { planOnlyInInput } from '../../../src/core/session/plan/askedPlan.ts';
import type { Terminal } from '../../../src/core/session/terminal/state.ts';
import { exitCodeOf } from '../../../src/core/session/toolCall/commandOutput.ts';
import { isFinished, type ToolCall } from '../../../src/core/session/toolCall/state.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { isMcpCall } from '../../../src/core/session/toolCall/ideToolTitle.ts';
import { useSession } from '../state/panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { fileChanges } from './fileChanges.ts';
import { Locations } from './Locations.tsx';
import { LongText } from './LongText.tsx';
import { outputText } from './prettyText.ts';
import { RawValue } from './RawValue.tsx';
import { isShownAlready, textsOnCard } from './shownAlready.ts';
import { inputBeside, shownBesideCommand, shownCommand } from './shownCommand.ts';
import { pathInTitle } from './shownPath.ts';
import { PrintedText, ToolContent } from './ToolContent.tsx';
import { toolCallStrings } from './toolCallStrings.ts';

export interface ToolDetailsProps {
  /** The id of the entry, or of the permission request. */
  readonly id: string;
  readonly call: ToolCall;
  /** Whether this is a permission request: the input is expanded where nothing else shows what will happen. */
  readonly isRequest?: boolean;
  /** Whether steps of a sub-agent are shown beside it: then missing output is not mentioned. */
  readonly hasSteps?: boolean;
}

export const ToolDetails = memo(function ToolDetails({
  id,
  call,
  isRequest = false,
  hasSteps = false,
}: ToolDetailsProps) {
  const { content, rawInput, rawOutput } = call;
  const changes = useMemo(() => fileChanges(call), [call]);
  const changed = new Set([...changes.values()].map(({ path }) => path));
  const cwd = useSession((session) => session.cwd);
  const isNamed = useMemo(() => !isRequest && pathInTitle(call, cwd) !== undefined, [isRequest, call, cwd]);
  const shown = shownCommand(call);
  const isCommand = call.kind === 'execute' && shown !== undefined;
  const locations = call.locations.filter(
    ({ path, line }) =>
      // A diff names its file, and opens it at that line.
      path !== '' && !changed.has(path) && (line !== undefined || !(isCommand && isSameFolder(path, cwd))),
  );
  const beside = useMemo(() => inputBeside(shownCommand(call), call), [call]);
  const hasMore = useHasMore(call, beside, cwd, isRequest);
  const isOutput = call.kind === 'execute' && !isRequest && !isMcpCall(call);
  const headPart = useHeadPart(call, isOutput);
  const plainText = useMemo(() => (content.length === 0 ? outputText(rawOutput) : ''), [content, rawOutput]);
  // A command that failed says how it ended also where it printed nothing.
  const hasFailed = isOutput && content.length === 0 && (exitCodeOf(call) ?? 0) !== 0;
  const isPlain = plainText !== '' || hasFailed;
  const isInHead = !isRequest && (headPart >= 0 || (isOutput && isPlain));
  const command = isInHead ? undefined : shown;
  const hasContent = content.length > 0;
  // A plan is read as what it is, and not as a string of JSON.
  const plan = useMemo(() => (isRequest ? planOnlyInInput(call) : undefined), [isRequest, call]);
  const parts = plan === undefined ? content : [...content, textPart(plan)];
  const hasOutput = hasContent || isPlain;
  const isShown = hasContent || command !== undefined || plan !== undefined;
  const title = toolCallTitle(call);
  return (
    <div className="column tool-details">
      {!isRequest && shortText(title) !== title && (
        <LongText id={`${id}:title`} label={toolCallStrings.title()} text={title} />
      )}
      {locations.length > 0 && <Locations id={id} locations={locations} isWhole={isRequest} />}
      {command !== undefined && (
        <div data-subject="">
          <LongText id={`${id}:command`} label={toolCallStrings.command()} text={`$ ${command}`} />
        </div>
      )}
      {isRequest && <BesideCommand id={id} call={call} cwd={cwd} />}
      {parts.map((part, index) => (
        <ToolContent
          key={index}
          id={`${id}:${index}`}
          shownIn={id}
          part={part}
          index={index}
          call={call}
          change={changes.get(index)}
          isNamed={isNamed}
          isRequest={isRequest}
          command={index === headPart && !isRequest ? shown : undefined}
          isOutput={isOutput}
        />
      ))}
      {isPlain && (
        <PlainOutput
          id={`${id}:text`}
          call={call}
          text={plainText}
          command={isInHead ? shown : undefined}
          isOutput={isOutput}
        />
      )}
      {!hasOutput && !isRequest && !hasSteps && (
        <span className="detail-text tool-nothing">
          {isFinished(call.status) ? toolCallStrings.noOutput() : toolCallStrings.noOutputYet()}
        </span>
      )}
      {hasMore.input && (
        <RawValue
          id={`${id}:input`}
          label={toolCallStrings.input()}
          // What is to be allowed stands there as the agent sent it.
          value={isRequest ? rawInput : beside}
          openAtFirst={isRequest && !isShown}
        />
      )}
      {hasContent && hasMore.output && (
        <RawValue
          id={`${id}:output`}
          label={toolCallStrings.rawOutput()}
          value={rawOutput}
          // It says why, beside what was reported before.
          openAtFirst={call.status === 'failed'}
        />
      )}
    </div>
  );
});

function textPart(text: string): ToolCall['content'][number] {
  return { type: 'content', content: { type: 'text', text } };
}

/**
 * Whether the input and the output say more than the card. Of what is to be allowed all is shown; of what has not ended
 * more may come.
 */
function useHasMore(
  call: ToolCall,
  beside: unknown,
  cwd: string,
  isRequest: boolean,
): { readonly input: boolean; readonly output: boolean } {
  const mayBeShort = !isRequest && isFinished(call.status);
  // They change with each output of any command.
  const hasTerminal = call.content.some(({ type }) => type === 'terminal');
  const terminals = useSession((session) => (mayBeShort && hasTerminal ? session.terminals : NO_TERMINALS));
  return useMemo(() => {
    const texts = mayBeShort ? [...textsOnCard(call, terminals), cwd, `${cwd}/`] : [];
    const isMore = (value: unknown): boolean => !mayBeShort || !isShownAlready(value, texts);
    return {
      input: beside !== undefined && isMore(call.rawInput),
      output: isMore(call.rawOutput),
    };
  }, [call, beside, cwd, mayBeShort, terminals]);
}

const NO_TERMINALS: readonly Terminal[] = [];

/** Shown before the command is allowed, because it changes what the command does. */
function BesideCommand({ id, call, cwd }: Pick<ToolDetailsProps, 'id' | 'call'> & { readonly cwd: string }) {
  const shown = useMemo(() => shownBesideCommand(call, cwd), [call, cwd]);
  return shown.map(({ name, text }) => (
    <LongText key={name} id={`${id}:command:${name}`} label={name} text={text} />
  ));
}

interface PlainOutputProps extends Pick<ToolDetailsProps, 'id' | 'call'> {
  readonly text: string;
  readonly command: string | undefined;
  readonly isOutput: boolean;
}

/** The output of agents that report it as raw output only. */
function PlainOutput({ id, call, text, command, isOutput }: PlainOutputProps) {
  return isOutput ? (
    <PrintedText id={id} text={text} call={call} command={command} />
  ) : (
    <LongText id={id} label={toolCallStrings.output()} text={text} />
  );
}

/** The place of the first part whose head has room for the call's command; -1 where there is none. */
function useHeadPart({ content }: ToolCall, isOutput: boolean): number {
  return useSession(({ terminals }) =>
    content.findIndex((part) =>
      part.type === 'terminal'
        ? terminals.some(({ id }) => id === part.terminalId)
        : isOutput && part.type === 'content' && part.content.type === 'text',
    ),
  );
}
