// The command that answers with a picture, drawn here so that no file is needed.
import { crc32, deflateSync } from 'node:zlib';
import type { DemoCommand } from './demoCommand.ts';

const SIZE_PIXELS = 96;

export const image: DemoCommand = {
  name: 'image',
  aliases: ['picture', 'draw'],
  description: 'Answer with an image',
  async run(turn) {
    await turn.say('A picture, 96 by 96 pixels:\n\n');
    await turn.sendBlock({ type: 'image', mimeType: 'image/png', data: drawPng().toString('base64') });
    await turn.say('\n\nIt was drawn by arithmetic.');
    return undefined;
  },
};

/** A disc on a gradient, as a PNG file of 24-bit colors. */
function drawPng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE_PIXELS, 0);
  header.writeUInt32BE(SIZE_PIXELS, 4);
  // Bit depth 8, color type 2 (RGB), no interlacing.
  header.set([8, 2, 0, 0, 0], 8);
  // Each row begins with its filter: 0, none.
  const rowLength = 1 + SIZE_PIXELS * 3;
  const pixels = Buffer.alloc(SIZE_PIXELS * rowLength);
  for (let y = 0; y < SIZE_PIXELS; y += 1) {
    for (let x = 0; x < SIZE_PIXELS; x += 1) {
      const inDisc = Math.hypot(x - SIZE_PIXELS / 2, y - SIZE_PIXELS / 2) < SIZE_PIXELS / 3;
      const color = inDisc ? [245, 200, 80] : [40 + x, 70 + y, 160];
      pixels.set(color, y * rowLength + 1 + x * 3);
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}
