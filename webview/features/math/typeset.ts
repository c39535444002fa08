// Lays formulas out with KaTeX.
import katex from 'katex';
import { remember } from '../../ui/remember.ts';

/** How many formulas are remembered: a row that scrolls into view again need not lay its formulas out anew. */
const MAX_REMEMBERED = 500;

/** A line or a gap of a formula is not longer, whatever the formula says. */
const MAX_SIZE_EM = 50;

/** Elements in each other: of some thousand a browser cannot lay any out, and ends. A root takes six, a fraction seven. */
const MAX_DEPTH = 300;

/** The signs around a formula, which KaTeX does not read; environments are part of it. */
const SIGNS = /^(?:\$\$([^]*)\$\$|\$([^]*)\$|\\\[([^]*)\\\]|\\\(([^]*)\\\))$/;

/** By how it was written. A formula that TeX cannot read is remembered as undefined. */
const remembered = new Map<string, HTMLElement | undefined>();

/**
 * The elements of a formula, to be cloned; undefined where it cannot be read. KaTeX gives each element its style by the
 * object model, which the content security policy allows, and MathML for screen readers.
 */
export function typeset(source: string, displayed: boolean): HTMLElement | undefined {
  if (remembered.has(source)) return remembered.get(source);
  const formula = layOut(source, displayed);
  remember(remembered, source, formula, MAX_REMEMBERED);
  return formula;
}

function layOut(source: string, displayed: boolean): HTMLElement | undefined {
  const [, ...inner] = SIGNS.exec(source) ?? [];
  const element = document.createElement('span');
  try {
    katex.render(inner.find((text) => text !== undefined) ?? source, element, {
      displayMode: displayed,
      // Neither links nor images nor classes of its own: the formula is an agent's.
      trust: refuse,
      strict: 'ignore',
      maxSize: MAX_SIZE_EM,
      throwOnError: true,
    });
  } catch {
    // Its source says more than half of a formula.
    return undefined;
  }
  return isWithinDepth(element) ? element : undefined;
}

/** Level by level, because no stack is as deep as a formula may be. */
function isWithinDepth(element: Element): boolean {
  let level: readonly Element[] = [element];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap(({ children }) => [...children]);
  }
  return true;
}

/** KaTeX would show no more than the name of the command in red. */
function refuse({ command }: { readonly command: string }): never {
  throw new Error(`${command} is not allowed in a formula.`);
}
