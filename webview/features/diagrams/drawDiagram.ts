// Draws Mermaid's language as an image: in an image nothing runs, nothing is loaded, and no style reaches the page.
import mermaid from 'mermaid';
import { remember } from '../../ui/remember.ts';
import { MAX_CHARACTERS, checkSize, reasonNotToDraw } from './diagramLimits.ts';
import { diagramStrings } from './diagramStrings.ts';
import { CHART_COLORS, themeColor, themeColors } from './pageTheme.ts';

export interface Drawn {
  /** A `data:` address. */
  readonly address: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

const MAX_EDGES = 300;

/** How many pictures are remembered, for rows that scroll into view again. */
const MAX_REMEMBERED = 30;

/** What a diagram may not set for itself, besides what Mermaid forbids: it would change more than its picture. */
const FIXED_SETTINGS = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'themeCSS',
  'fontFamily',
  'altFontFamily',
  'bitsPerRow',
];

/** In CSS pixels. */
const FONT_SIZE = 13;
const MARGIN = 8;
const LETTERS = { actorFontSize: FONT_SIZE, messageFontSize: FONT_SIZE, noteFontSize: FONT_SIZE };

const remembered = new Map<string, Drawn>();
let last: Promise<unknown> = Promise.resolve();
let count = 0;

/** Draws one diagram after the other, in the colors of the theme; rejects with what is wrong in the source. */
export function drawDiagram(code: string): Promise<Drawn> {
  const next = last.then(async () => {
    // The theme may have changed while the diagram waited for others, or for Mermaid.
    const key = `${themeColors()}\n${code}`;
    return remembered.get(key) ?? (await draw(code, key));
  });
  last = next.catch(() => undefined);
  return next;
}

async function draw(code: string, key: string): Promise<Drawn> {
  const reason = reasonNotToDraw(code);
  if (reason !== undefined) throw new Error(reason);
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: FIXED_SETTINGS,
    suppressErrorRendering: true,
    maxTextSize: MAX_CHARACTERS,
    maxEdges: MAX_EDGES,
    fontFamily: themeColor('--vscode-font-family'),
    theme: 'base',
    look: 'classic',
    layout: 'dagre',
    themeVariables: themeVariables(),
    sequence: { ...LETTERS, diagramMarginX: MARGIN, diagramMarginY: MARGIN },
  });
  const place = document.createElement('div');
  place.className = 'diagram-measure';
  document.body.append(place);
  try {
    const { svg } = await mermaid.render(`diagram-${++count}`, code, place).catch(withFirstLine);
    const drawn = asImage(svg);
    remember(remembered, key, drawn, MAX_REMEMBERED);
    return drawn;
  } finally {
    place.remove();
  }
}

function themeVariables(): Record<string, string | boolean> {
  const text = themeColor('--vscode-foreground');
  const background = themeColor('--vscode-textCodeBlock-background');
  const box = themeColor('--vscode-editorWidget-background') || background;
  const boxText = themeColor('--vscode-editorWidget-foreground') || text;
  const line = themeColor('--vscode-descriptionForeground') || text;
  const slices = CHART_COLORS.map((color, index) => [`pie${index + 1}`, themeColor(color)]);
  return {
    ...Object.fromEntries(slices),
    darkMode: document.body.matches('.vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light)'),
    fontSize: `${FONT_SIZE}px`,
    background,
    edgeLabelBackground: background,
    primaryColor: box,
    primaryTextColor: boxText,
    primaryBorderColor: line,
    lineColor: line,
    textColor: text,
    noteBkgColor: box,
    noteTextColor: boxText,
    noteBorderColor: line,
  };
}

/** The picture as an address, with the size that its view box has. */
function asImage(svg: string): Drawn {
  const image = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  const [, , width = Number.NaN, height = Number.NaN] = (image?.getAttribute('viewBox') ?? '')
    .split(/[\s,]+/)
    .map(Number);
  checkSize(width, height);
  if (image === null) throw new Error(diagramStrings.empty());
  image.setAttribute('width', String(width));
  image.setAttribute('height', String(height));
  const text = new XMLSerializer().serializeToString(image);
  return {
    address: `data:image/svg+xml,${encodeURIComponent(text)}`,
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
}

/** The first line says where the mistake is; behind it come the names of all signs that might have been there. */
function withFirstLine(thrown: unknown): never {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  throw new Error(/^[^\r\n]*[^\r\n:]/.exec(message)?.[0] ?? message, { cause: thrown });
}
