// One row of the transcript. Drawn again only when the row is another one.
import { memo } from 'react';
import type { Entry } from '../../../src/core/session/entries.ts';
import { entryText } from '../../../src/core/session/selectors.ts';
import { AgentEntry, AgentPart } from '../entries/AgentEntry.tsx';
import { CompactionEntry } from '../entries/CompactionEntry.tsx';
import { NoticeEntry } from '../entries/NoticeEntry.tsx';
import { PlanList } from '../plan/PlanList.tsx';
import { ThoughtEntry } from '../entries/ThoughtEntry.tsx';
import { TurnEntry } from '../entries/TurnEntry.tsx';
import { UserEntry } from '../entries/UserEntry.tsx';
import { usePanel } from '../../panelContext.tsx';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { ToolCard } from '../toolCall/ToolCard.tsx';
import { ToolGroup } from '../toolCall/ToolGroup.tsx';
import type { Row } from './rows.ts';

export const TranscriptRow = memo(function TranscriptRow({ row }: { readonly row: Row }) {
  const agent = usePanel((panel) => panel.agent.title);
  const name = rowName(row, agent);
  if (row.kind === 'part') {
    const { text, from, to } = row;
    return (
      <article
        className="entry entry-agent"
        data-testid="entry"
        data-kind="agent"
        data-part={to !== undefined}
        aria-label={name}
      >
        <ErrorBoundary key={row.key} fallback={<PlainText text={text.slice(from, to)} />}>
          <AgentPart row={row} />
        </ErrorBoundary>
      </article>
    );
  }
  if (row.kind === 'tools') {
    const text = row.entries.map(entryText).join('\n');
    return (
      <article className="entry entry-tool" data-testid="entry" data-kind="tool" aria-label={name}>
        <ErrorBoundary key={row.key} fallback={<PlainText text={text} />}>
          <ToolGroup id={row.key} entries={row.entries} />
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
      aria-label={name}
    >
      <ErrorBoundary key={entry.id} fallback={<PlainText text={entryText(entry)} />}>
        <EntryBody entry={entry} streaming={streaming} />
      </ErrorBoundary>
    </article>
  );
});

/** Who or what a row is of, for those who hear it. */
function rowName(row: Row, agent: string): string {
  if (row.kind === 'part') return agent;
  if (row.kind === 'tools') return 'Tool calls';
  switch (row.entry.kind) {
    case 'user':
      return 'You';
    case 'agent':
      return agent;
    case 'thought':
      return 'Thought';
    case 'tool':
      return 'Tool call';
    case 'notice':
      return 'Notice';
    case 'turn':
      return 'End of the turn';
    case 'plan':
      return 'Plan';
    case 'compaction':
      return 'Compaction';
  }
}

function EntryBody({ entry, streaming }: { readonly entry: Entry; readonly streaming: boolean }) {
  switch (entry.kind) {
    case 'user':
      return <UserEntry entry={entry} />;
    case 'agent':
      return <AgentEntry entry={entry} streaming={streaming} />;
    case 'thought':
      return <ThoughtEntry entry={entry} streaming={streaming} />;
    case 'tool':
      return <ToolCard entry={entry} />;
    case 'notice':
      return <NoticeEntry entry={entry} />;
    case 'turn':
      return <TurnEntry entry={entry} />;
    case 'plan':
      return <PlanList entries={entry.entries} />;
    case 'compaction':
      return <CompactionEntry entry={entry} />;
  }
}

/** What is left of an entry that could not be drawn. */
function PlainText({ text }: { readonly text: string }) {
  return <div className="entry-plain">{text}</div>;
}
