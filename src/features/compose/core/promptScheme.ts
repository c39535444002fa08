// Which addresses are those of prompts that are written in an editor.

/** The scheme, which `when` clauses and the activation event of package.json name. */
export const PROMPT_SCHEME = 'parley-draft';

/** The key of the session whose prompt it is; undefined for any other address. */
export function promptKey({
  scheme,
  query,
}: {
  readonly scheme: string;
  readonly query: string;
}): string | undefined {
  return scheme === PROMPT_SCHEME && query !== '' ? query : undefined;
}
