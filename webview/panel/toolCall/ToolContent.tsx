// One piece of a tool call's content: text, an image, a resource, the change of a file, a terminal.
import { useMemo } from 'react';
import { commandOutput, exitCodeOf } from '../../../src/core/session/toolCall/commandOutput.ts';
import { isFinished, type ToolCall, type ToolCallContent } from '../../../src/core/session/toolCall/state.ts';
import { useSession } from '../state/panelContext.tsx';
import { ContentChip } from '../content/ContentBlocks.tsx';
import { MarkdownText } from '../content/MarkdownText.tsx';
import { CommandText, TerminalOutput } from '../terminal/TerminalOutput.tsx';
import { DiffText } from './DiffText.tsx';
import type { FileChange } from './fileChanges.ts';
import { LongText } from './LongText.tsx';
import { outputText } from './prettyText.ts';
import { RawValue } from './RawValue.tsx';
import { toolCallStrings } from './toolCallStrings.ts';

/** Longer text is shown plain: it is output and not markdown. */
const MAX_MARKDOWN_CHARACTERS = 20_000;

export interface ToolContentProps {
  /** Unique in the session. */
  readonly id: string;
  /** The id of the entry, or of the permission request, that shows the call. */
  readonly shownIn: string;
  readonly part: ToolCallContent;
  /** 0-based, in the call's content. */
  readonly index: number;
  readonly call: ToolCall;
  /** For a diff; absent for the old place of a moved file. */
  readonly change: FileChange | undefined;
  /** Whether the title of the card ends with the path of the diff. */
  readonly isNamed: boolean;
  /** Whether the call waits for permission. */
  readonly isRequest: boolean;
  /** The call's command, for the part whose head shows it. */
  readonly command: string | undefined;
  /** Whether text is what a command printed. */
  readonly isOutput: boolean;
}

export function ToolContent({
  id,
  shownIn,
  part,
  index,
  call,
  change,
  isNamed,
  isRequest,
  command,
  isOutput,
}: ToolContentProps) {
  switch (part.type) {
    case 'content':
      return isOutput && part.content.type === 'text' ? (
        <PrintedText id={id} text={part.content.text} call={call} command={command} />
      ) : (
        <Block id={id} block={part.content} hasFailed={call.status === 'failed'} />
      );
    case 'diff':
      return (
        change !== undefined && (
          <DiffText
            id={id}
            shownIn={shownIn}
            index={index}
            change={change}
            line={call.locations.find(({ path }) => path === change.path)?.line}
            isNamed={isNamed}
            isRequest={isRequest}
          />
        )
      );
    case 'terminal':
      return (
        <TerminalContent
          id={id}
          shownIn={shownIn}
          terminalId={part.terminalId}
          call={call}
          command={command}
        />
      );
    case 'unknown':
      return (
        <span className="detail-text tool-nothing">{toolCallStrings.unsupportedContent(part.name)}</span>
      );
  }
}

export interface PrintedTextProps {
  /** Unique in the session. */
  readonly id: string;
  readonly text: string;
  readonly call: ToolCall;
  readonly command: string | undefined;
}

/** What a command printed, as a terminal shows it: its end, and the whole on demand. */
export function PrintedText({ id, text, call, command }: PrintedTextProps) {
  const output = useMemo(() => commandOutput(text), [text]);
  const isLong = output.length > MAX_MARKDOWN_CHARACTERS;
  const exitCode = useMemo(() => exitCodeOf(call), [call]);
  return (
    <>
      <CommandText id={id} command={command} output={output} exitCode={exitCode} />
      {isLong && <RawValue id={`${id}:whole`} label={toolCallStrings.wholeOutput()} value={output} />}
    </>
  );
}

type Block = Extract<ToolCallContent, { type: 'content' }>['content'];

interface BlockProps {
  readonly id: string;
  readonly block: Block;
  readonly hasFailed: boolean;
}

function Block({ id, block, hasFailed }: BlockProps) {
  if (block.type === 'text') {
    // Agents put the reason into a fence, which is no code.
    const reason = hasFailed ? commandOutput(block.text) : block.text;
    if (reason !== block.text) return <LongText id={id} label={toolCallStrings.output()} text={reason} />;
    if (block.text.length > MAX_MARKDOWN_CHARACTERS)
      return <LongText id={id} label={toolCallStrings.output()} text={block.text} />;
    return (
      // A scrolling area has to be reachable for the keyboard.
      <div className="tool-text" tabIndex={0} role="group" aria-label={toolCallStrings.output()}>
        <MarkdownText id={id} text={block.text} streaming={false} />
      </div>
    );
  }
  const text = block.type === 'resource' ? block.resource.text : undefined;
  return (
    <div className="column tool-resource">
      <ContentChip block={block} />
      {text !== undefined && <LongText id={id} label={toolCallStrings.resourceContent()} text={text} />}
    </div>
  );
}

interface TerminalContentProps {
  readonly id: string;
  readonly shownIn: string;
  readonly terminalId: string;
  readonly call: ToolCall;
  readonly command: string | undefined;
}

function TerminalContent({ id, shownIn, terminalId, call, command }: TerminalContentProps) {
  const isAsked = useSession(({ permissions }) =>
    permissions.some(({ entryId, requestId }) => entryId === shownIn || requestId === shownIn),
  );
  return (
    <TerminalOutput
      id={id}
      terminalId={terminalId}
      phase={isAsked ? 'asked' : isFinished(call.status) ? 'finished' : 'open'}
      callCommand={command}
      fallback={<UnknownTerminal id={id} output={outputText(call.rawOutput)} />}
    />
  );
}

/** A terminal of the agent about which it reported nothing but its id. */
function UnknownTerminal({ id, output }: { readonly id: string; readonly output: string }) {
  return output === '' ? (
    <span className="detail-text tool-nothing">{toolCallStrings.outputInAgentTerminal()}</span>
  ) : (
    <LongText id={id} label={toolCallStrings.output()} text={output} />
  );
}
