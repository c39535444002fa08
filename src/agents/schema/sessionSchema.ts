// What an agent reports about its session: plan, commands, title, usage, notices, compactions.
import * as z from 'zod';
import { noticeSeverity } from '../../core/session/entries.ts';
import { boundedMeta, boundedTitle } from '../../core/session/sessionInfo.ts';
import { contentBlock } from './contentSchema.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient, lenientArray } from './lenient.ts';
import { shortName } from './shortName.ts';

const planEntries = lenientArray(
  z
    .object({ content: z.string(), priority: lenient(z.string()), status: lenient(z.string()) })
    .transform(({ content, priority, status }) => ({
      content,
      priority: priority ?? 'medium',
      status: status ?? 'pending',
    })),
);

/** `plan` (R88). */
export const plan = z
  .object({ entries: planEntries })
  .transform(({ entries }) => ({ type: 'plan' as const, entries }));

/** Draft `plan_update`: a plan of items is the plan; files and markdown have no list to show. */
export const planUpdate = z
  .object({ plan: z.looseObject({ entries: lenient(planEntries) }) })
  .transform(({ plan: { entries = [] } }) => ({ type: 'plan' as const, entries }));

/** Draft `plan_removed`. */
export const planRemoved = z.object({}).transform(() => ({ type: 'plan' as const, entries: [] }));

/** `available_commands_update` (R89). Names come without their slash (R90). */
export const commands = z
  .object({
    availableCommands: lenientArray(
      z
        .object({
          name: z.string(),
          description: lenient(z.string()),
          input: lenient(z.object({ hint: lenient(z.string()) })),
        })
        .transform(({ name, description, input }) =>
          withoutUndefined({
            name: name.replace(/^\//, ''),
            description: description ?? '',
            hint: input?.hint,
          }),
        ),
    ),
  })
  .transform(({ availableCommands }) => ({ type: 'commands' as const, commands: availableCommands }));

/** `current_mode_update`; a page of the documentation says `modeId`. */
export const currentMode = z
  .union([
    z.object({ currentModeId: z.string() }).transform(({ currentModeId }) => currentModeId),
    z.object({ modeId: z.string() }).transform(({ modeId }) => modeId),
  ])
  .transform((modeId) => ({ type: 'current_mode' as const, modeId }));

/** Characters of a time; what is longer is none. */
const TIME_LENGTH = 100;

/** `session_info_update`: absent = unchanged, null = cleared (R104, R105). */
export const sessionInfo = z
  .object({
    title: lenient(z.string().nullable()),
    updatedAt: lenient(z.string().max(TIME_LENGTH).nullable()),
    _meta: lenient(z.record(z.string(), z.unknown()).nullable()),
  })
  .transform(({ title, updatedAt, _meta }) => ({
    type: 'session_info' as const,
    patch: withoutUndefined({
      title: typeof title === 'string' ? boundedTitle(title) : title,
      updatedAt,
      meta: _meta === undefined || _meta === null ? _meta : boundedMeta(_meta),
    }),
  }));

const tokens = z.number().nonnegative();

/** `usage_update`. A size of null or 0 is none: unlimited, or not known (R103). */
export const usage = z
  .object({
    used: tokens,
    size: lenient(tokens.positive()),
    cost: lenient(z.object({ amount: z.number(), currency: shortName })),
  })
  .transform((read) => ({ type: 'usage' as const, usage: withoutUndefined(read) }));

/** `notice`; a severity Parley does not know is shown as information (R107). */
export const notice = z
  .object({
    severity: noticeSeverity.catch('info'),
    title: z.string(),
    description: lenient(z.string()),
  })
  .transform(({ severity, title, description }) => ({
    type: 'notice' as const,
    severity,
    text: [title, description].filter((part) => part !== undefined && part !== '').join('\n'),
    isLiveOnly: true as const,
  }));

/** `compaction_update`: a summary of null is an empty one (R108). */
export const compaction = z
  .object({
    compactionId: z.string(),
    status: lenient(z.string()),
    summary: lenient(lenientArray(contentBlock).or(z.null().transform(() => []))),
    error: lenient(z.string()),
  })
  .transform((read) => ({ type: 'compaction' as const, ...withoutUndefined(read) }));

/** `compaction_summary_chunk`. */
export const compactionChunk = z
  .object({ compactionId: z.string(), content: contentBlock })
  .transform(({ compactionId, content }) => ({
    type: 'compaction' as const,
    compactionId,
    append: content,
  }));
