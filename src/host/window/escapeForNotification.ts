// Text of agents and of workspaces as notifications may show it.

/** Without links, which notifications would draw and which may run commands, and without characters that hide or turn text. */
export function escapeForNotification(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').replaceAll('](', '] (');
}
