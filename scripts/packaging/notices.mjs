// THIRD-PARTY-NOTICES.txt: the full license texts of every package that is bundled.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../say.mjs';

/** Licenses that allow to ship a package inside of Parley when its notice goes along, by SPDX identifier. */
const KNOWN_LICENSES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

const LICENSE_FILE = /^(?:licen[cs]es?|copying|notices?|third-?party-?notices?)(?:[-.].*)?$/i;

const MIT_OF_MICROSOFT = `MIT License

Copyright (c) Microsoft Corporation. All rights reserved.

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/** The texts of packages that name their license but ship no file with it, as it is in their repositories. */
const TEXTS_ELSEWHERE = new Map([
  ['@microsoft/fast-element', MIT_OF_MICROSOFT],
  ['@microsoft/fast-foundation', MIT_OF_MICROSOFT],
  ['@microsoft/fast-web-utilities', MIT_OF_MICROSOFT],
  ['@vscode/l10n', MIT_OF_MICROSOFT],
  ['saxes', readFileSync(join(import.meta.dirname, 'licenses', 'saxes.txt'), 'utf8')],
]);

/** The licenses of packages whose license file alone names them. */
const LICENSES_ELSEWHERE = new Map([['khroma', 'MIT']]);

const RULE = '-'.repeat(80);

/**
 * @typedef {object} LicensedPackage
 * @property {string} name
 * @property {string} version
 * @property {string} license an SPDX expression
 * @property {string | undefined} homepage
 * @property {string} text
 */

/**
 * Throws a Failure that names every package whose license is missing or not known.
 * @param {readonly import('./bundledPackages.mjs').BundledPackage[]} packages
 * @returns {LicensedPackage[]}
 */
export function licensedPackages(packages) {
  const problems = [];
  const licensed = packages.flatMap(({ name, version, folder }) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const license = licenseOf(manifest) ?? LICENSES_ELSEWHERE.get(name);
    const text = licenseText(name, folder);
    if (license === undefined || !isKnown(license)) {
      problems.push(`${name}@${version} has the license ${license ?? '(none)'}, which is not known`);
    }
    if (text === undefined) problems.push(`${name}@${version} ships no license text`);
    return text === undefined || license === undefined
      ? []
      : [{ name, version, license, homepage: homepageOf(manifest), text }];
  });
  if (problems.length > 0) {
    throw new Failure(
      `The notices cannot be made: ${problems.join('; ')}. See scripts/packaging/notices.mjs.`,
    );
  }
  return licensed;
}

/**
 * @param {readonly LicensedPackage[]} packages
 * @param {string} product what contains them
 */
export function noticesText(packages, product) {
  const intro = [
    'THIRD-PARTY SOFTWARE NOTICES AND INFORMATION',
    '',
    `${product} contains the third-party software listed below, under the licenses given there.`,
    '',
    ...packages.map(({ name, version, license }) => `- ${name} ${version} (${license})`),
  ];
  const sections = packages.map(({ name, version, license, homepage, text }) =>
    [RULE, `${name} ${version}`, `License: ${license}`, ...(homepage ? [homepage] : []), RULE, '', text].join(
      '\n',
    ),
  );
  return `${[intro.join('\n'), ...sections].join('\n\n')}\n`;
}

function licenseOf({ license, licenses }) {
  if (typeof license === 'string') return license;
  const all = [license, licenses].flat().flatMap((each) => each?.type ?? []);
  return all.length === 0 ? undefined : all.join(' AND ');
}

/** Whether every part of an expression is known; of alternatives one is enough. */
function isKnown(expression) {
  const parts = expression.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(parts)) return false;
  return parts
    .split(/ OR /i)
    .some((alternative) => alternative.split(/ AND /i).every((each) => KNOWN_LICENSES.has(each.trim())));
}

/** All files with licenses and notices: a package may have one for its code and one for its pictures. */
function licenseText(name, folder) {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  const texts = files
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .filter((text) => text !== '');
  return texts.length > 0 ? texts.join('\n\n') : TEXTS_ELSEWHERE.get(name);
}

function homepageOf({ homepage, repository }) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return homepage ?? url?.replace(/^git\+/, '').replace(/\.git$/, '');
}
