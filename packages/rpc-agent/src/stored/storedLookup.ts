// Where the CLI's sessions on disk are: asked of a CLI that runs anyway, or of one that is started to be asked.
import type { Family } from '../cli/cliFamily.ts';
import { RpcLink, type Asker, type RpcLinkOptions } from '../cli/rpcLink.ts';
import { sessionFolderOf, StoredSessions } from './storedSessions.ts';

/** How long a CLI that was started to be asked waits for a session to use it. */
const SPARE_TIMEOUT_MS = 60_000;

export class StoredLookup {
  readonly #start: (cwd: string, asker: Asker) => Promise<RpcLink>;
  #stored: StoredSessions | undefined;
  #folder = '';
  #family: Family = 'xcsh';
  #spare: { readonly cwd: string; readonly link: RpcLink; readonly timer: NodeJS.Timeout } | undefined;

  constructor(options: Omit<RpcLinkOptions, 'cwd' | 'asker'>) {
    this.#start = (cwd, asker) => RpcLink.start({ ...options, cwd, asker });
  }

  /** A CLI in that folder: the one that waits for this, or a new one. Rejects with RpcGone. */
  async link(cwd: string, asker: Asker): Promise<RpcLink> {
    const spare = this.#spare?.cwd === cwd ? this.#spare : undefined;
    if (spare !== undefined) {
      clearTimeout(spare.timer);
      this.#spare = undefined;
      if (spare.link.isAlive) return spare.link;
    }
    const link = await this.#start(cwd, asker);
    this.#recordFolder(link);
    return link;
  }

  /** The family of the last CLI that was started. */
  get family(): Family {
    return this.#family;
  }

  /** The sessions on disk; undefined where the CLI stores none. Rejects with RpcGone. */
  async stored(cwd: string, asker: Asker): Promise<StoredSessions | undefined> {
    if (this.#stored === undefined) this.#keepSpare(cwd, await this.link(cwd, asker));
    return this.#stored;
  }

  /** Ends the CLI that waits. */
  async stop(): Promise<void> {
    const spare = this.#spare;
    this.#spare = undefined;
    clearTimeout(spare?.timer);
    await spare?.link.stop();
  }

  #keepSpare(cwd: string, link: RpcLink): void {
    void this.stop();
    const timer = setTimeout(() => void this.stop(), SPARE_TIMEOUT_MS);
    this.#spare = { cwd, link, timer };
  }

  #recordFolder(link: RpcLink): void {
    this.#family = link.family;
    const { sessionFile } = link.first.state;
    if (sessionFile === undefined) return;
    const folder = sessionFolderOf(sessionFile);
    if (folder.path === this.#folder) return;
    this.#folder = folder.path;
    this.#stored = new StoredSessions(folder);
  }
}
