// A session as the search shows it.
import type * as vscode from 'vscode';
import type { SearchHit } from '../../../core/history/searchFilter.ts';
import type { CatalogueEntry } from '../../../core/sessionLifecycle/sessionCatalogue.ts';
import { ageText } from '../../../core/text/age.ts';
import { agentLabel } from '../../settings/settings.ts';
import { withoutIcons } from '../../text/iconText.ts';
import { folderText } from './sessionFolders.ts';
import { entryTitle } from './entryTitle.ts';
import { activityText, metaDetail } from './sessionLabels.ts';

export interface SearchResultItem extends vscode.QuickPickItem {
  readonly id: string;
  /** Where the match is, once that is known. */
  readonly hit?: SearchHit;
}

/** `now`: epoch milliseconds. */
export function searchResultItem(entry: CatalogueEntry, now: number, hit?: SearchHit): SearchResultItem {
  const description = [
    agentLabel(entry.agent),
    entry.isOpenInOtherWindow === true ? activityText('other-window') : '',
    folderText(entry.cwd),
    ageText(entry.updatedAt, now),
  ];
  const excerpt = hit?.excerpt;
  const text = excerpt === undefined ? '' : `${excerpt.before}${excerpt.match}${excerpt.after}`;
  return {
    id: entry.id,
    ...(hit === undefined ? {} : { hit }),
    label: withoutIcons(entryTitle(entry)),
    description: withoutIcons(description.filter((part) => part !== '').join(' · ')),
    ...(text === '' || text === entry.title ? metaDetail(entry) : { detail: withoutIcons(text) }),
    // VS Code would hide a result whose title does not match.
    alwaysShow: true,
  };
}
