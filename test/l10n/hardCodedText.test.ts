// Every text that a user can read is localized: the check itself on small sources, then all sources of Parley.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localizedSources } from '../../scripts/l10n.mjs';
import { root } from '../../scripts/project.mjs';
import { hardCodedText } from './hardCodedText.ts';
import { allowed } from './unlocalizedText.ts';

/** What speaks to agents and logs alone: nothing of it is shown as it stands. */
const forPrograms = ['src/agents/', 'src/features/ideTools/', 'src/process/', 'src/storage/'];

function textsOf(source: string): string[] {
  return hardCodedText('view.tsx', source).map(({ line, text }) => `${line}: ${text}`);
}

describe('hard-coded text is found', () => {
  test.each([
    ['text between tags', 'const a = <b>Hello</b>;', '1: Hello'],
    ['a literal between tags', "const a = <b>{open ? 'Close' : 'Open'}</b>;", '1: Close, 1: Open'],
    ['an attribute that is shown', 'const a = <b title="Close" />;', '1: Close'],
    ['an attribute that is spoken', 'const a = <b aria-label={`Close ${name}`} />;', '1: Close {}'],
    ['a sentence in a literal', "\nconst a = 'Nothing was found';", '2: Nothing was found'],
    ['a template with a word', 'const a = `${count} files`;', '1: {} files'],
    ['a property that is shown', "const a = { label: 'Rename…' };", '1: Rename…'],
    ['a notification', "void vscode.window.showInformationMessage('Done');", '1: Done'],
    ['a value of a localized text', "l10n.t('{0}', isOn ? 'turned on' : name);", '1: turned on'],
    ['parts that are joined', "const a = ['not found', name].join(', ');", '1: not found'],
  ])('%s', (_name, source, expected) => {
    expect(textsOf(source).join(', ')).toBe(expected);
  });
});

describe('what no user reads is not found', () => {
  test.each([
    ['a localized text', "const a = l10n.t('Nothing was found');"],
    ['a localized text with a comment', "l10n.t({ message: 'Open it', comment: ['A verb'] });"],
    ['a line of the log', "log.warn('nothing was found');"],
    ['an internal error', "throw new Error('This never happens.');"],
    ['classes', 'const a = <b className="row is-open" />;'],
    ['a selector', "element.querySelector('.row .name');"],
    ['a type', "type A = 'not found' | 'too big';"],
    ['a comparison', "const a = reason === 'too big';"],
    ['identifiers', "const a = { label: id, kind: 'allow_once' };"],
  ])('%s', (_name, source) => {
    expect(textsOf(source)).toEqual([]);
  });
});

test('no text that a user can read is hard-coded', () => {
  const found = localizedSources()
    .filter((path) => !forPrograms.some((room) => path.startsWith(room)))
    .flatMap((path) => unexpectedText(path).map(({ line, text }) => `${path}:${line} ${text}`));
  expect(found).toEqual([]);
});

test('what is allowed to be hard-coded is still there', () => {
  const gone = allowed.filter(({ path, texts }) => {
    const found = hardCodedText(path, readFileSync(join(root, path), 'utf8'));
    return texts === undefined
      ? found.length === 0
      : texts.some((each) => !found.some(({ text }) => text === each));
  });
  expect(gone).toEqual([]);
});

function unexpectedText(path: string): { readonly line: number; readonly text: string }[] {
  return hardCodedText(path, readFileSync(join(root, path), 'utf8')).filter(
    ({ text }) =>
      !allowed.some(
        (entry) => entry.path === path && (entry.texts === undefined || entry.texts.includes(text)),
      ),
  );
}
