// What each feature costs: lines of source, and the bytes of it that activation, its first use and the panel load.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { root } from '../project.mjs';
import { entryOf, loadedAtOnce } from './chunks.mjs';

/** Ignored by git: the sizes in the last build. */
export const featureSizesFile = join(root, 'out', 'features.json');

/** The name of the feature that a file of the sources belongs to. */
const FEATURE = /^(?:src|webview)\/features\/([^/]+)\//;

/** Files whose lines count. */
const SOURCES = new Set(['.ts', '.tsx', '.css']);

/**
 * @typedef {object} FeatureSize
 * @property {string} name
 * @property {number} lines of TypeScript and CSS, without tests
 * @property {number} eagerBytes what activation loads
 * @property {number} lazyBytes what the extension host loads on first use
 * @property {number} panelBytes what the panel and the pages load
 */

/**
 * @param {readonly import('esbuild').Metafile[]} metafiles with paths relative to the root
 * @param {string} entryPoint the one of the extension
 * @returns {FeatureSize[]}
 */
function featureSizes(metafiles, entryPoint) {
  const sizes = new Map(featureNames().map((name) => [name, emptySize(name)]));
  for (const metafile of metafiles) {
    const outputs = Object.entries(metafile.outputs);
    const isHost = outputs.some(([, output]) => output.entryPoint === entryPoint);
    const eager = isHost ? loadedAtOnce(metafile, entryOf(metafile, entryPoint)) : new Set();
    for (const [path, { inputs }] of outputs) {
      const place = /^dist\/(?:webview|pages)/.test(path) ? 'panelBytes' : 'lazyBytes';
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const size = sizes.get(FEATURE.exec(input)?.[1] ?? '');
        if (size !== undefined) size[eager.has(resolve(path)) ? 'eagerBytes' : place] += bytesInOutput;
      }
    }
  }
  return [...sizes.values()];
}

/** The names of all features. */
export function featureNames() {
  return readdirSync(join(root, 'src', 'features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

function emptySize(name) {
  return { name, lines: linesOf(name), eagerBytes: 0, lazyBytes: 0, panelBytes: 0 };
}

function linesOf(name) {
  return ['src', 'webview']
    .flatMap((part) => filesBelow(join(root, part, 'features', name)))
    .filter((path) => SOURCES.has(extname(path)))
    .reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0);
}

function filesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    // Not every feature shows something in the panel.
    return [];
  }
}

/** @param {readonly import('esbuild').Metafile[]} metafiles */
export function writeFeatureSizes(metafiles, entryPoint) {
  mkdirSync(dirname(featureSizesFile), { recursive: true });
  writeFileSync(featureSizesFile, `${JSON.stringify(featureSizes(metafiles, entryPoint), undefined, 2)}\n`);
}
