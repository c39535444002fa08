// Installs a program of the registry: downloads it, checks it, unpacks it, and moves it into place as a whole.
import { createHash, randomUUID } from 'node:crypto';
import { chmod, lstat, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ParleyError } from '../../../../core/errors.ts';
import { isInside, pathStyleOf } from '../../../../core/paths/pathContainment.ts';
import { parseJson } from '../../../../core/text/parseJson.ts';
import { readBounded } from '../../../../storage/boundedRead.ts';
import { makePrivateFolder, PRIVATE_FILE, writePrivateFile } from '../../../../storage/privateFiles.ts';
import { fetchChunks, type Fetch } from '../httpFetch.ts';
import { versionFolder } from '../list/configuredVersion.ts';
import type { BinaryTarget } from '../list/registryFormat.ts';
import { cancelled, installError, reasonOf } from '../registryErrors.ts';
import { registryStrings } from '../registryStrings.ts';
import { archiveFormat, unpack } from './archive/unpack.ts';
import type { ArchiveLimits } from './archive/folderWriter.ts';

const MAX_DOWNLOAD_BYTES = 2 * 1024 ** 3;
const IDLE_TIMEOUT_MS = 30_000;
const MAX_RECORD_BYTES = 64 * 1024;
/** Another window may be at work in a folder that is younger. */
const ABANDONED_MS = 24 * 3600 * 1000;
const STAGING = '.staging-';
const RECORD = 'install.json';
/** Where the archive is unpacked, beside the record. */
const FILES = 'files';
const PROGRAM_MODE = 0o755;

/** How far an install is. */
export type InstallProgress =
  | { readonly step: 'download'; readonly receivedBytes: number; readonly totalBytes: number | undefined }
  | { readonly step: 'unpack' };

export interface InstallOptions {
  readonly fetch: Fetch;
  /** The folder of all installs; absolute. */
  readonly installs: string;
  /** The address of the registry. */
  readonly registry: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: InstallProgress) => void;
  /** The program of `archive/bunzip2Worker.ts`; absolute. */
  readonly bunzip2Worker: string;
  readonly idleTimeoutMs?: number;
  readonly limits?: ArchiveLimits;
}

/** Which version of which agent is installed. */
export interface AgentVersion {
  readonly id: string;
  readonly version: string;
}

const installRecord = z.object({ archive: z.string(), sha256: z.optional(z.string()), cmd: z.string() });

/** The folder into which a version is unpacked; absolute. */
export function filesFolder(installs: string, version: AgentVersion): string {
  return join(installs, versionFolder(version), FILES);
}

/** The absolute address of an archive. */
export function archiveAddress({ archive }: BinaryTarget, registry: string): string {
  return URL.parse(archive, registry)?.href ?? archive;
}

/** Whether exactly that program is installed already. */
export async function isInstalled(
  version: AgentVersion,
  target: BinaryTarget,
  { installs, registry }: Pick<InstallOptions, 'installs' | 'registry'>,
): Promise<boolean> {
  const bytes = await readBounded(join(installs, versionFolder(version), RECORD), MAX_RECORD_BYTES).catch(
    () => undefined,
  );
  const record = installRecord.safeParse(parseJson(bytes?.toString('utf8') ?? ''));
  if (!record.success || record.data.archive !== archiveAddress(target, registry)) return false;
  if (record.data.sha256 !== target.sha256 || record.data.cmd !== target.cmd) return false;
  const program = join(filesFolder(installs, version), ...target.cmd.split('/'));
  return (await stat(program).catch(() => undefined))?.isFile() === true;
}

/**
 * Installs a version; one that is there under the same name is replaced as a whole. Rejects with a ParleyError, and
 * nothing is left then: as `fetchChunks` and `unpack` do, and with `archive-unsupported`, `checksum-wrong`,
 * `program-missing`, `install-failed`.
 */
