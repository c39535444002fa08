// What axe-core finds wrong in the panel.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as z from 'zod';
import type { Chat } from './chat.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const results = z.object({
  violations: z.array(
    z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
  ),
});

/** The rules that the panel breaks as it stands, each with the elements; an empty list is what a test wants. */
export async function axeViolations(chat: Chat): Promise<readonly string[]> {
  const panel = await chat.document();
  // As an expression: a script element is forbidden by the content security policy.
  const hasAxe = await panel.evaluate("typeof window.axe === 'object'");
  if (hasAxe !== true) await panel.evaluate(`(() => { ${axe} })()`);
  // The page is transparent before VS Code's sidebar, which axe does not see and would take for white.
  await panel.evaluate("document.documentElement.style.background = 'var(--vscode-sideBar-background)'");
  const found = results.parse(await panel.evaluate('window.axe.run(document)'));
  return found.violations.map(
    ({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  );
}
