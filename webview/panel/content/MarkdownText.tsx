// A markdown text whose links and copy buttons go through the host.
import { memo, useCallback } from 'react';
import { MarkdownBlocks } from '../../markdown/Markdown.tsx';
import { useMarkdownBlocks, type MarkdownBlock } from '../../markdown/markdownDocument.ts';
import { FileName } from './FileName.tsx';
import type { MarkdownActions } from '../../markdown/actions.ts';
import { usePost, useSessionKey } from '../state/panelContext.tsx';
import { useParts } from '../state/loadedParts.ts';
import { renderersOf } from './renderers.ts';
import type { PanelFeature } from '../state/panelFeature.ts';

type CodeHandler = NonNullable<MarkdownActions['onCode']>;

export interface MarkdownTextProps {
  /** Unique in the session. */
  readonly id: string;
  readonly text: string;
  readonly streaming: boolean;
}

export function MarkdownText({ id, text, streaming }: MarkdownTextProps) {
  const key = useSessionKey();
  return <LinkedBlocks blocks={useMarkdownBlocks(`${key}/${id}`, text, streaming)} streaming={streaming} />;
}

export interface LinkedBlocksProps {
  readonly blocks: readonly MarkdownBlock[];
  readonly streaming: boolean;
}

/** Markdown blocks with working links. */
export const LinkedBlocks = memo(function LinkedBlocks({ blocks, streaming }: LinkedBlocksProps) {
  const post = usePost();
  const key = useSessionKey();
  const onLink = useCallback((href: string) => post({ type: 'open_link', key, href }), [post, key]);
  const onCopy = useCallback((text: string) => post({ type: 'copy', text }), [post]);
  const onCode = useCallback<CodeHandler>(
    (action, block) => post({ type: 'code_action', key, action, block }),
    [post, key],
  );
  const { Formula, drawings } = renderersOf(useParts()?.features ?? NONE);
  return (
    <MarkdownBlocks
      blocks={blocks}
      streaming={streaming}
      onLink={onLink}
      onCopy={onCopy}
      onCode={onCode}
      InlineCode={FileName}
      Formula={Formula}
      drawings={drawings}
    />
  );
});

const NONE: readonly PanelFeature[] = [];
