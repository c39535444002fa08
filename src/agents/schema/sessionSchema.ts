// What an agent reports about its session: plan, commands, title, usage, notices, compactions.
import * as z from 'zod/mini';
import { noticeSeverity } from '../../core/session/notice/state.ts';
import { boundedMeta, boundedTitle } from '../../core/session/info/state.ts';
import { contentBlock, textsIn } from './contentSchema.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient, lenientArray } from './lenient.ts';
import { writtenNumber } from './tokensSchema.ts';
import { planItems } from './near/nearPlan.ts';
import { nearSessionInfo, nearUsage } from './near/nearReports.ts';
import { shortName } from './shortName.ts';
import { idText } from './sentText.ts';
import { statusWord } from './statusWord.ts';

/** An entry that is a text or a number alone. */
const writtenEntry = z.pipe(
  z.union([z.string().check(z.minLength(1)), z.number()]),
  z.transform((content) => ({ content: String(content), priority: 'medium', status: 'pending' })),
);

/** A text or number, or the text of its blocks; undefined for a value without text. */
const entryText = z.pipe(
  z.optional(z.unknown()),
  z.transform((said) =>
    typeof said === 'string' || typeof said === 'number'
      ? said
      : textsIn(said, /^(?:text|content)$/) || undefined,
  ),
);

const planEntries = lenientArray(
  z.union([
    writtenEntry,
    z.pipe(
      z.object({
        content: entryText,
        title: entryText,
        text: entryText,
        step: entryText,
        task: entryText,
        description: entryText,
        priority: lenient(z.string()),
        status: lenient(statusWord),
      }),
      z.transform(({ content, title, text, step, task, description, priority, status }, context) => {
        const known = [content, title, text, step, task, description];
        const said =
          known.find((each) => typeof each === 'string') ?? known.find((each) => each !== undefined);
        if (said !== undefined) {
          return { content: String(said), priority: priority ?? 'medium', status: status ?? 'pending' };
        }
        context.issues.push({ code: 'custom', message: 'an entry without a text', input: context.value });
        return z.NEVER;
      }),
    ),
  ]),
);

const namedPlan = z.object({ plan: z.object({ planId: idText }) });

/** `plan` (R88), also where its list is in another place or a text. */
export const plan = z.pipe(
  z.pipe(
    z.transform((update) => ({
      entries: planItems(update),
      planId: namedPlan.safeParse(update).data?.plan.planId,
    })),
    z.object({ entries: planEntries, planId: z.union([z.string(), z.undefined()]) }),
  ),
  z.transform((read) => withoutUndefined({ type: 'plan' as const, ...read })),
);

/** A plan that is a text, with the path of its file where it has one, or a file alone. */
const planDocument = z.pipe(
  z.object({
    plan: z.union([
      z.object({
        type: z.literal('markdown'),
        planId: idText,
        content: z.string(),
        path: lenient(z.string()),
      }),
      z.object({ type: z.literal('file'), planId: idText, uri: z.string().check(z.minLength(1)) }),
    ]),
  }),
  z.transform(({ plan: read }) =>
    withoutUndefined({
      type: 'plan_document' as const,
      planId: read.planId,
      text: read.type === 'markdown' ? read.content : '',
      file: read.type === 'markdown' ? read.path : read.uri,
    }),
  ),
);

/** `plan_update`: a list, Markdown, or the file of the draft. */
export const planUpdate = z.union([planDocument, plan]);

/** `plan_removed`, whose id early drafts did not have. */
export const planRemoved = z.pipe(
  z.object({ planId: lenient(idText) }),
  z.transform(({ planId }) =>
    planId === undefined ? { type: 'plan' as const, entries: [] } : { type: 'plan_removed' as const, planId },
  ),
);

/** A command that is its name alone, and a hint that is a text. */
const writtenCommand = z.pipe(
  z.string().check(z.regex(/^\/?[\w.:-]+$/)),
  z.transform((name) => ({ name, description: undefined, input: undefined })),
);
const writtenHint = z.pipe(
  z.string(),
  z.transform((hint) => ({ hint })),
);

