// The text that the user typed, from a message that the CLI has expanded: a skill is in it with all its text.
import * as z from 'zod';
import type { RpcMessage } from '../cli/frames.ts';
import { textOf } from './messageText.ts';

/** oh-my-pi: a message in the user's place, made of a skill. */
const skillPrompt = z.looseObject({
  role: z.literal('custom'),
  attribution: z.literal('user'),
  details: z.looseObject({
    name: z.string(),
    args: z.string().optional().catch(undefined),
    prompt: z.string().optional().catch(undefined),
  }),
});

/** pi: the skill before the text of the user. */
const SKILL_BLOCK = /^<skill name="([^"]+)"[^>]*>\n[^]*?\n<\/skill>(?:\n\n([^]*))?$/;

/** The text that was typed; undefined where the message was not the user's. */
export function typedText(message: RpcMessage): string | undefined {
  const skill = skillPrompt.safeParse(message);
  if (skill.success) {
    const { name, args, prompt } = skill.data.details;
    return prompt ?? command(name, args);
  }
  if (message.role !== 'user' || message['attribution'] === 'agent') return undefined;
  const text = textOf(message);
  const [, name, rest] = SKILL_BLOCK.exec(text) ?? [];
  return name === undefined ? text : command(name, rest);
}

function command(skill: string, rest = ''): string {
  return `/skill:${skill} ${rest}`.trim();
}
