// Words of agents and of workspaces as notifications may show them.

/** Without links, which notifications would draw and which may run commands, and without characters that hide or turn text. */
export function escapeForNotification(words: string): string {
  return words.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').replaceAll('](', '] (');
}
