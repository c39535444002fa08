// What a chip shows and says of a mention.
import type { Mention, MentionKind } from '../../../src/core/mentions/mention.ts';
import { mentionLabel, readableAddress } from '../../../src/core/mentions/mentionLabel.ts';
import type { MentionDetails } from '../../../src/core/panel/mentionOption.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { sizeText } from '../../text/format.ts';
import { shortEnd, shortText } from '../../text/shortText.ts';
import { mentionStrings } from './mentionStrings.ts';

export interface MentionFace {
  readonly icon: string;
  /** A symbol without its file. */
  readonly name: string;
  readonly text: string;
  /** Empty where the size is not known. */
  readonly size: string;
  /** What screen readers read. */
  readonly label: string;
  readonly tooltip: string;
  readonly hasProblem: boolean;
}

const ICONS: Readonly<Record<MentionKind, string>> = {
  file: 'file',
  folder: 'folder',
  symbol: 'symbol-method',
  selection: 'list-selection',
  problems: 'warning',
  git: 'source-control',
  terminal: 'terminal',
  editor: 'files',
  session: 'comment-discussion',
  url: 'globe',
  resource: 'database',
};

export function mentionIcon(kind: MentionKind): string {
  return ICONS[kind];
}

export function mentionFace(
  mention: Mention,
  kind: MentionKind,
  details: MentionDetails | undefined,
): MentionFace {
  const { uri } = mention;
  const named = mentionLabel(mention);
  const address = addressText(uri, kind);
  const shown = mentionName(named.text) || address;
  const size = details?.size === undefined ? '' : sizeText(details.size);
  const problem = details?.problem ?? '';
  const title = mentionStrings.named(kind, shown);
  const place = oneLine(shortEnd(details?.detail ?? ''));
  return {
    icon: problem === '' ? mentionIcon(kind) : 'warning',
    name: mentionName(named.name) || address,
    text: shown,
    size,
    label: [title, size, problem].filter((text) => text !== '').join(', '),
    tooltip: [title, place, place === address ? '' : address, size, problem]
      .filter((text) => text !== '')
      .join('\n'),
    hasProblem: problem !== '',
  };
}

/** A name on one line, bounded, and with its invisible characters spelled out. */
export function mentionName(name: string): string {
  return oneLine(shortText(name));
}

/** The whole address on one line; the host of a long one of a page, and the end of any other. */
function addressText(uri: string, kind: MentionKind): string {
  const address = readableAddress(uri);
  return oneLine(kind === 'url' ? shortText(address) : shortEnd(address));
}
