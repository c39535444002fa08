// The questions of Qwen Code: a permission request whose `_meta` has them, and whose answer takes theirs beside it.
import * as z from 'zod/mini';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import type { ElicitationOutcome, PermissionOutcome } from '../../core/ports/agent.ts';
import type { ElicitationQuestion } from '../../core/session/elicitation/state.ts';
import type { PermissionOption } from '../../core/session/permission/state.ts';
import { isAllowingKind } from '../../core/session/permission/permissionDecision.ts';
import { sessionStrings } from '../../core/session/sessionStrings.ts';
import { lenient } from '../schema/lenient.ts';

const choice = z.pipe(
  z.object({ label: z.string().check(z.minLength(1)), description: lenient(z.string()) }),
  z.transform(({ label, description }) => withoutUndefined({ value: label, title: label, description })),
);

const question = z.object({
  question: z.string(),
  header: lenient(z.string()),
  options: z.array(choice),
  multiSelect: lenient(z.boolean()),
});
type AskedQuestion = z.infer<typeof question>;

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

/** The questions as a form: of each, its choices, and a text in their place. */
export function questionForm(questions: readonly AskedQuestion[]): ElicitationQuestion {
  const [only] = questions.length === 1 ? questions : [];
  return {
    mode: 'form',
    message: only?.question ?? sessionStrings.severalQuestions(),
    fields: questions.flatMap(({ question: text, header, options, multiSelect }, index) => {
      const labels = withoutUndefined({
        title: header ?? text,
        description: only === undefined && header !== undefined ? text : undefined,
      });
      const common = { key: String(index), isRequired: false, choices: options, ...labels };
      return [
        multiSelect === true ? { ...common, kind: 'choices' } : { ...common, kind: 'choice' },
        { key: otherKey(index), title: sessionStrings.otherAnswer(), isRequired: false, kind: 'text' },
      ] as const;
    }),
  };
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
  const values = outcome.content ?? {};
  const answers = questions.flatMap((_, index) => {
    const chosen = [values[String(index)] ?? [], values[otherKey(index)] ?? []].flat().map(String);
    const text = chosen.filter((part) => part.trim() !== '').join(', ');
    return text === '' ? [] : [[String(index), text] as const];
  });
  return { outcome: selected, answers: Object.fromEntries(answers) };
}

function otherKey(index: number): string {
  return `${index}:other`;
}
