// Takes long image data out of a text before it is parsed: to the parser every character costs.

/** Shorter data (characters) stays in the text. */
const SHORTEST_EXTRACTED = 2_048;
const STAND_IN = 'data:image/extracted,';
const IMAGE_DATA = new RegExp(
  `(!\\[[^\\[\\]]{0,999}\\]\\()(data:image/[a-z0-9.+-]+;base64,[a-z0-9+/=]{${SHORTEST_EXTRACTED},})(?=[)\\s])`,
  'gi',
);

/** A text with stand-ins for long image data, and the data in their order. */
export interface ExtractedImages {
  readonly text: string;
  readonly images: readonly string[];
}

/** Replaces the data of images by short stand-ins. */
export function extractImages(text: string): ExtractedImages {
  if (!text.includes('](data:')) return { text, images: [] };
  const images: string[] = [];
  const replaced = text.replace(IMAGE_DATA, (_, before: string, data: string) => {
    images.push(data);
    return `${before}${STAND_IN}${images.length - 1}`;
  });
  return { text: replaced, images };
}

/** The address an image had in the text. */
export function imageSource(address: string, images: readonly string[]): string {
  if (!address.startsWith(STAND_IN)) return address;
  return images[Number(address.slice(STAND_IN.length))] ?? address;
}
