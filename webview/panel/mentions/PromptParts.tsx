// A prompt as it was sent: its text, with what it mentions as chips at their places.
import '../content/content.css';
import './mentions.css';
import type { MentionKind } from '../../../src/core/mentions/mention.ts';
import type { SentPart } from '../../../src/core/mentions/sentMentions.ts';
import { usePost, useSessionKey } from '../state/panelContext.tsx';
import { TextChunks } from '../../text/PlainText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { mentionFace } from './mentionFace.ts';

type SentMention = Extract<SentPart, { type: 'mention' }>;

/** Text and mentions; attachments have a place of their own. */
export function PromptParts({ parts }: { readonly parts: readonly SentPart[] }) {
  return parts.map((part, index) => {
    if (part.type === 'text') return <TextChunks key={index} text={part.text} />;
    return part.type === 'mention' ? <MentionChip key={index} part={part} /> : null;
  });
}

/** What changes all the time opens as it was sent. */
const OPENED_AS_SENT: ReadonlySet<MentionKind> = new Set([
  'problems',
  'git',
  'terminal',
  'editor',
  'resource',
]);

function MentionChip({ part: { mention, kind, block } }: { readonly part: SentMention }) {
  const post = usePost();
  const key = useSessionKey();
  const { icon, name, text: shown, label, tooltip } = mentionFace(mention, kind, undefined);
  const text = block?.type === 'resource' && OPENED_AS_SENT.has(kind) ? block.resource.text : undefined;
  return (
    <button
      type="button"
      className="chip mention-chip"
      data-testid="attachment"
      data-kind={kind}
      data-name={name}
      aria-label={label}
      title={tooltip}
      onClick={() =>
        post(
          text === undefined
            ? { type: 'open_mention', key, uri: mention.uri }
            : { type: 'open_text', name: `${name}.txt`, text },
        )
      }
    >
      <Icon name={icon} />
      <bdi>{shown}</bdi>
    </button>
  );
}
