// Unpacks what was downloaded: an archive by its name, or a program on its own.
import { createReadStream } from 'node:fs';
import { ParleyError } from '../../../../../core/errors.ts';
import { cancelled, installError, reasonOf } from '../../registryErrors.ts';
import { registryStrings } from '../../registryStrings.ts';
import type { TarOptions } from './unpackTar.ts';
import { ARCHIVE_LIMITS, FolderWriter, type ArchiveLimits } from './folderWriter.ts';

export type ArchiveFormat = 'zip' | 'tar.gz' | 'tar.bz2' | 'program';

const INSTALLER = /\.(?:dmg|pkg|deb|rpm|msi|appimage)$/i;
const OTHER_ARCHIVE = /\.(?:tar|tar\.\w+|txz|tzst|7z|rar|xz|gz|bz2|zst)$/i;
const PROGRAM_MODE = 0o755;

/** The format of what is at an address; undefined for installers, and for archives that the registry does not allow. */
export function archiveFormat(address: string): ArchiveFormat | undefined {
  const path = URL.parse(address)?.pathname ?? '';
  if (/\.zip$/i.test(path)) return 'zip';
  if (/\.(?:tar\.gz|tgz)$/i.test(path)) return 'tar.gz';
  if (/\.(?:tar\.bz2|tbz2)$/i.test(path)) return 'tar.bz2';
  return INSTALLER.test(path) || OTHER_ARCHIVE.test(path) ? undefined : 'program';
}

export interface UnpackOptions {
  readonly format: ArchiveFormat;
  /** The path of the program to start, relative to the folder. */
  readonly cmd: string;
  readonly signal: AbortSignal;
  /** The program of `bunzip2Worker.ts`; absolute. */
  readonly bunzip2Worker: string;
  readonly limits?: ArchiveLimits;
}

/**
 * Unpacks a file into an empty folder. Rejects with a ParleyError: `archive-unsafe`, `archive-too-large`,
 * `archive-broken`, `cancelled`. What was written until then is up to the caller.
 */
export async function unpack(
  file: string,
  folder: string,
  { format, cmd, signal, bunzip2Worker, limits = ARCHIVE_LIMITS }: UnpackOptions,
): Promise<void> {
  const writer = new FolderWriter(folder, limits);
  try {
    if (format === 'program') await writer.addFile(cmd, PROGRAM_MODE, createReadStream(file));
    else await unpackArchive(file, format, { writer, signal, bunzip2Worker });
    await writer.finish();
  } catch (error) {
    if (signal.aborted) throw cancelled();
    if (error instanceof ParleyError) throw error;
    throw installError('archive-broken', registryStrings.archiveBroken(), reasonOf(error));
  }
}

async function unpackArchive(
  file: string,
  format: Exclude<ArchiveFormat, 'program'>,
  options: Omit<TarOptions, 'compression'>,
): Promise<void> {
  if (format === 'zip') {
    const { unpackZip } = await import('./unpackZip.ts');
    await unpackZip(file, options);
    return;
  }
  const { unpackTar } = await import('./unpackTar.ts');
  await unpackTar(file, { ...options, compression: format === 'tar.gz' ? 'gzip' : 'bzip2' });
}
