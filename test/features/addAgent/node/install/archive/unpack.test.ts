// Archives, and what hostile ones contain: nothing is written outside of the folder.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  archiveFormat,
  unpack,
  type ArchiveFormat,
} from '../../../../../../src/features/addAgent/node/install/archive/unpack.ts';
import {
  TAR_BZIP2,
  tarArchive,
  tarGzip,
  zipArchive,
  type ArchiveEntry,
} from '../../../../../support/registry/archives.ts';

const signal = new AbortController().signal;

/** A tar archive with the file `bin/agent`, which is all zeros. */
const BZIP2_ZEROS =
  'QlpoOTFBWSZTWYF2XIgAwQ9bgMiAQADagACAcrEeAAAIIAB1CU0SAHqA9QEVQMQaAaepaUKioADdgCKoADS2s2kpCKoADIFWcDQhiX2TQkOsSR7NM1513fVW+4iJqioAD+LuSKcKEhAuy5EA';
const ZEROS_BYTES = 6 * 1024 * 1024;
const bunzip2Worker = join(
  import.meta.dirname,
  '../../../../../../src/features/addAgent/node/install/archive/bunzip2Worker.ts',
);

let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'parley-unpack-'));
  folder = join(parent, 'inner', 'files');
  mkdirSync(folder, { recursive: true });
});

afterEach(() => rmSync(parent, { recursive: true }));

async function unpacked(
  bytes: Buffer,
  format: ArchiveFormat,
  limits?: { maxBytes: number; maxEntries: number },
) {
  const file = join(parent, 'download');
  writeFileSync(file, bytes);
  const given = limits === undefined ? {} : { limits };
  await unpack(file, folder, { format, cmd: 'bin/agent', signal, bunzip2Worker, ...given });
}

const at = (path: string): string => join(folder, ...path.split('/'));
const mode = (path: string): number => statSync(at(path)).mode & 0o777;

/** Both kinds of archives from the same entries. */
const kinds: readonly (readonly [ArchiveFormat, (entries: readonly ArchiveEntry[]) => Buffer])[] = [
  ['tar.gz', tarGzip],
  ['zip', zipArchive],
];

