// What went into a tool call and what came out of it.
import { memo } from 'react';
import type { ToolCall, ToolCallContent } from '../../../src/core/session/toolCall.ts';
import { usePost, useSessionKey } from '../../panelContext.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ContentChip } from '../content/ContentBlocks.tsx';
import { MarkdownText } from '../content/MarkdownText.tsx';
import { DiffText } from './DiffText.tsx';
import { prettyText } from './prettyText.ts';

export interface ToolDetailsProps {
  readonly id: string;
  readonly call: ToolCall;
}

export const ToolDetails = memo(function ToolDetails({ id, call }: ToolDetailsProps) {
  const { content, locations, rawInput, rawOutput } = call;
  const input = prettyText(rawInput);
  const output = prettyText(rawOutput);
  const isEmpty = content.length === 0 && input === '' && output === '';
  return (
    <div className="tool-details">
      {locations.length > 0 && <Locations locations={locations} />}
      {content.map((part, index) => (
        <ToolContent key={index} id={`${id}:${index}`} part={part} />
      ))}
      {content.length === 0 && <RawText label="Input" text={input} />}
      {content.length === 0 && <RawText label="Output" text={output} />}
      {isEmpty && <span className="tool-nothing">No output</span>}
    </div>
  );
});

/** Links to the files a call works on. */
function Locations({ locations }: { readonly locations: ToolCall['locations'] }) {
  const post = usePost();
  const key = useSessionKey();
  return (
    <div className="chips">
      {locations.map(({ path, line }, index) => {
        const place = line === undefined ? path : `${path}#L${line}`;
        return (
          <button
            key={index}
            type="button"
            className="chip"
            title={place}
            onClick={() => post({ type: 'open_link', key, href: place })}
          >
            <Icon name="go-to-file" />
            <span className="chip-name">
              {path.split(/[/\\]/).at(-1)}
              {line === undefined ? '' : `:${line}`}
            </span>
          </button>
        );
      })}
    </div>
  );
}

function ToolContent({ id, part }: { readonly id: string; readonly part: ToolCallContent }) {
  switch (part.type) {
    case 'content':
      return part.content.type === 'text' ? (
        <div className="tool-text">
          <MarkdownText id={id} text={part.content.text} streaming={false} />
        </div>
      ) : (
        <ContentChip block={part.content} />
      );
    case 'diff':
      return <DiffText path={part.path} oldText={part.oldText} newText={part.newText} />;
    case 'terminal':
      return <span className="tool-nothing">The output is in a terminal of the agent.</span>;
    case 'unknown':
      return <span className="tool-nothing">Content of the kind “{part.name}” cannot be shown.</span>;
  }
}

function RawText({ label, text }: { readonly label: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <div className="tool-raw">
      <span className="tool-raw-label">{label}</span>
      <pre className="tool-pre" tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
