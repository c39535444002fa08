// What axe-core finds wrong in the panel.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as z from 'zod';
import type { Frame, Page } from 'playwright-core';
import type { Chat } from './chat.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const results = z.object({
  violations: z.array(
    z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
  ),
});

/** The rules that the panel breaks as it stands, each with the elements; an empty list is what a test wants. */
export async function axeViolations(chat: Chat): Promise<readonly string[]> {
  return await documentViolations(await chat.document());
}

/** The same of a document that holds the panel; `rules`: default all. */
export async function documentViolations(
  document: Frame | Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  // As an expression: a script element is forbidden by the content security policy.
  const hasAxe = await document.evaluate("typeof window.axe === 'object'");
  if (hasAxe !== true) await document.evaluate(`(() => { ${axe} })()`);
  // The page is transparent before VS Code's sidebar, which axe does not see and would take for white.
  await document.evaluate("document.documentElement.style.background = 'var(--vscode-sideBar-background)'");
  const options = {
    // Of what passes axe would describe every element.
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
  };
  const found = results.parse(
    await document.evaluate(`window.axe.run(document, ${JSON.stringify(options)})`),
  );
  return found.violations.map(
    ({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  );
}
