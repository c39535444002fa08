// The input and output of a tool call.
import { memo, useMemo } from 'react';
import type { Terminal } from '../../../src/core/session/terminalState.ts';
import { isFinished, type ToolCall } from '../../../src/core/session/toolCall.ts';
import { toolCallTitle } from '../../../src/core/session/toolCalls/toolCallTitle.ts';
import { useSession } from '../../panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { fileChanges } from './fileChanges.ts';
import { Locations } from './Locations.tsx';
import { LongText } from './LongText.tsx';
import { isEmptyValue, outputText } from './prettyText.ts';
import { RawValue } from './RawValue.tsx';
import { isShownAlready, textsOnCard } from './shownAlready.ts';
import { shownBesideCommand, shownCommand, hasMoreInputThan } from './shownCommand.ts';
import { PrintedText, ToolContent } from './ToolContent.tsx';
import { toolCallStrings } from './toolCallStrings.ts';

export interface ToolDetailsProps {
  /** Unique in the session. */
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
  const locations = call.locations.filter(
    ({ path, line }) => path !== '' && (line !== undefined || !changed.has(path)),
  );
  const shown = shownCommand(call);
  const hasMore = useHasMore(call, isRequest);
  const isOutput = call.kind === 'execute' && !isRequest;
  const headPart = useHeadPart(call, isOutput);
  const isPlain = content.length === 0 && !isEmptyValue(rawOutput);
  const isInHead = !isRequest && (headPart >= 0 || (isOutput && isPlain));
  const command = isInHead ? undefined : shown;
  const hasContent = content.length > 0;
  const hasOutput = hasContent || !isEmptyValue(rawOutput);
  const isShown = hasContent || command !== undefined;
  const title = toolCallTitle(call);
  return (
    <div className="tool-details">
      {!isRequest && shortText(title) !== title && (
        <LongText id={`${id}:title`} label={toolCallStrings.title()} text={title} />
      )}
      {locations.length > 0 && <Locations id={id} locations={locations} isWhole={isRequest} />}
      {command !== undefined && (
        <div data-subject="">
          <LongText id={`${id}:command`} label={toolCallStrings.command()} text={`$ ${command}`} />
        </div>
      )}
      {isRequest && <BesideCommand id={id} call={call} />}
      {content.map((part, index) => (
        <ToolContent
          key={index}
          id={`${id}:${index}`}
          part={part}
          index={index}
          call={call}
          change={changes.get(index)}
          isRequest={isRequest}
          command={index === headPart && !isRequest ? shown : undefined}
          isOutput={isOutput}
        />
      ))}
      {isPlain && (
        <PlainOutput
          id={`${id}:text`}
          call={call}
          command={isInHead ? shown : undefined}
          isOutput={isOutput}
        />
      )}
      {!hasOutput && !isRequest && !hasSteps && (
        <span className="tool-nothing">
          {isFinished(call.status) ? toolCallStrings.noOutput() : toolCallStrings.noOutputYet()}
        </span>
      )}
      {hasMore.input && (
        <RawValue
          id={`${id}:input`}
          label={toolCallStrings.input()}
          value={rawInput}
          openAtFirst={isRequest && !isShown}
        />
      )}
      {hasContent && hasMore.output && (
        <RawValue id={`${id}:output`} label={toolCallStrings.rawOutput()} value={rawOutput} />
      )}
    </div>
  );
});

/**
 * Whether the input and the output say more than the card. Of what is to be allowed all is shown; of what has not ended
 * more may come.
 */
function useHasMore(
  call: ToolCall,
  isRequest: boolean,
): { readonly input: boolean; readonly output: boolean } {
  const mayBeShort = !isRequest && isFinished(call.status);
  // They change with each output of any command.
  const hasTerminal = call.content.some(({ type }) => type === 'terminal');
  const terminals = useSession((session) => (mayBeShort && hasTerminal ? session.terminals : NO_TERMINALS));
  return useMemo(() => {
    const texts = mayBeShort ? textsOnCard(call, terminals) : [];
    const isMore = (value: unknown): boolean => !mayBeShort || !isShownAlready(value, texts);
    return {
      input: hasMoreInputThan(shownCommand(call), call) && isMore(call.rawInput),
      output: isMore(call.rawOutput),
    };
  }, [call, mayBeShort, terminals]);
}

const NO_TERMINALS: readonly Terminal[] = [];

/** Shown before the command is allowed, because it changes what the command does. */
function BesideCommand({ id, call }: Pick<ToolDetailsProps, 'id' | 'call'>) {
  const shown = useMemo(() => shownBesideCommand(call), [call]);
  return shown.map(({ name, text }) => (
    <LongText key={name} id={`${id}:command:${name}`} label={name} text={text} />
  ));
}

interface PlainOutputProps extends Pick<ToolDetailsProps, 'id' | 'call'> {
  readonly command: string | undefined;
  readonly isOutput: boolean;
}

/** The output of agents that report it as raw output only. */
function PlainOutput({ id, call, command, isOutput }: PlainOutputProps) {
  const text = useMemo(() => outputText(call.rawOutput), [call.rawOutput]);
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
