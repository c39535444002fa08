// What each feature costs: lines of source, and the bytes of it that activation, its first use and the panel load; and
// of what activation consists.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { root } from '../project.mjs';
import { entryOf, loadedAtOnce } from './chunks.mjs';

/** Ignored by git: the sizes in the last build. */
export const featureSizesFile = join(root, 'out', 'features.json');

/** Ignored by git: what activation loaded in the last build, in bytes by file. */
export const activationFile = join(root, 'out', 'activation.json');

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

/**
 * The bytes that activation loads, by file, the largest first.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
function activationSizes(metafiles, entryPoint) {
  const isHost = ({ outputs }) => Object.values(outputs).some((output) => output.entryPoint === entryPoint);
  const sizes = new Map();
  for (const metafile of metafiles.filter(isHost)) {
    for (const path of loadedAtOnce(metafile, entryOf(metafile, entryPoint))) {
      const { inputs } = metafile.outputs[relative(process.cwd(), path).replaceAll(sep, '/')];
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        sizes.set(input, (sizes.get(input) ?? 0) + bytesInOutput);
      }
    }
  }
  return Object.fromEntries([...sizes].toSorted(([, left], [, right]) => right - left));
}

/** @param {readonly import('esbuild').Metafile[]} metafiles */
export function writeFeatureSizes(metafiles, entryPoint) {
  mkdirSync(dirname(featureSizesFile), { recursive: true });
  const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
  writeJson(featureSizesFile, featureSizes(metafiles, entryPoint));
  writeJson(activationFile, activationSizes(metafiles, entryPoint));
}
