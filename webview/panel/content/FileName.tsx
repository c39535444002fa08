// Code in a line of an answer: a link where it names a file of the session, such as `src/a.ts:42`.
import { useEffect } from 'react';
import { MAX_FILE_NAMES } from '../../../src/core/panel/panelMessage.ts';
import { fileLink, namedPath, type FilePlace } from '../../../src/core/text/links.ts';
import type { Post } from '../state/bridge.ts';
import type { InlineCodeProps } from '../../markdown/actions.ts';
import { MarkdownLink } from '../../markdown/MarkdownLink.tsx';
import { usePost, useSession, useSessionKey, useView } from '../state/panelContext.tsx';

export function FileName({ text, children }: InlineCodeProps) {
  const named = namedPath(text);
  return named === undefined ? (
    children
  ) : (
    <MaybeLink name={named.path} place={named.place}>
      {children}
    </MaybeLink>
  );
}

interface MaybeLinkProps extends Pick<InlineCodeProps, 'children'> {
  readonly name: string;
  readonly place: FilePlace;
}

function MaybeLink({ name, place, children }: MaybeLinkProps) {
  const post = usePost();
  const key = useSessionKey();
  // A turn may write the file that its text names.
  const isTurnOver = useSession(({ turn }) => turn === undefined);
  const path = useView(({ files }) => (files?.key === key ? files.paths.get(name) : undefined));
  const isKnown = path !== undefined;
  useEffect(() => {
    if (!isKnown) ask(post, key, name);
  }, [post, key, name, isKnown, isTurnOver]);
  return path === undefined ? children : <MarkdownLink href={fileLink(path, place)}>{children}</MarkdownLink>;
}

/** What is asked at the end of the task, by session. */
const asked = new Map<string, Set<string>>();

/** Names that are rendered together are asked for together. */
function ask(post: Post, key: string, name: string): void {
  const names = asked.get(key);
  if (names !== undefined) {
    names.add(name);
    return;
  }
  asked.set(key, new Set([name]));
  queueMicrotask(() => {
    const all = [...(asked.get(key) ?? [])];
    asked.delete(key);
    for (let start = 0; start < all.length; start += MAX_FILE_NAMES) {
      post({ type: 'find_files', key, names: all.slice(start, start + MAX_FILE_NAMES) });
    }
  });
}
