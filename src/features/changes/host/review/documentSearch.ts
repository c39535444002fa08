// The search for the code of comments in an open document: one for all of its comments, as long as it stays as it is.
import type * as vscode from 'vscode';
import { AnchorSearch } from '../../core/review/anchorSearch.ts';

type Searched = Pick<vscode.TextDocument, 'version' | 'getText'>;

export class DocumentSearch {
  /** In the document that was looked at last. */
  #last: { readonly document: Searched; readonly version: number; readonly search: AnchorSearch } | undefined;

  in(document: Searched): AnchorSearch {
    const { version } = document;
    const last = this.#last;
    if (last?.document === document && last.version === version) return last.search;
    const search = new AnchorSearch(document.getText());
    this.#last = { document, version, search };
    return search;
  }
}
