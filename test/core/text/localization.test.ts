import * as l10n from '@vscode/l10n';
import { afterEach, expect, test } from 'vitest';
import { configureLocalization, plural } from '../../../src/core/text/localization.ts';

afterEach(() => configureLocalization({ language: 'en' }));

const files = (count: number): string =>
  plural(count, { one: l10n.t('{0} file', count), other: l10n.t('{0} files', count) });

test('English has a form for one and a form for the rest', () => {
  expect([0, 1, 2].map(files)).toEqual(['0 files', '1 file', '2 files']);
});

test('a language with one form uses it for every count', () => {
  configureLocalization({
    language: 'th',
    contents: { '{0} file': 'ไฟล์ {0} ไฟล์', '{0} files': 'ไฟล์ {0} ไฟล์' },
  });
  expect([0, 1, 2].map(files)).toEqual(['ไฟล์ 0 ไฟล์', 'ไฟล์ 1 ไฟล์', 'ไฟล์ 2 ไฟล์']);
});

test('a language without a bundle stays English, with the plural forms of English', () => {
  configureLocalization({ language: 'fr' });
  expect([0, 1].map(files)).toEqual(['0 files', '1 file']);
});

test('a pseudo-locale, which is no language tag, has the plural forms of English', () => {
  configureLocalization({ language: 'qps_ploc', contents: { '{0} file': '[{0} ƒīļē]' } });
  expect([1, 2].map(files)).toEqual(['[1 ƒīļē]', '2 files']);
});
