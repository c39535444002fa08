// The list of what can be mentioned, above the composer.
import type { MentionKind } from '../../../../src/core/mentions/mention.ts';
import { oneLine } from '../../../../src/core/text/oneLine.ts';
import { sizeText } from '../../../text/format.ts';
import { shortEnd } from '../../../text/shortText.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { mentionIcon, mentionName } from '../../mentions/mentionFace.ts';
import { mentionStrings } from '../../mentions/mentionStrings.ts';
import { composerStrings } from '../composerStrings.ts';
import { SuggestionList } from '../SuggestionList.tsx';
import { keyOf, type MentionMenu } from './useMentionMenu.ts';

/** Their details are paths, whose folders stand in one order whatever they are called. */
const PATH_KINDS: ReadonlySet<MentionKind> = new Set(['file', 'folder', 'symbol', 'selection', 'editor']);

export interface MentionListProps {
  readonly id: string;
  readonly menu: MentionMenu;
}

export function MentionList({ id, menu }: MentionListProps) {
  const { word, options, active, isLoading, choose } = menu;
  if (word === undefined) return null;
  const count = isLoading ? '' : composerStrings.mentionCount(options.length);
  return (
    <>
      {options.length === 0 ? (
        <p className="dim command-hint mention-hint" data-testid="mention-list" data-loading={isLoading}>
          {isLoading ? composerStrings.searching() : emptyText(menu)}
        </p>
      ) : (
        <SuggestionList
          id={id}
          label={composerStrings.mentions()}
          testId="mention-list"
          active={active}
          isBusy={isLoading}
          suggestions={options.map((option) => {
            const { kind, name, detail = '', size, narrows, problem = '' } = option;
            const place = oneLine(shortEnd(detail));
            const shown = mentionName(name);
            return {
              key: keyOf(option),
              title: [mentionStrings.named(kind, shown), place, problem]
                .filter((text) => text !== '')
                .join('\n'),
              data: {
                'data-testid': 'mention-option',
                'data-kind': kind,
                'data-name': shown,
                'data-problem': String(problem !== ''),
              },
              choose: () => choose(option),
              content: (
                <>
                  <Icon name={mentionIcon(kind)} />
                  <bdi className="mention-option-name">{shown}</bdi>
                  <span className="dim fill command-description" dir={PATH_KINDS.has(kind) ? 'ltr' : 'auto'}>
                    {place}
                  </span>
                  {size !== undefined && <span className="dim mention-option-size">{sizeText(size)}</span>}
                  {narrows !== undefined && <Icon name="chevron-right" />}
                  {problem !== '' && (
                    <span className="mention-option-problem">
                      <Icon name="warning" />
                      <span dir="auto">{problem}</span>
                    </span>
                  )}
                </>
              ),
            };
          })}
        />
      )}
      <div className="visually-hidden" role="status">
        {count}
      </div>
    </>
  );
}

function emptyText({ word }: MentionMenu): string {
  if (word?.kind === 'url') return composerStrings.typeAddress();
  return word?.kind === undefined || word.kind === 'file' || word.kind === 'folder'
    ? composerStrings.noMatchingFiles()
    : composerStrings.noMatches();
}
