// GitHub's additions to markdown for the parser, built once: react-markdown asks its plugins anew for every block.
import remarkGfm from 'remark-gfm';

interface Parser {
  /** Where plugins put what they add to the parser. */
  data(): object;
}

const additions = {};
remarkGfm.call({ data: () => additions });

/** Plugin: tables, strikethrough, task lists, footnotes and bare addresses. The only one that adds to the parser. */
export function gfm(this: Parser): void {
  Object.assign(this.data(), additions);
}
