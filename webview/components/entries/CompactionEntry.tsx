// The agent summarised the conversation to make room in its context.
import './entries.css';
import { ownValue } from '../../../src/core/base/ownValue.ts';
import type { Entry } from '../../../src/core/session/entries.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ContentBlocks } from '../content/ContentBlocks.tsx';
import { Disclosure } from '../disclosure/Disclosure.tsx';

const WORDS: Readonly<Record<string, string>> = {
  in_progress: 'Summarising the conversation to make room…',
  completed: 'The conversation was summarised to make room',
  failed: 'The conversation could not be summarised',
  cancelled: 'Summarising the conversation was stopped',
};

export function CompactionEntry({ entry }: { readonly entry: Extract<Entry, { kind: 'compaction' }> }) {
  const { id, status, summary, error } = entry;
  const words = ownValue(WORDS, status) ?? `Summarising the conversation: ${status}`;
  const line = (
    <span className="notice-text">
      {words}
      {error === undefined ? '' : `: ${error}`}
    </span>
  );
  if (summary.length === 0) {
    return (
      <div className="notice" data-severity={status === 'failed' ? 'warning' : 'info'}>
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