describe.each(kinds)('%s', (format, archive) => {
  const refused = async (
    entries: readonly ArchiveEntry[],
    code: unknown = 'archive-unsafe',
  ): Promise<void> => {
    await expect(unpacked(archive(entries), format)).rejects.toMatchObject({ user: { code } });
    expect(existsSync(join(parent, 'escaped'))).toBe(false);
    expect(existsSync(join(parent, 'inner', 'escaped'))).toBe(false);
  };

  test('files, folders and programs are written', async () => {
    await unpacked(
      archive([
        { name: 'pack/bin/agent', content: 'run', mode: 0o755 },
        { name: './pack/text', content: 'x'.repeat(100_000), mode: 0o600 },
        { name: 'pack/empty', content: '' },
      ]),
      format,
    );
    expect(readFileSync(at('pack/bin/agent'), 'utf8')).toBe('run');
    expect(readFileSync(at('pack/text'), 'utf8')).toHaveLength(100_000);
    expect(readFileSync(at('pack/empty'), 'utf8')).toBe('');
    if (process.platform !== 'win32')
      expect([mode('pack/bin/agent') & 0o111, mode('pack/text') & 0o111]).toEqual([0o111, 0]);
  });

  test.each([
    '../escaped',
    '../../escaped',
    'a/../../escaped',
    '/escaped',
    '\\escaped',
    'a\\..\\..\\escaped',
    'C:escaped',
    'C:\\escaped',
    'a/b:stream',
    'nul',
    'aux.txt',
    'a./b',
  ])('the name %j is refused', async (name) => {
    // The reader of zip archives refuses some of them itself.
    const code = expect.stringMatching(/^archive-(unsafe|broken)$/);
    await refused([{ name, content: 'x' }], code);
  });

  test.each(['/etc', '../../escaped', '..', 'a/../../..', 'C:\\x'])(
    'a link to %j is refused',
    async (target) => {
      await refused([{ name: 'link', type: '2', target }]);
    },
  );

  test('a link to what the archive contains is made', async () => {
    await unpacked(
      archive([
        { name: 'bin/agent', type: '2', target: '../lib/agent' },
        { name: 'lib/agent', content: 'run', mode: 0o755 },
      ]),
      format,
    );
    expect(readlinkSync(at('bin/agent'))).toBe('../lib/agent');
    expect(readFileSync(at('bin/agent'), 'utf8')).toBe('run');
  });

  test('a link that leads nowhere is refused', async () => {
    await refused([{ name: 'link', type: '2', target: 'missing' }]);
  });

  test('links that lead out of the folder together are refused', async () => {
    await refused([
      { name: 'a/b/file', content: 'x' },
      { name: 'up', type: '2', target: 'a/b' },
      { name: 'a/b/top', type: '2', target: '../..' },
      { name: 'out', type: '2', target: 'up/top/../../escaped' },
    ]);
  });

  test('nothing is written through a link', async () => {
    await refused([
      { name: 'link', type: '2', target: '.' },
      { name: 'link/file', content: 'x' },
    ]);
  });

  test('a file that comes twice is refused', async () => {
    await refused([
      { name: 'file', content: 'a' },
      { name: 'file', content: 'b' },
    ]);
  });

  test('a folder below a file is refused', async () => {
    const bytes = archive([
      { name: 'file', content: 'a' },
      { name: 'file/inner', content: 'b' },
    ]);
    await expect(unpacked(bytes, format)).rejects.toMatchObject({ name: 'ParleyError' });
  });

  test('more bytes or entries than the limits is refused', async () => {
    const large = archive([{ name: 'large', content: Buffer.alloc(1_000_000) }]);
    const code = { user: { code: 'archive-too-large' } };
    await expect(unpacked(large, format, { maxBytes: 999_999, maxEntries: 10 })).rejects.toMatchObject(code);
    const many = archive(Array.from({ length: 11 }, (_, index) => ({ name: `file${index}` })));
    await expect(unpacked(many, format, { maxBytes: 10, maxEntries: 10 })).rejects.toMatchObject(code);
  });

  test('what is cut off is refused', async () => {
    const whole = archive([{ name: 'file', content: Buffer.alloc(50_000, 'x') }]);
    await expect(unpacked(whole.subarray(0, whole.length / 2), format)).rejects.toMatchObject({
      user: { code: 'archive-broken' },
    });
  });

  test('something else under the name of an archive is refused', async () => {
    await expect(unpacked(Buffer.from('<html>Not found</html>'), format)).rejects.toMatchObject({
      user: { code: 'archive-broken' },
    });
  });

  test('unpacking ends when the user cancels', async () => {
    const file = join(parent, 'download');
    writeFileSync(file, archive([{ name: 'file', content: 'x' }]));
    const options = { format, cmd: 'agent', signal: AbortSignal.abort(), bunzip2Worker };
    await expect(unpack(file, folder, options)).rejects.toMatchObject({ user: { code: 'cancelled' } });
  });
});

test('a file of a zip archive that was damaged on the way is refused', async () => {
  const whole = zipArchive([{ name: 'bin/agent', content: 'the program' }]);
  const damaged = Buffer.from(whole);
  damaged[damaged.indexOf('program')] = 0;
  await expect(unpacked(damaged, 'zip')).rejects.toMatchObject({
    user: { code: 'archive-broken', detail: 'bin/agent' },
  });
});

test('a bomb of gzip ends at the limit', async () => {
  const bomb = gzipSync(Buffer.concat([tarArchive([{ name: 'zeros', content: Buffer.alloc(20_000_000) }])]));
  expect(bomb.length).toBeLessThan(100_000);
  await expect(unpacked(bomb, 'tar.gz', { maxBytes: 1_000_000, maxEntries: 10 })).rejects.toMatchObject({
    user: { code: 'archive-too-large' },
  });
  expect(existsSync(at('zeros'))).toBe(false);
});

test('a tar of too many entries is refused before any is written', async () => {
  const files = Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, content: Buffer.from('x') }));
  const archive = gzipSync(Buffer.concat([tarArchive(files)]));
  await expect(unpacked(archive, 'tar.gz', { maxBytes: 1_000, maxEntries: 29 })).rejects.toMatchObject({
    user: { code: 'archive-too-large' },
  });
  expect(existsSync(at('f0'))).toBe(false);
});

