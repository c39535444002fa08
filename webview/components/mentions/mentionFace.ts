// What a chip shows and says of a mention.
import type { Mention, MentionKind } from '../../../src/core/mentions/mention.ts';
import type { MentionDetails } from '../../../src/core/panel/mentionOption.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { sizeText } from '../../format.ts';
import { shortEnd, shortText } from '../../text/shortText.ts';
import { mentionStrings } from './mentionStrings.ts';

export interface MentionFace {
  readonly icon: string;
  readonly name: string;
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
  { name, uri }: Mention,
  kind: MentionKind,
  details: MentionDetails | undefined,
): MentionFace {
  const shown = mentionName(name) || oneLine(shortText(uri));
  const size = details?.size === undefined ? '' : sizeText(details.size);
  const problem = details?.problem ?? '';
  const named = mentionStrings.named(kind, shown);
  const place = oneLine(shortEnd(details?.detail ?? addressText(uri)));
  return {
    icon: problem === '' ? mentionIcon(kind) : 'warning',
    name: shown,
    size,
    label: [named, size, problem].filter((text) => text !== '').join(', '),
    tooltip: [named, place, size, problem].filter((text) => text !== '').join('\n'),
    hasProblem: problem !== '',
  };
}

/** A name on one line, bounded, and with its invisible characters spelled out. */
export function mentionName(name: string): string {
  return oneLine(shortText(name));
}

/** The path of a file, and the address of anything else that has a readable one. */
function addressText(uri: string): string {
  const path = /^file:\/\/([^?#]*)/i.exec(uri)?.[1];
  if (path === undefined) return uri.startsWith('parley:') ? '' : uri;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
