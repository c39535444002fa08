// A session as the search shows it.
import type * as vscode from 'vscode';
import type { SearchHit } from '../../core/history/searchFilter.ts';
import type { CatalogueEntry } from '../../core/sessionLifecycle/sessionCatalogue.ts';
import { withoutIcons } from '../window/iconText.ts';
import { activityText, ageText, entryTitle, folderText } from './sessionLabels.ts';
import { agentLabel } from '../settings/settings.ts';

export interface FoundItem extends vscode.QuickPickItem {
  readonly id: string;
  /** Where the words are, as far as it is known. */
  readonly hit?: SearchHit;
}

/** `now`: epoch milliseconds. */
export function foundItem(entry: CatalogueEntry, now: number, hit?: SearchHit): FoundItem {
  const description = [
    agentLabel(entry.agent),
    entry.isOpenInOtherWindow === true ? activityText('elsewhere') : '',
    folderText(entry.cwd),
    ageText(entry.updatedAt, now),
  ];
  const excerpt = hit?.excerpt;
  const text = excerpt === undefined ? '' : `${excerpt.before}${excerpt.match}${excerpt.after}`;
  return {
    id: entry.id,
    ...(hit === undefined ? {} : { hit }),
    label: withoutIcons(entryTitle(entry)),
    description: withoutIcons(description.filter((words) => words !== '').join(' · ')),
    ...(text === '' || text === entry.title ? {} : { detail: withoutIcons(text) }),
    // What was found is shown, also where the words are not in the title.
    alwaysShow: true,
  };
}