describe('tar.bz2', () => {
  test('is unpacked', async () => {
    await unpacked(TAR_BZIP2, 'tar.bz2');
    expect(readFileSync(at('pack/agent'), 'utf8')).toBe('#!/bin/sh\n');
  });

  test('is decompressed beside the thread of the extension host', async () => {
    const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
    await unpacked(Buffer.from(BZIP2_ZEROS, 'base64'), 'tar.bz2');
    expect(statSync(at('bin/agent')).size).toBe(ZEROS_BYTES);
    const [ownMicros, allMicros] = [process.threadCpuUsage(thread).user, process.cpuUsage(all).user];
    expect(ownMicros).toBeLessThan(allMicros / 2);
  });

  test('a bomb ends at the limit', async () => {
    const bomb = Buffer.from(BZIP2_ZEROS, 'base64');
    await expect(unpacked(bomb, 'tar.bz2', { maxBytes: 1_000_000, maxEntries: 10 })).rejects.toMatchObject({
      user: { code: 'archive-too-large' },
    });
    expect(statSync(at('bin/agent')).size).toBeLessThanOrEqual(1_000_000);
  });

  test('what is cut off, or is none, is refused', async () => {
    const cut = TAR_BZIP2.subarray(0, TAR_BZIP2.length - 20);
    const broken = [cut, Buffer.from('no archive'), Buffer.alloc(0)];
    for (const bytes of broken) {
      await expect(unpacked(bytes, 'tar.bz2')).rejects.toMatchObject({ user: { code: 'archive-broken' } });
    }
  });

  test('ends when it is cancelled', async () => {
    const stop = new AbortController();
    const file = join(parent, 'download');
    writeFileSync(file, Buffer.from(BZIP2_ZEROS, 'base64'));
    const options = { format: 'tar.bz2', cmd: 'agent', signal: stop.signal, bunzip2Worker } as const;
    const unpacking = unpack(file, folder, options);
    stop.abort();
    await expect(unpacking).rejects.toMatchObject({ user: { code: 'cancelled' } });
  });
});

test('devices and pipes are refused', async () => {
  for (const type of ['3', '6'] as const) {
    await expect(unpacked(tarGzip([{ name: `device${type}`, type }]), 'tar.gz')).rejects.toMatchObject({
      user: { code: 'archive-unsafe' },
    });
  }
});

test('a second name of a file becomes a copy, and only of one in the archive', async () => {
  await unpacked(
    tarGzip([
      { name: 'one', content: 'text' },
      { name: 'two', type: '1', target: 'one' },
    ]),
    'tar.gz',
  );
  expect(readFileSync(at('two'), 'utf8')).toBe('text');
  expect(lstatSync(at('two')).nlink).toBe(1);
  writeFileSync(join(parent, 'inner', 'secret'), 'secret');
  for (const target of ['../secret', join(parent, 'inner', 'secret'), 'missing']) {
    await expect(unpacked(tarGzip([{ name: 'three', type: '1', target }]), 'tar.gz')).rejects.toMatchObject({
      user: { code: 'archive-unsafe' },
    });
  }
});

test('a program on its own is written under the name of its command', async () => {
  await unpacked(Buffer.from('#!/bin/sh\n'), 'program');
  expect(readFileSync(at('bin/agent'), 'utf8')).toBe('#!/bin/sh\n');
});

test.each([
  ['https://x.test/a.zip', 'zip'],
  ['https://x.test/a.tar.gz?download=1#x', 'tar.gz'],
  ['https://x.test/A.TGZ', 'tar.gz'],
  ['https://x.test/a.tar.bz2', 'tar.bz2'],
  ['https://x.test/a.tbz2', 'tar.bz2'],
  ['https://x.test/agent', 'program'],
  ['https://x.test/agent.exe', 'program'],
  ['https://x.test/a.dmg', undefined],
  ['https://x.test/a.AppImage', undefined],
  ['https://x.test/a.deb', undefined],
  ['https://x.test/a.tar.xz', undefined],
  ['https://x.test/a.7z', undefined],
])('%s is %s', (address, format) => {
  expect(archiveFormat(address)).toBe(format);
});
