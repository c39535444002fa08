// The questions of Qwen Code: a permission request whose `_meta` has them, and whose answer takes theirs beside it.
import * as z from 'zod/mini';
import type { ElicitationOutcome, PermissionOutcome } from '../../core/ports/agent.ts';
import type { PermissionOption } from '../../core/session/permission/state.ts';
import { isAllowingKind } from '../../core/session/permission/permissionDecision.ts';
import { lenient } from '../schema/lenient.ts';
import { labeledChoice, questionAnswers, type AskedQuestion } from './askedQuestions.ts';

const question = z.object({
  question: z.string(),
  header: lenient(z.string()),
  options: z.array(labeledChoice),
  multiSelect: lenient(z.boolean()),
});

const params = z.object({
  toolCall: z.object({
    _meta: z.object({
      qwenInteractionKind: z.literal('user_question'),
      qwenQuestions: z.array(question).check(z.minLength(1), z.maxLength(20)),
    }),
  }),
});

/** The questions of a permission request; undefined where it is one. */
export function askedQuestions(request: unknown): readonly AskedQuestion[] | undefined {
  return params.safeParse(request).data?.toolCall._meta.qwenQuestions;
}

/** What is answered to the permission request: the option that submits, with the answers, or the one that does not. */
export function questionOutcome(
  outcome: ElicitationOutcome,
  questions: readonly AskedQuestion[],
  options: readonly PermissionOption[],
): { readonly outcome: PermissionOutcome; readonly answers?: Readonly<Record<string, string>> } {
  const isAnswered = outcome.action === 'accept';
  const option = options.find(({ kind }) => isAllowingKind(kind) === isAnswered);
  if (option === undefined) return { outcome: { outcome: 'cancelled' } };
  const selected = { outcome: 'selected', optionId: option.optionId } as const;
  if (!isAnswered) return { outcome: selected };
  const answers = (questionAnswers(outcome, questions) ?? []).flatMap(({ chosen, other }, index) => {
    const text = [...chosen, other].filter((part) => part.trim() !== '').join(', ');
    return text === '' ? [] : [[String(index), text] as const];
  });
  return { outcome: selected, answers: Object.fromEntries(answers) };
}
