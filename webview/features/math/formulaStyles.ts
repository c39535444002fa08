// Loads the style sheet and the fonts of KaTeX, which no page needs before its first formula.

/** As the build names it, beside the style sheet of the page. */
const STYLE_SHEET = 'math/katex.css';

/** Resolves once formulas can be laid out; rejects where the file cannot be read. */
export async function loadFormulaStyles(page: Document): Promise<void> {
  const ofPage = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].at(-1);
  const link = page.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(STYLE_SHEET, ofPage?.href ?? page.baseURI).href;
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => reject(new Error(`${link.href} cannot be loaded.`)));
    page.head.append(link);
  });
}
