// What the input's chips need of the host: details of what they mention, and opening it.
import { useMemo } from 'react';
import { usePost, useSessionKey } from '../../state/panelContext.tsx';
import type { ChipEvents } from './mentionChips.ts';

/** Details are asked for once, and again when the user returns to the input: files come and go. */
export function useChipEvents(): ChipEvents & { readonly onFocus: () => void } {
  const post = usePost();
  const key = useSessionKey();
  return useMemo(() => {
    let drawn: ReadonlySet<string> = new Set();
    const asked = new Set<string>();
    const ask = (uris: readonly string[]): void => {
      if (uris.length > 0) post({ type: 'mention_info', uris: [...uris] });
    };
    return {
      onOpenMention: (uri) => post({ type: 'open_mention', key, uri }),
      onMentions: (uris) => {
        drawn = uris;
        const unknown = [...uris].filter((uri) => !asked.has(uri));
        for (const uri of unknown) asked.add(uri);
        ask(unknown);
      },
      onFocus: () => ask([...drawn]),
    };
  }, [post, key]);
}
