// What the input's chips need of the host: details of what they mention, and opening it.
import { useMemo } from 'react';
import { usePost, useSessionKey } from '../../../panelContext.tsx';
import type { ChipEvents } from './mentionChips.ts';

/** Details are asked for once, and again when the user returns to the input: files come and go. */
export function useChipEvents(): ChipEvents & { readonly onFocus: () => void } {
  const post = usePost();
  const key = useSessionKey();
  return useMemo(() => {
    let drawn: ReadonlySet<string> = new Set();
    let asked = new Set<string>();
    const ask = (uris: readonly string[]): void => {
      if (uris.length > 0) post({ type: 'mention_info', uris: [...uris] });
    };
    return {
      onOpenMention: (uri) => post({ type: 'open_mention', key, uri }),
      onMentions: (uris) => {
        drawn = uris;
        ask([...uris].filter((uri) => !asked.has(uri)));
        asked = new Set([...asked, ...uris]);
      },
      onFocus: () => ask([...drawn]),
    };
  }, [post, key]);
}
