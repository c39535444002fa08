// A compaction: the agent summarizes the conversation to free space in its context.
import './entries.css';
import { ownValue } from '../../../src/core/base/ownValue.ts';
import type { Entry } from '../../../src/core/session/entries.ts';
import { PlainText } from '../../text/PlainText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ContentBlocks } from '../content/ContentBlocks.tsx';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { entriesStrings } from './entriesStrings.ts';

const LABELS: Readonly<Record<string, () => string>> = {
  in_progress: entriesStrings.compacting,
  completed: entriesStrings.compacted,
  failed: entriesStrings.compactionFailed,
  cancelled: entriesStrings.compactionCancelled,
};

function compactionLabel(status: string, error: string | undefined): string {
  if (error !== undefined) return entriesStrings.compactionFailedBecause(error);
  return ownValue(LABELS, status)?.() ?? entriesStrings.compactionStatus(status);
}

export function CompactionEntry({ entry }: { readonly entry: Extract<Entry, { kind: 'compaction' }> }) {
  const { id, status, summary, error } = entry;
  const line = (
    <span className="fill preserve-lines notice-text">
      <PlainText text={compactionLabel(status, error)} />
    </span>
  );
  if (summary.length === 0) {
    return (
      <div className="dim row notice" data-severity={status === 'failed' ? 'warning' : 'info'}>
        <Icon name="fold" />
        {line}
      </div>
    );
  }
  return (
    <Disclosure id={id} summary={line}>
      <ContentBlocks id={id} blocks={summary} streaming={status === 'in_progress'} />
    </Disclosure>
  );
}
