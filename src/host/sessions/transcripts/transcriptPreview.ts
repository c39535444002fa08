// The address of a page with a transcript, and its preview.
import * as vscode from 'vscode';

const MAX_NAME_LENGTH = 60;

interface TranscriptPage {
  readonly scheme: string;
  readonly key: string;
  readonly title: string;
  /** That of the call of a sub-agent, whose page stays when another one is shown; empty for that of the session. */
  readonly entryId: string;
}

/** `changed` has an open page read again. */
export async function showPreview(
  { scheme, key, title, entryId }: TranscriptPage,
  changed: (uri: vscode.Uri) => void,
): Promise<vscode.Uri> {
  const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const uri = vscode.Uri.from({
    scheme,
    // VS Code takes pages of one path for the same. The entry stands behind the key.
    path: `/${key}${entryId}/${name.slice(0, MAX_NAME_LENGTH)}.md`,
    query: key,
  });
  changed(uri);
  await vscode.commands.executeCommand('markdown.showPreview', uri, undefined, { locked: entryId !== '' });
  return uri;
}
