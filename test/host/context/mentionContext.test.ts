// The list of mentions, as it is made of what the sources report.
import { expect, test } from 'vitest';
import type { MentionOption } from '../../../src/core/panel/mentionOption.ts';
import { MentionContext } from '../../../src/host/context/mentionContext.ts';
import type { ScoredOption } from '../../../src/host/context/sources/contextSource.ts';

const none = {
  list: () => undefined,
  details: () => Promise.resolve({}),
  read: () => Promise.resolve([]),
  open: () => Promise.resolve(false),
};

const lists = (...options: readonly ScoredOption[]) => ({
  ...none,
  list: (_query: unknown, report: (found: readonly ScoredOption[]) => void) => report(options),
});

const scored = (option: MentionOption, score: number): ScoredOption => ({ option, score });
const file: MentionOption = { kind: 'file', name: 'app.ts', uri: 'file:///work/app.ts' };

function context(files: readonly ScoredOption[], editors: readonly ScoredOption[]): MentionContext {
  return new MentionContext({
    file: lists(...files),
    folder: none,
    symbol: none,
    selection: none,
    problems: none,
    git: none,
    terminal: none,
    editor: lists(...editors),
    session: none,
    url: none,
    resource: none,
  });
}

test.each(['', 'app'])('what several report stands once, where it fits best: “%s”', async (text) => {
  const other: MentionOption = { ...file, uri: 'file:///work/other/app.ts' };
  const mentions = context([scored(file, 0.5), scored(other, 0.7), scored(file, 0.9)], [scored(file, 0.8)]);
  let options: readonly MentionOption[] = [];
  await mentions.list({ text, kind: undefined, signal: new AbortController().signal }, (found) => {
    options = found;
  });
  expect(options.filter(({ narrows }) => narrows === undefined)).toEqual([file, other]);
});
