// Config options as agents send them, and the legacy modes and models as the options they stand for.
import * as z from 'zod/mini';
import type { ConfigOption, ConfigValue } from '../../core/session/configOption.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient, lenientArray } from './lenient.ts';

const value = z.pipe(
  z.object({ value: z.string(), name: lenient(z.string()), description: lenient(z.string()) }),
  z.transform(({ name, ...rest }): ConfigValue => withoutUndefined({ ...rest, name: name ?? rest.value })),
);

/** The label is `name`; drafts had only `group` for it, and v2 calls the id `groupId`. */
const group = z.pipe(
  z.object({
    name: lenient(z.string()),
    group: lenient(z.string()),
    groupId: lenient(z.string()),
    options: lenientArray(value),
  }),
  z.transform((read) =>
    withoutUndefined({ name: read.name ?? read.group ?? read.groupId, values: read.options }),
  ),
);

type Group = z.infer<typeof group>;

/** Flat values and groups, also mixed: values that follow each other are one group without a name (R100). */
function gather(items: readonly (ConfigValue | Group)[]): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if ('values' in item) groups.push(item);
    else if (last !== undefined && last.name === undefined) last.values.push(item);
    else groups.push({ values: [item] });
  }
  return groups;
}

/** A value that stands twice is the same value: the first counts. */
function withoutRepeats(groups: readonly Group[]): Group[] {
  const seen = new Set<string>();
  return groups.map((each) => ({
    ...each,
    values: each.values.filter(({ value: own }) => {
      const known = seen.has(own);
      seen.add(own);
      return !known;
    }),
  }));
}

const groups = z.pipe(
  lenientArray(z.union([group, value])),
  z.transform((items) => withoutRepeats(gather(items))),
);

const identity = {
  /** v2 calls it `configId`. */
  id: lenient(z.string()),
  configId: lenient(z.string()),
  name: lenient(z.string()),
  description: lenient(z.string()),
  category: lenient(z.string()),
};

interface Identity {
  readonly id?: string | undefined;
  readonly configId?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly category?: string | undefined;
}

function identify({ id, configId, name, description, category }: Identity, context: z.core.ParsePayload) {
  const known = id ?? configId;
  if (known === undefined) {
    context.issues.push({ code: 'custom', message: 'an option without an id', input: known });
    return z.NEVER;
  }
  return {
    id: known,
    name: name ?? known,
    ...withoutUndefined({ description, category }),
    setBy: 'config_option' as const,
  };
}

/** An option of another type is left out (R97). */
const option = z.union([
  z.pipe(
    z.object({
      ...identity,
      type: z._default(z.literal('select'), 'select'),
      currentValue: z.string(),
      options: groups,
    }),
    z.transform((read, context): ConfigOption => ({
      ...identify(read, context),
      type: 'select',
      currentValue: read.currentValue,
      groups: read.options,
    })),
  ),
  z.pipe(
    z.object({ ...identity, type: z.literal('boolean'), currentValue: z.boolean() }),
    z.transform((read, context): ConfigOption => ({
      ...identify(read, context),
      type: 'boolean',
      currentValue: read.currentValue,
    })),
  ),
]);

/** The complete list of options, in the agent's order; of several with one id the first counts (R94). */
export const configOptions: z.ZodMiniType<ConfigOption[]> = z.pipe(
  lenientArray(option),
  z.transform((options) => firstOfEach(options, ({ id }) => id)),
);

function firstOfEach<Item>(items: readonly Item[], identity: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const known = seen.has(identity(item));
    seen.add(identity(item));
    return !known;
  });
}

/** `modes` of a session, as an option (R91). */
const modes = z.pipe(
  z.object({
    currentModeId: z.string(),
    availableModes: lenientArray(
      z.object({ id: z.string(), name: lenient(z.string()), description: lenient(z.string()) }),
    ),
  }),
  z.transform(({ currentModeId, availableModes }): ConfigOption => ({
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    setBy: 'mode',
    type: 'select',
    currentValue: currentModeId,
    groups: [{ values: availableModes.map(legacyValue) }],
  })),
);

/** `models` of a session, which ACP has removed, as an option. */
const models = z.pipe(
  z.object({
    currentModelId: z.string(),
    availableModels: lenientArray(
      z.pipe(
        z.object({ modelId: z.string(), name: lenient(z.string()), description: lenient(z.string()) }),
        z.transform(({ modelId, ...rest }) => ({ id: modelId, ...rest })),
      ),
    ),
  }),
  z.transform(({ currentModelId, availableModels }): ConfigOption => ({
    id: 'model',
    name: 'Model',
    category: 'model',
    setBy: 'model',
    type: 'select',
    currentValue: currentModelId,
    groups: [{ values: availableModels.map(legacyValue) }],
  })),
);

function legacyValue(read: {
  id: string;
  name?: string | undefined;
  description?: string | undefined;
}): ConfigValue {
  const { id, name, description } = read;
  return withoutUndefined({ value: id, name: name ?? id, description });
}

/** The options in the answer that opens a session: the agent's own, else what its modes and models stand for (R92). */
export const sessionOptions = z.pipe(
  z.object({ configOptions: lenient(configOptions), modes: lenient(modes), models: lenient(models) }),
  z.transform((read): ConfigOption[] => {
    if (read.configOptions !== undefined && read.configOptions.length > 0) return read.configOptions;
    return [read.modes, read.models].filter((legacy) => legacy !== undefined);
  }),
);

/** The answer to `session/set_config_option`: the complete options (R93). */
export const setConfigOptionAnswer = z.object({ configOptions });
