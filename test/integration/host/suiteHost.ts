// What a VS Code that runs the suite is given and can do.
import { join } from 'node:path';

/** An extension with a custom editor, which runs beside Parley. */
export const customEditor = join(import.meta.dirname, 'customEditor');

/** A started VS Code that runs the suite on its own. */
export interface SuiteHost {
  /** Resolves with a sentence when the host ends before the suite does. */
  readonly ended: Promise<string>;
  /** Keeps what can be seen of the host in a folder. */
  keepEvidence(directory: string): Promise<void>;
  stop(): Promise<void>;
}

export interface SuiteOptions {
  readonly suite: string;
  readonly workspace: string;
  /** Empty folder for everything the host writes. */
  readonly directory: string;
  readonly resultsFile: string;
}
