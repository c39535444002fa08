// Where things are in this repository.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Ignored by git: what the commands install and keep between runs. */
export const stateDirectory = join(root, '.vscode-test');

/** Ignored by git: what test runs leave behind. */
export const resultsDirectory = join(root, 'test-results');

export const vsix = join(root, 'parley-acp.vsix');
/** What is in it, as CycloneDX JSON. */
export const sbom = join(root, 'parley-acp.cdx.json');
export const sample = join(root, 'sample');
