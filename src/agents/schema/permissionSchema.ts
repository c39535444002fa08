// Permission requests as agents send them.
import * as z from 'zod/mini';
import type { PermissionQuestion } from '../../core/ports/agent.ts';
import { oneLine } from '../../core/text/oneLine.ts';
import { startOf } from '../../core/text/wholeCharacters.ts';
import { isSameData } from '../../core/base/isSameData.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient, lenientArray, noteLeftOut, reading } from './lenient.ts';
import { withInputBeside } from './near/nearCall.ts';
import { nearQuestion } from './near/nearQuestion.ts';
import { idText, sentText } from './sentText.ts';
import { bareWord } from './statusWord.ts';
import { askedCall } from './toolCallSchema.ts';

/** The length of an option's name; all of it can be read on the card. */
const MAX_NAME_CHARACTERS = 10_000;

const optionName = z.pipe(
  idText,
  z.transform((name) => oneLine(startOf(name, MAX_NAME_CHARACTERS))),
);

const KINDS: readonly string[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'];

/** ACP's kinds in any spelling, and other words as they are. */
const optionKind = z.pipe(
  z.string(),
  z.transform((word) => KINDS.find((kind) => bareWord(kind) === bareWord(word)) ?? word),
);

const option = z.pipe(
  z.object({
    optionId: sentText,
    name: lenient(optionName),
    /** A kind that is missing is no kind Parley knows, and never taken as allow (R72). */
    kind: lenient(optionKind),
  }),
  z.transform(({ optionId: { text, sent }, name, kind }) => ({
    ...withoutUndefined({ sent }),
    optionId: text,
    name: name || oneLine(text) || text,
    kind: kind ?? 'other',
  })),
);

const listed = z.object({ options: z.array(z.unknown()) });

/**
 * The params of `session/request_permission`. An option without an id cannot be chosen and is left out, and so is
 * one with the id of another: the agent could not say which of them was chosen.
 */
export const permissionParams = z.pipe(
  z.pipe(
    withInputBeside,
    z.object({ sessionId: z.string(), toolCall: askedCall, options: lenientArray(option) }),
  ),
  z.transform(({ sessionId, toolCall, options }) => ({
    sessionId,
    ...asked(toolCall, withoutRepeatedIds(options)),
  })),
);

/** The question, and the ids of options that were not sent as text, by their texts. */
function asked(call: PermissionQuestion['call'], options: readonly Option[]) {
  const ids = new Map(
    options.flatMap(({ optionId, sent }) => (sent === undefined ? [] : [[optionId, sent]])),
  );
  const question: PermissionQuestion = {
    call,
    options: options.map(({ sent: _forTheAnswer, ...each }) => each),
  };
  return { question, ids };
}

export interface PermissionReading {
  readonly parsed: ReturnType<typeof permissionParams.safeParse>;
  readonly leftOut: readonly string[];
  /** Whether there are options that cannot be shown. */
  readonly isShort: boolean;
}

/** Reads a permission request, also in a shape near to that of ACP. */
export function readPermission(params: unknown): PermissionReading {
  const { result: exact, leftOut } = reading(() => permissionParams.safeParse(params));
  if (exact.success && leftOut.length === 0) return { parsed: exact, leftOut, isShort: false };
  const near = nearQuestion(params);
  const again = reading(() => permissionParams.safeParse(near));
  if (!again.result.success) return { parsed: exact, leftOut, isShort: false };
  const options = listed.safeParse(near).data?.options ?? [];
  const read = options.flatMap((each) => option.safeParse(each).data ?? []);
  const isShort = read.length < options.length || read.some((each) => isRepeated(each, read));
  return { parsed: again.result, leftOut: again.leftOut, isShort };
}

type Option = z.output<typeof option>;

function withoutRepeatedIds(options: readonly Option[]): readonly Option[] {
  return options.filter((each, index) => {
    if (isRepeated(each, options)) noteLeftOut(each, `item ${index}, an id that is there twice`);
    return each === firstOfId(each, options);
  });
}

/** Whether another option before one has its id. */
function isRepeated(each: Option, options: readonly Option[]): boolean {
  return !isSameData(firstOfId(each, options), each);
}

function firstOfId({ optionId }: Option, options: readonly Option[]): Option | undefined {
  return options.find((other) => other.optionId === optionId);
}