/** `available_commands_update` (R89). Names come without their slash (R90). */
export const commands = z.pipe(
  z.object({
    availableCommands: lenientArray(
      z.pipe(
        z.union([
          z.object({
            name: z.string(),
            description: lenient(z.string()),
            input: lenient(z.union([z.object({ hint: lenient(z.string()) }), writtenHint])),
          }),
          z.pipe(
            z.object({ command: z.string(), description: lenient(z.string()) }),
            z.transform(({ command, description }) => ({ name: command, description, input: undefined })),
          ),
          writtenCommand,
        ]),
        z.transform(({ name, description, input }) =>
          withoutUndefined({
            name: name.replace(/^\//, ''),
            description: description ?? '',
            hint: input?.hint,
          }),
        ),
      ),
    ),
  }),
  z.transform(({ availableCommands }) => ({ type: 'commands' as const, commands: availableCommands })),
);

/** `current_mode_update`; a page of the documentation says `modeId`. */
export const currentMode = z.pipe(
  z.union([
    z.pipe(
      z.object({ currentModeId: idText }),
      z.transform(({ currentModeId }) => currentModeId),
    ),
    z.pipe(
      z.object({ modeId: idText }),
      z.transform(({ modeId }) => modeId),
    ),
  ]),
  z.transform((modeId) => ({ type: 'current_mode' as const, modeId })),
);

/** The most characters of a time; longer text is not a time. */
const MAX_TIME_LENGTH = 100;

/** `session_info_update`: absent = unchanged, null = cleared (R104, R105). */
export const sessionInfo = z.pipe(
  z.pipe(
    z.transform(nearSessionInfo),
    z.object({
      title: lenient(z.nullable(z.string())),
      updatedAt: lenient(z.nullable(z.string().check(z.maxLength(MAX_TIME_LENGTH)))),
      _meta: lenient(z.nullable(z.record(z.string(), z.unknown()))),
    }),
  ),
  z.transform(({ title, updatedAt, _meta }) => ({
    type: 'session_info' as const,
    patch: withoutUndefined({
      title: typeof title === 'string' ? boundedTitle(title) : title,
      updatedAt,
      meta: _meta === undefined || _meta === null ? _meta : boundedMeta(_meta),
    }),
  })),
);

const tokens = z.pipe(writtenNumber, z.number().check(z.nonnegative()));

/** `usage_update`. A size of null or 0 means unlimited or unknown (R103). A cost without a unit is a number. */
export const usage = z.pipe(
  z.pipe(
    z.transform(nearUsage),
    z.object({
      used: lenient(tokens),
      size: lenient(z.pipe(tokens, z.number().check(z.positive()))),
      cost: lenient(z.object({ amount: writtenNumber, currency: z.catch(shortName, '') })),
    }),
  ),
  z.transform((read, context) => {
    const reported = withoutUndefined(read);
    if (Object.keys(reported).length > 0) return { type: 'usage' as const, usage: reported };
    context.issues.push({ code: 'custom', message: 'nothing of it can be read', input: read });
    return z.NEVER;
  }),
);

/** `notice`; a severity Parley does not know is shown as information (R107). */
export const notice = z.pipe(
  z.object({
    severity: z.catch(noticeSeverity, 'info'),
    title: lenient(z.string()),
    description: lenient(z.string()),
  }),
  z.transform(({ severity, title, description }, context) => {
    const text = [title, description].filter((part) => part !== undefined && part !== '').join('\n');
    if (text !== '') return { type: 'notice' as const, severity, text, isLiveOnly: true as const };
    context.issues.push({ code: 'custom', message: 'a notice without a text', input: title });
    return z.NEVER;
  }),
);

/** `compaction_update`: a summary of null is an empty one (R108). */
export const compaction = z.pipe(
  z.object({
    compactionId: idText,
    status: lenient(z.string()),
    summary: lenient(
      z.union([
        lenientArray(contentBlock),
        z.pipe(
          contentBlock,
          z.transform((block) => [block]),
        ),
        z.pipe(
          z.literal(null),
          z.transform(() => []),
        ),
      ]),
    ),
    error: lenient(z.string()),
  }),
  z.transform((read) => ({ type: 'compaction' as const, ...withoutUndefined(read) })),
);

/** `compaction_summary_chunk`. */
export const compactionChunk = z.pipe(
  z.object({ compactionId: idText, content: contentBlock }),
  z.transform(({ compactionId, content }) => ({
    type: 'compaction' as const,
    compactionId,
    append: content,
  })),
);
