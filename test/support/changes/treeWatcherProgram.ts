// The program of the worker that follows a folder, as it is in the sources.
import { join } from 'node:path';

export const treeWatcherProgram = join(import.meta.dirname, '../../../src/snapshots/treeWatcher.ts');
