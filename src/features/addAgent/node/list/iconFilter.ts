// Whether an icon is a picture that does nothing and loads nothing: every element and attribute is one of a list.
import { SaxesParser } from 'saxes';

const SVG = 'http://www.w3.org/2000/svg';

const ELEMENTS = words(
  'svg g defs symbol title desc path rect circle ellipse line polyline polygon text tspan clipPath mask pattern ' +
    'linearGradient radialGradient stop filter feBlend feColorMatrix feComposite feDropShadow feFlood feGaussianBlur ' +
    'feMerge feMergeNode feMorphology feOffset',
);

const ATTRIBUTES = words(
  'id class role version baseProfile viewBox preserveAspectRatio width height x y dx dy x1 y1 x2 y2 cx cy r rx ry fx fy fr d ' +
    'points pathLength transform gradientTransform gradientUnits spreadMethod patternTransform patternUnits ' +
    'patternContentUnits clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits offset opacity color display ' +
    'visibility overflow fill fill-opacity fill-rule clip-path clip-rule mask mask-type filter stroke stroke-width ' +
    'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity stop-color ' +
    'stop-opacity flood-color flood-opacity color-interpolation color-interpolation-filters shape-rendering ' +
    'text-rendering vector-effect paint-order mix-blend-mode isolation font-family font-size font-style font-weight ' +
    'text-anchor dominant-baseline letter-spacing in in2 result mode operator type values k1 k2 k3 k4 radius stdDeviation ' +
    'focusable aria-hidden aria-label aria-labelledby data-name style',
);

/** A declaration of CSS that loads nothing: no escapes, and no functions but those of colors and transforms. */
const DECLARATION =
  /^(?:[a-z-]+\s*:[\w\s#.,%-]*(?:(?:rgba?|hsla?|matrix|rotate|scale|translate)\([\d\s.,%-]*\)|url\(#[\w-]+\))?)?$/;

/** Attributes that are texts, not values of CSS. */
const LABELS = words('id class aria-label aria-labelledby data-name font-family');

const HARMLESS_FUNCTION =
  /\b(?:url\(\s*(["']?)#[\w-]+\1\s*\)|(?:rgba?|hsla?|matrix|rotate|scale|translate|skew[XY])\([^()"']*\))/gi;

/** Whether a text is such a picture. Takes time in proportion to it. */
export function isHarmlessIcon(text: string): boolean {
  // A document type may define entities, an instruction may load a style sheet.
  if (/<!(?!--)|<\?(?!xml\s)/i.test(text)) return false;
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  let isHarmless = true;
  let hasRoot = false;
  parser.on('error', () => {
    isHarmless = false;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (depth === 0) hasRoot = local === 'svg';
    depth++;
    const isKnown = uri === SVG && ELEMENTS.has(local);
    if (!isKnown || !Object.values(attributes).every(isHarmlessAttribute)) isHarmless = false;
  });
  parser.on('closetag', () => {
    depth--;
  });
  parser.write(text).close();
  return isHarmless && hasRoot;
}

interface Attribute {
  readonly prefix: string;
  readonly local: string;
  readonly value: string;
}

function isHarmlessAttribute({ prefix, local, value }: Attribute): boolean {
  if (local === 'xmlns' || prefix === 'xmlns') return true;
  if (prefix === 'xml') return local === 'space' || local === 'lang';
  if (prefix !== '' || !ATTRIBUTES.has(local) || value.includes('\\')) return false;
  if (local === 'style') return value.split(';').every((each) => DECLARATION.test(each.trim()));
  // Only what is in the picture itself is referred to: `image-set("…")` loads an image as `url(…)` does.
  return LABELS.has(local) || !value.replaceAll(HARMLESS_FUNCTION, '').includes('(');
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
