// The answer to what Parley asks for in Source Control: a commit message that names the changed files.
import { basename } from 'node:path';
import type { DemoCommand } from './demoCommand.ts';

/** How the prompt of `src/core/commitMessage/commitPrompt.ts` begins. */
const PROMPT = /^Write the message of a git commit\b/;

const MAX_NAMED = 3;

export const commitMessage: DemoCommand = {
  name: '',
  description: 'Write a commit message',
  async run(turn) {
    const { argument } = turn.prompt;
    const changed = [...argument.matchAll(/^diff --git a\/.* b\/(.*)$/gm)].map(([, path = '']) => path);
    const added = /^New files:\n((?:.+\n)*)/m.exec(argument)?.[1]?.split('\n') ?? [];
    const names = [...new Set([...changed, ...added].filter((path) => path !== ''))].map((path) =>
      basename(path),
    );
    const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
    await turn.say(
      `Update ${names.slice(0, MAX_NAMED).join(', ')}${more}\n\nWritten by a demo without a model.`,
    );
    return undefined;
  },
};

export function isCommitPrompt(text: string): boolean {
  return PROMPT.test(text);
}
