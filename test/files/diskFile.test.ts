// What is read from a real disk and written to it, whatever is put in the way.
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import {
  chmod,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileAccessError, LARGEST_FILE } from '../../src/core/ports/fileAccess.ts';
import { resolvePath } from '../../src/files/containedPath.ts';
import { readDiskFile, separateNames, writeDiskFile } from '../../src/files/diskFile.ts';
import { makeSessionFolder, refusal } from '../support/sessionFolder.ts';
import { startProcessorTimer } from '../support/clock.ts';

const run = promisify(execFile);
const onPosix = it.skipIf(process.platform === 'win32');
const onLinux = it.skipIf(process.platform !== 'linux');

let base: string;
let root: string;
let outside: string;

beforeEach(async () => {
  ({ base, root, outside } = await makeSessionFolder());
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

/** Exchanges `dir` and `evil` of the root over and over, until the function handed back is called. */
function swapFolders(): () => Promise<void> {
  let done = false;
  const move = async (from: string, to: string): Promise<void> => {
    for (;;) {
      try {
        await rename(join(root, from), join(root, to));
        return;
      } catch {
        // A write made the missing folder meanwhile.
        await rm(join(root, to), { recursive: true, force: true }).catch(() => undefined);
      }
    }
  };
  const swapping = (async () => {
    while (!done) {
      await move('dir', 'good');
      await move('evil', 'dir');
      await move('dir', 'evil');
      await move('good', 'dir');
    }
  })();
  return () => {
    done = true;
    return swapping;
  };
}

describe('Reading from the disk', () => {
  it('gives the bytes', async () => {
    const bytes = Buffer.from([0xff, 0, 1, 0x0d, 0x0a]);
    await writeFile(join(root, 'a'), bytes);
    expect(await readDiskFile(join(root, 'a'))).toEqual(bytes);
    await writeFile(join(root, 'empty'), '');
    expect(await readDiskFile(join(root, 'empty'))).toHaveLength(0);
  });

  it('R76 reports a missing file', async () => {
    expect(await refusal(readDiskFile(join(root, 'missing')))).toBe('not-found');
  });

  it('refuses a folder', async () => {
    expect(await refusal(readDiskFile(root))).toBe('folder');
  });

  onPosix('refuses a pipe, a socket and a device without waiting for them', async () => {
    await run('mkfifo', [join(root, 'pipe')]);
    expect(await refusal(readDiskFile(join(root, 'pipe')))).toBe('special');
    const server = createServer().listen(join(root, 'socket'));
    await new Promise((resolve) => {
      server.once('listening', resolve);
    });
    expect(await refusal(readDiskFile(join(root, 'socket')))).toBe('special');
    server.close();
    expect(await refusal(readDiskFile('/dev/zero'))).toBe('special');
  });

  it('refuses a file of 2 GB without reading it', async () => {
    await writeFile(join(root, 'huge'), '');
    await truncate(join(root, 'huge'), 2 * 1024 ** 3);
    const usedMs = startProcessorTimer();
    expect(await refusal(readDiskFile(join(root, 'huge')))).toBe('too-large');
    expect(usedMs()).toBeLessThan(1000);
  });

  it('takes a file of the largest size, and none a byte larger', async () => {
    await writeFile(join(root, 'large'), '');
    await truncate(join(root, 'large'), LARGEST_FILE);
    expect(await readDiskFile(join(root, 'large'))).toHaveLength(LARGEST_FILE);
    await truncate(join(root, 'large'), LARGEST_FILE + 1);
    expect(await refusal(readDiskFile(join(root, 'large')))).toBe('too-large');
  });

  onLinux('reads files that report no size', async () => {
    const status = await readDiskFile('/proc/version');
    expect(status.toString()).toContain('Linux');
  });

  it('R78 refuses a link that was put in the place of the checked file', async () => {
    const path = join(root, 'a');
    await writeFile(path, 'mine');
    const { real } = await resolvePath(path, [root]);
    await rm(path);
    await symlink(join(outside, 'secret'), path);
    expect(await refusal(readDiskFile(real))).toBe('ambiguous');
  });

  it('R78 refuses when a folder on the way was swapped for a link', async () => {
    await mkdir(join(root, 'dir'));
    await writeFile(join(root, 'dir', 'secret'), 'mine');
    const { real } = await resolvePath(join(root, 'dir', 'secret'), [root]);
    await rename(join(root, 'dir'), join(root, 'was'));
    await symlink(outside, join(root, 'dir'));
    expect(await refusal(readDiskFile(real))).toBe('ambiguous');
  });

  it('R78 never hands out what a link swapped all the time leads to', async () => {
    await mkdir(join(root, 'dir'));
    await writeFile(join(root, 'dir', 'secret'), 'mine');
    await symlink(outside, join(root, 'evil'));
    const stop = swapFolders();
    const seen = new Set<string>();
    for (let round = 0; round < 500; round++) {
      try {
        const { real, inside } = await resolvePath(join(root, 'dir', 'secret'), [root]);
        seen.add(inside ? (await readDiskFile(real)).toString() : 'outside');
      } catch (error) {
        if (!(error instanceof FileAccessError)) throw error;
        seen.add(error.refusal);
      }
    }
    await stop();
    expect(seen).not.toContain('secret');
  });
});

describe('Writing to the disk', () => {
  it('R77 makes the file and the folders it needs, and leaves nothing else', async () => {
    await writeDiskFile(join(root, 'new', 'folder', 'a'), Buffer.from('text'));
    expect(await readFile(join(root, 'new', 'folder', 'a'), 'utf8')).toBe('text');
    expect(await readdir(join(root, 'new', 'folder'))).toEqual(['a']);
  });

  it('replaces the file in one step: whoever has it open keeps the old content', async () => {
    await writeFile(join(root, 'a'), 'old');
    const reader = await open(join(root, 'a'), constants.O_RDONLY);
    await writeDiskFile(join(root, 'a'), Buffer.from('new content'));
    expect(await reader.readFile('utf8')).toBe('old');
    await reader.close();
    expect(await readFile(join(root, 'a'), 'utf8')).toBe('new content');
    expect(await readdir(root)).toEqual(['a']);
  });

  onPosix('keeps the mode, and gives new files the usual one', async () => {
    await writeFile(join(root, 'run.sh'), 'old');
    await chmod(join(root, 'run.sh'), 0o751);
    await writeDiskFile(join(root, 'run.sh'), Buffer.from('new'));
    expect((await stat(join(root, 'run.sh'))).mode & 0o7777).toBe(0o751);
    await writeFile(join(root, 'usual'), '');
    await writeDiskFile(join(root, 'made'), Buffer.from(''));
    expect((await stat(join(root, 'made'))).mode).toBe((await stat(join(root, 'usual'))).mode);
  });

  onPosix('changes only the name that was asked for, not other names of the same file', async () => {
    await writeFile(join(root, 'a'), 'old');
    await link(join(root, 'a'), join(outside, 'same'));
    await writeDiskFile(join(root, 'a'), Buffer.from('new'));
    expect(await readFile(join(outside, 'same'), 'utf8')).toBe('old');
  });

  it('refuses folders, pipes, and files that are too large on either side', async () => {
    const text = Buffer.from('text');
    await mkdir(join(root, 'dir'));
    expect(await refusal(writeDiskFile(join(root, 'dir'), text))).toBe('folder');
    await run('mkfifo', [join(root, 'pipe')]);
    expect(await refusal(writeDiskFile(join(root, 'pipe'), text))).toBe('special');
    await writeFile(join(root, 'huge'), '');
    await truncate(join(root, 'huge'), 2 * 1024 ** 3);
    expect(await refusal(writeDiskFile(join(root, 'huge'), text))).toBe('too-large');
    expect(await refusal(writeDiskFile(join(root, 'a'), Buffer.alloc(LARGEST_FILE + 1)))).toBe('too-large');
    expect((await readdir(root)).toSorted()).toEqual(['dir', 'huge', 'pipe']);
  });

  it('R78 does not write through a link that was put in the place of the checked file', async () => {
    const path = join(root, 'a');
    const { real } = await resolvePath(path, [root]);
    await symlink(join(outside, 'secret'), path);
    expect(await refusal(writeDiskFile(real, Buffer.from('evil')))).toBe('ambiguous');
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret');
  });

  it('R78 does not write below a folder that was swapped for a link, or make folders there', async () => {
    await mkdir(join(root, 'dir'));
    const { real } = await resolvePath(join(root, 'dir', 'new', 'a'), [root]);
    await rename(join(root, 'dir'), join(root, 'was'));
    await symlink(outside, join(root, 'dir'));
    await expect(writeDiskFile(real, Buffer.from('evil'))).rejects.toBeInstanceOf(FileAccessError);
    expect(await readdir(outside)).toEqual(['secret']);
  });

  it('R78 writes nothing outside while a folder is swapped for a link all the time', async () => {
    await mkdir(join(root, 'dir', 'sub'), { recursive: true });
    await mkdir(join(outside, 'sub'));
    await symlink(outside, join(root, 'evil'));
    const stop = swapFolders();
    for (let round = 0; round < 300; round++) {
      try {
        const { real, inside } = await resolvePath(join(root, 'dir', 'sub', 'a'), [root]);
        if (inside) await writeDiskFile(real, Buffer.from('text'));
      } catch (error) {
        if (!(error instanceof FileAccessError)) throw error;
      }
    }
    await stop();
    expect((await readdir(outside, { recursive: true })).toSorted()).toEqual(['secret', 'sub']);
  });
});

/** Runs a script as a user with few rights, or as this one when that is one, and gives the words it prints. */
async function asNobody(script: string, prefix = ''): Promise<string> {
  const files = join(import.meta.dirname, '../../src/files');
  const program = `
    const { readDiskFile, writeDiskFile } = await import(${JSON.stringify(join(files, 'diskFile.ts'))});
    const refusal = (work) => work.then(() => 'done', (error) => error.refusal);
    ${script}`;
  // The node of the tests may lie where only root may look, so it is started before the rights are given up.
  const drop =
    process.getuid?.() === 0 ? 'process.setgroups([]); process.setgid(65534); process.setuid(65534);' : '';
  const command = `${prefix}exec "$0" --input-type=module -e "$1"`;
  const loaded = program.replace('const refusal', `${drop}\nconst refusal`);
  const { stdout } = await run('sh', ['-c', command, process.execPath, loaded]);
  return stdout.trim();
}

describe('What the system refuses', () => {
  onPosix('a file that may not be read is refused as no-permission', async () => {
    await chmod(base, 0o755);
    await writeFile(join(root, 'a'), 'mine', { mode: 0o600 });
    await chmod(join(root, 'a'), process.getuid?.() === 0 ? 0o600 : 0o000);
    const path = JSON.stringify(join(root, 'a'));
    expect(await asNobody(`console.log(await refusal(readDiskFile(${path})))`)).toBe('no-permission');
  });

  onPosix('a file that may not be written is left alone, though its folder may be written', async () => {
    await chmod(base, 0o755);
    await chmod(root, 0o777);
    await writeFile(join(root, 'a'), 'mine');
    await chmod(join(root, 'a'), 0o444);
    const path = JSON.stringify(join(root, 'a'));
    const words = await asNobody(`console.log(await refusal(writeDiskFile(${path}, Buffer.from('x'))))`);
    expect(words).toBe('no-permission');
    expect(await readFile(join(root, 'a'), 'utf8')).toBe('mine');
    expect(await readdir(root)).toEqual(['a']);
  });

  onPosix('a folder that may not be written is refused as no-permission', async () => {
    await chmod(base, 0o755);
    await chmod(root, 0o555);
    const path = JSON.stringify(join(root, 'new', 'a'));
    const words = await asNobody(`console.log(await refusal(writeDiskFile(${path}, Buffer.from('x'))))`);
    expect(words).toBe('no-permission');
    await chmod(root, 0o755);
  });

  onLinux('a write that finds no room leaves the old file and no other', async () => {
    await writeFile(join(root, 'a'), 'old');
    const path = JSON.stringify(join(root, 'a'));
    const script = `console.log(await refusal(writeDiskFile(${path}, Buffer.alloc(1_000_000))))`;
    await chmod(base, 0o755);
    await chmod(root, 0o777);
    await chmod(join(root, 'a'), 0o666);
    expect(await asNobody(script, "trap '' XFSZ; ulimit -f 64; ")).toBe('disk-full');
    expect(await readFile(join(root, 'a'), 'utf8')).toBe('old');
    expect(await readdir(root)).toEqual(['a']);
    expect((await lstat(join(root, 'a'))).isFile()).toBe(true);
  });
});

describe('A file with several names', () => {
  it('becomes one of its own, with its content, mode and time; others stay as they are', async () => {
    const [path, other] = [join(root, 'notes.txt'), join(outside, 'hook')];
    await writeFile(other, 'echo 1\n');
    await chmod(other, 0o755);
    await link(other, path);
    const before = await stat(path);
    await separateNames(path);
    const [after, left] = await Promise.all([stat(path), stat(other)]);
    expect([after.nlink, left.nlink, left.ino]).toEqual([1, 1, before.ino]);
    expect([after.mode, after.size, after.mtime]).toEqual([before.mode, before.size, before.mtime]);
    // As an editor saves.
    await writeFile(path, 'echo 2\n');
    expect(await readFile(other, 'utf8')).toBe('echo 1\n');
  });

  it('is not touched where it has one, or is gone', async () => {
    const path = join(root, 'a.txt');
    await separateNames(path);
    await writeFile(path, 'a');
    const { ino, mtimeMs } = await stat(path);
    await separateNames(path);
    expect(await stat(path)).toMatchObject({ ino, mtimeMs });
  });
});
