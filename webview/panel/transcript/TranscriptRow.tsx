// One row of the transcript. Renders again only for another row.
import { memo, useState } from 'react';
import { entryText } from '../../../src/core/session/entryTraits.ts';
import { hasFailedTerminal } from '../../../src/core/session/toolCall/shownStatus.ts';
import { AgentPart } from '../entries/AgentEntry.tsx';
import { EntryBody } from '../entries/entryRows.tsx';
import { usePanel, useSession } from '../state/panelContext.tsx';
import { PlainText } from '../../text/PlainText.tsx';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { ToolGroup } from '../toolCall/runs/ToolGroup.tsx';
import { rowLabel, rowName } from './entryText.ts';
import type { Row } from './rows.ts';

interface TranscriptRowProps {
  readonly row: Row;
  /** Whether the focus is in it: then its name says how it begins, which takes parsing. */
  readonly isFocused: boolean;
}

export const TranscriptRow = memo(function TranscriptRow({ row, isFocused }: TranscriptRowProps) {
  const name = useName(row, isFocused);
  const [wasCard] = useState(row.kind === 'entry');
  if (row.kind === 'part') {
    const { text, from, to } = row;
    return (
      <article
        className="entry entry-agent"
        data-testid="entry"
        data-kind="agent"
        data-part={to !== undefined}
        data-continues={from > 0}
        data-entry-id={row.entryId}
        aria-label={name}
        tabIndex={-1}
      >
        <ErrorBoundary key={row.key} fallback={<FallbackText of={() => text.slice(from, to)} />}>
          <AgentPart row={row} />
        </ErrorBoundary>
      </article>
    );
  }
  if (row.kind === 'tools') {
    return (
      <article
        className="entry entry-tool"
        data-testid="entry"
        data-kind="tool"
        aria-label={name}
        tabIndex={-1}
      >
        <ErrorBoundary
          key={row.key}
          fallback={<FallbackText of={() => row.entries.map(entryText).join('\n')} />}
        >
          <ToolGroup id={row.key} entries={row.entries} replacesCard={wasCard} />
        </ErrorBoundary>
      </article>
    );
  }
  const { entry, streaming } = row;
  return (
    <article
      className={`entry entry-${entry.kind}`}
      data-testid="entry"
      data-kind={entry.kind}
      data-entry-id={entry.id}
      aria-label={name}
      tabIndex={-1}
    >
      <ErrorBoundary key={entry.id} fallback={<FallbackText of={() => entryText(entry)} />}>
        <EntryBody entry={entry} streaming={streaming} />
      </ErrorBoundary>
    </article>
  );
});

/** What a screen reader calls the row. */
function useName(row: Row, isFocused: boolean): string {
  const agent = usePanel((panel) => panel.agent.title);
  const call = isFocused && row.kind === 'entry' && row.entry.kind === 'tool' ? row.entry.call : undefined;
  const isFailedInTerminal = useSession(
    ({ terminals }) => call !== undefined && hasFailedTerminal(call, terminals),
  );
  return isFocused ? rowLabel(row, agent, isFailedInTerminal) : rowName(row, agent);
}

/** Shown in place of an entry whose component throws; the text is read only then. */
function FallbackText({ of: text }: { readonly of: () => string }) {
  return (
    <div className="entry-plain">
      <PlainText text={text()} />
    </div>
  );
}
