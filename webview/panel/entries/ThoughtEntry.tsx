// The agent's reasoning: one line that expands.
import './entries.css';
import type { Entry } from '../../../src/core/session/entries.ts';
import { ContentBlocks } from '../content/ContentBlocks.tsx';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { entriesStrings } from './entriesStrings.ts';

export interface ThoughtEntryProps {
  readonly entry: Extract<Entry, { kind: 'thought' }>;
  readonly streaming: boolean;
}

export function ThoughtEntry({ entry, streaming }: ThoughtEntryProps) {
  const { id, at, endedAt, content } = entry;
  return (
    <div className="dim thought">
      <Disclosure id={id} summary={<span>{thoughtLabel(streaming, at, endedAt)}</span>}>
        <div className="thought-text">
          <ContentBlocks id={id} blocks={content} streaming={streaming} />
        </div>
      </Disclosure>
    </div>
  );
}

function thoughtLabel(streaming: boolean, at: number, endedAt: number | undefined): string {
  if (endedAt === undefined) return streaming ? entriesStrings.thinking() : entriesStrings.thought();
  return endedAt > at ? entriesStrings.thoughtFor(endedAt - at) : entriesStrings.thought();
}
