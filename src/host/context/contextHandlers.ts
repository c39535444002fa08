// Panel messages about mentions: what can be mentioned, what a mention stands for.
import { mentionKindOf } from '../../core/mentions/mention.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';

type ContextMessageType = 'mention_query' | 'mention_info' | 'open_mention';

export function contextHandlers(): Pick<PanelHandlers, ContextMessageType> {
  return {
    mention_query: ({ id }, panel) =>
      panel.post({ type: 'mention_results', id, isComplete: true, options: [] }),
    mention_info: ({ uris }, panel) => {
      const details = uris.flatMap((uri) => {
        const kind = mentionKindOf(uri);
        return kind === undefined ? [] : [{ uri, kind }];
      });
      panel.post({ type: 'mention_details', details });
    },
    open_mention: () => undefined,
  };
}
