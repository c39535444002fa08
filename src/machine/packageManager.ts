// Which package manager has to download an agent before it can start it.
import { needsDownload, type NpxLaunch } from './npxDownload.ts';
import { uvxNeedsDownload } from './uvxDownload.ts';

/** Undefined where nothing has to be downloaded, as far as that can be seen. Never rejects. */
export async function packageManager(launch: NpxLaunch): Promise<'npx' | 'uvx' | undefined> {
  if (await needsDownload(launch)) return 'npx';
  return (await uvxNeedsDownload(launch)) ? 'uvx' : undefined;
}