export async function installBinary(
  version: AgentVersion,
  target: BinaryTarget,
  options: InstallOptions,
): Promise<void> {
  const { installs, registry, signal, onProgress, bunzip2Worker, limits } = options;
  const address = archiveAddress(target, registry);
  const format = archiveFormat(address);
  if (format === undefined) {
    throw installError('archive-unsupported', registryStrings.archiveUnsupported(address));
  }
  const staging = join(installs, `${STAGING}${randomUUID()}`);
  const [download, files] = [join(staging, 'download'), join(staging, FILES)];
  try {
    await makePrivateFolder(files);
    const found = await downloadTo(download, address, options);
    if (target.sha256 !== undefined && found !== target.sha256) {
      throw installError('checksum-wrong', registryStrings.checksumWrong(), `${target.sha256}\n${found}`);
    }
    onProgress({ step: 'unpack' });
    await unpack(download, files, {
      format,
      cmd: target.cmd,
      signal,
      bunzip2Worker,
      ...(limits === undefined ? {} : { limits }),
    });
    await rm(download);
    await makeProgram(files, target.cmd);
    const { sha256, cmd } = target;
    await writePrivateFile(join(staging, RECORD), JSON.stringify({ archive: address, sha256, cmd }));
    signal.throwIfAborted();
    await moveIntoPlace(staging, join(installs, versionFolder(version)));
  } catch (error) {
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
    throw asInstallError(error, signal);
  }
}

/** Removes an installed version; one that is not there counts as removed. */
export async function removeInstall(installs: string, folder: string): Promise<void> {
  // Renamed first, so that a version is there as a whole or not at all.
  const aside = join(installs, `${STAGING}${randomUUID()}`);
  const isMoved = await rename(join(installs, folder), aside).then(
    () => true,
    () => false,
  );
  if (isMoved) await rm(aside, { recursive: true, force: true }).catch(() => undefined);
}

/** The folders of the versions that were installed a day ago or before: others may not be in the settings yet. */
export async function oldInstalls(installs: string, now: number): Promise<readonly string[]> {
  const entries = await readdir(installs, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((each) => each.isDirectory() && each.name.includes('@'))
    .map(({ name }) => name);
  const isOld = await Promise.all(names.map((name) => isAbandoned(join(installs, name), now)));
  return names.filter((_name, index) => isOld[index] === true);
}

/** Removes what installs left that were interrupted a day ago or before. */
export async function removeAbandoned(installs: string, now: number): Promise<void> {
  const names = await readdir(installs).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(STAGING))) {
    const path = join(installs, name);
    if (!(await isAbandoned(path, now))) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isAbandoned(path: string, now: number): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats !== undefined && now - stats.mtimeMs >= ABANDONED_MS;
}

function asInstallError(error: unknown, signal: AbortSignal): ParleyError {
  if (signal.aborted) return cancelled();
  if (error instanceof ParleyError) return error;
  return installError('install-failed', registryStrings.installFailed(), reasonOf(error));
}

/** Downloads into a new file; resolves to its checksum. */
async function downloadTo(file: string, address: string, options: InstallOptions): Promise<string> {
  const { fetch, registry, signal, onProgress, idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', PRIVATE_FILE);
  try {
    const chunks = fetchChunks(address, {
      fetch,
      signal,
      idleTimeoutMs,
      maxBytes: MAX_DOWNLOAD_BYTES,
      trusted: registry,
    });
    for await (const { chunk, receivedBytes, totalBytes } of chunks) {
      hash.update(chunk);
      await handle.writeFile(chunk);
      onProgress({ step: 'download', receivedBytes, totalBytes });
    }
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

/** Checks that the program is there, and makes it one that can be started. */
async function makeProgram(files: string, cmd: string): Promise<void> {
  const program = await realpath(join(files, ...cmd.split('/'))).catch(() => undefined);
  const root = await realpath(files);
  const stats = program === undefined ? undefined : await stat(program);
  if (program === undefined || stats?.isFile() !== true || !isInside(root, program, pathStyleOf(root))) {
    throw installError('program-missing', registryStrings.programMissing(cmd));
  }
  if (process.platform !== 'win32') await chmod(program, PROGRAM_MODE);
}

async function moveIntoPlace(staging: string, place: string): Promise<void> {
  const aside = `${staging}-replaced`;
  const isReplaced = await rename(place, aside).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    },
  );
  try {
    await rename(staging, place);
  } catch (error) {
    if (isReplaced) await rename(aside, place);
    throw error;
  }
  if (isReplaced) await rm(aside, { recursive: true, force: true }).catch(() => undefined);
}
