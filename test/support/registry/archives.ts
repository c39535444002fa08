// Archives made by hand, entry by entry, so that they may contain what no tool would write.
import { gzipSync } from 'node:zlib';

export interface ArchiveEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** Permission bits; default 0o644. */
  readonly mode?: number;
  /** A type of tar: `0` a file, `1` a hard link, `2` a link, `3` a device, `5` a folder, `6` a pipe. */
  readonly type?: '0' | '1' | '2' | '3' | '5' | '6';
  readonly target?: string;
  /** Overrides the size in the header. */
  readonly size?: number;
}

const BLOCK = 512;

/** A tar archive, compressed by bzip2, with the file `pack/agent`: `#!/bin/sh` and a line break. */
export const TAR_BZIP2 = Buffer.from(
  'QlpoOTFBWSZTWTeobSgAAHZ7gMqQAEBoAPeAAQB66V4ACAggAFRAoeoNNAB6QM0gkogyAAAAaQ9pGoQOjQhFvlzy6iZyBDA4aWw7v8weJzAQUxA9eMeVQjSgJQUu4k30WaSWT3tngIiAfi7kinChIG9Q2lA=',
  'base64',
);

export function tarArchive(entries: readonly ArchiveEntry[]): Buffer {
  return Buffer.concat([...entries.map(tarEntry), Buffer.alloc(2 * BLOCK)]);
}

export function tarGzip(entries: readonly ArchiveEntry[]): Buffer {
  return gzipSync(tarArchive(entries));
}

function tarEntry({ name, content = '', mode = 0o644, type = '0', target = '', size }: ArchiveEntry): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100, 'utf8');
  header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  header.write('0000000\0'.repeat(2), 108);
  header.write(`${(size ?? body.length).toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write(target, 157, 100, 'utf8');
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]);
}

const S_IFLNK = 0o120000;
const S_IFREG = 0o100000;

/** A zip archive of which nothing is compressed. */
export function zipArchive(entries: readonly ArchiveEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = 0o644, type = '0', target = '' } of entries) {
    const isLink = type === '2';
    const body = Buffer.from(isLink ? target : content);
    const file = Buffer.from(name, 'utf8');
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(body), 10);
    fields.writeUInt32LE(body.length, 14);
    fields.writeUInt32LE(body.length, 18);
    fields.writeUInt16LE(file.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, file, body]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((((isLink ? S_IFLNK : S_IFREG) | mode) << 16) >>> 0) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    // Made on Unix.
    const version = Buffer.from([20, 3]);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), version, fields, tail, file]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}
