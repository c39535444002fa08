// An animation of what a page shows, written as a GIF.
import { writeFileSync } from 'node:fs';
import gifenc from 'gifenc';

const { GIFEncoder, quantize, applyPalette } = gifenc;

/** The colors of a frame; one more is transparent. */
const COLORS = 255;
/** How long a frame stays while something is under way. */
const STEP_MS = 200;
/** The most frames of something that is under way: it may take long on a busy machine, and the film does not. */
const MAX_STEPS = 4;

export class Film {
  #page;
  #frames = [];

  constructor(page) {
    this.#page = page;
  }

  get lengthMs() {
    return this.#frames.reduce((sum, { ms }) => sum + ms, 0);
  }

  /** Adds what is shown now, for that many milliseconds. */
  async frame(ms = STEP_MS) {
    const png = await this.#page.screenshot();
    const last = this.#frames.at(-1);
    if (last?.png.equals(png)) last.ms += ms;
    else this.#frames.push({ png, ms });
  }

  /** Adds frames until something has happened. */
  async during(happening) {
    let isOver = false;
    const end = happening.finally(() => (isOver = true));
    for (let step = 0; step < MAX_STEPS && !isOver; step++) await this.frame();
    await end;
  }

  async write(path) {
    const pictures = [];
    for (const { png, ms } of this.#frames) pictures.push({ ...(await this.#pixels(png)), ms });
    // One palette for all of them: what stays as it was keeps its color in those that follow.
    const palette = quantize(joined(pictures.map(({ data }) => data)), COLORS);
    while (palette.length <= COLORS) palette.push([0, 0, 0]);
    const gif = GIFEncoder();
    let before;
    for (const { data, width, height, ms } of pictures) {
      const indices = applyPalette(data, palette.slice(0, COLORS));
      // What stays as it was is transparent, which makes the file a fraction as long.
      if (before !== undefined) leaveOut(indices, data, before);
      const options = before === undefined ? { palette } : { transparent: true, transparentIndex: COLORS };
      gif.writeFrame(indices, width, height, { delay: ms, dispose: 1, ...options });
      before = data;
    }
    gif.finish();
    writeFileSync(path, gif.bytes());
  }

  /** The browser reads PNG; no package is needed for it. */
  async #pixels(png) {
    const blank = await this.#page.context().browser().newPage();
    try {
      const { width, height, text } = await blank.evaluate(async (base64) => {
        const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
        const bitmap = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d');
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        let text = '';
        for (let at = 0; at < data.length; at += 32_768) {
          text += String.fromCharCode(...data.subarray(at, at + 32_768));
        }
        return { width: bitmap.width, height: bitmap.height, text: btoa(text) };
      }, png.toString('base64'));
      return { width, height, data: Uint8Array.from(Buffer.from(text, 'base64')) };
    } finally {
      await blank.close();
    }
  }
}

/** Makes transparent what is the same in two pictures. */
function leaveOut(indices, data, before) {
  const [now, then] = [data, before].map(
    (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, indices.length),
  );
  for (let at = 0; at < indices.length; at++) if (now[at] === then[at]) indices[at] = COLORS;
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
