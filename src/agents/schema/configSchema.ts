// Config options as agents send them, and the legacy modes and models as the options they stand for.
import * as z from 'zod/mini';
import type { ConfigOption, ConfigValue } from '../../core/session/configOptions/state.ts';
import { withLegacyOptions } from '../../core/configOptions/legacyOptions.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient, lenientArray, lenientList } from './lenient.ts';
import { idText, sentText } from './sentText.ts';

interface ReadValue {
  readonly id: z.output<typeof sentText>;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

function valueOf({ id: { text, sent }, name, description }: ReadValue): ConfigValue {
  return withoutUndefined({ value: text, sent, name: name ?? text, description });
}

const labels = { name: lenient(idText), description: lenient(z.string()) };

const value = z.pipe(
  z.object({ value: sentText, ...labels }),
  z.transform(({ value: id, ...rest }) => valueOf({ id, ...rest })),
);
const modeValue = z.pipe(z.object({ id: sentText, ...labels }), z.transform(valueOf));
const modelValue = z.pipe(
  z.union([
    z.object({ modelId: sentText, ...labels }),
    z.pipe(
      z.object({ id: sentText, ...labels }),
      z.transform(({ id, ...rest }) => ({ modelId: id, ...rest })),
    ),
  ]),
  z.transform(({ modelId: id, ...rest }) => valueOf({ id, ...rest })),
);

/** A list with the items that are ids alone as the objects that have nothing but their id. */
function withIds<T extends z.ZodMiniType>(field: string, list: T) {
  const isId = (item: unknown): boolean => sentText.safeParse(item).success;
  return z.pipe(
    z.transform((items: unknown): unknown =>
      Array.isArray(items) ? items.map((item: unknown) => (isId(item) ? { [field]: item } : item)) : items,
    ),
    list,
  );
}

/** The label is `name`; drafts had only `group` for it, and v2 calls the id `groupId`. */
const group = z.pipe(
  z.object({
    name: lenient(idText),
    group: lenient(idText),
    groupId: lenient(idText),
    options: withIds('value', lenientArray(value)),
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
  withIds('value', lenientList(z.union([group, value]))),
  z.transform((items) => withoutRepeats(gather(items))),
);

const identity = {
  /** v2 calls it `configId`. */
  id: lenient(sentText),
  configId: lenient(sentText),
  name: lenient(z.string()),
  description: lenient(z.string()),
  category: lenient(z.string()),
};

interface Identity {
  readonly id?: z.output<typeof sentText> | undefined;
  readonly configId?: z.output<typeof sentText> | undefined;
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
    id: known.text,
    name: name ?? known.text,
    ...withoutUndefined({ sentId: known.sent, description, category }),
    setBy: 'config_option' as const,
  };
}

/** An option of another type is left out (R97); one without a type is what its value is. */
const option = z.pipe(
  z.object({
    ...identity,
    type: lenient(z.string()),
    currentValue: lenient(sentText),
    options: groups,
  }),
  z.transform(({ type, currentValue, options, ...read }, context): ConfigOption => {
    const { text = '', sent } = currentValue ?? {};
    const isSwitch = typeof sent === 'boolean' && options.length === 0;
    const kind = type ?? (isSwitch ? 'boolean' : 'select');
    if (kind === 'boolean') {
      return { ...identify(read, context), type: 'boolean', currentValue: isOn(text) };
    }
    if (kind !== 'select') {
      context.issues.push({ code: 'custom', message: `an option of the type ${kind}`, input: type });
      return z.NEVER;
    }
    return { ...identify(read, context), type: 'select', currentValue: text, groups: options };
  }),
);

function isOn(text: string): boolean {
  return text === 'true' || text === '1';
}

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

/** The id of the current mode or model; empty where it is not said. */
const current = z.catch(idText, '');

/** `modes` of a session, as an option (R91). */
const modes = z.pipe(
  z.object({ currentModeId: current, availableModes: withIds('id', lenientList(modeValue)) }),
  z.transform(({ currentModeId, availableModes }) =>
    legacyOption('mode', 'Mode', currentModeId, availableModes),
  ),
);

/** `models` of a session, which ACP has removed, as an option. */
const models = z.pipe(
  z.object({ currentModelId: current, availableModels: withIds('modelId', lenientList(modelValue)) }),
  z.transform(({ currentModelId, availableModels }) =>
    legacyOption('model', 'Model', currentModelId, availableModels),
  ),
);

/** Undefined where there is nothing to show and nothing to choose. */
function legacyOption(
  id: 'mode' | 'model',
  name: string,
  currentValue: string,
  values: ConfigValue[],
): ConfigOption | undefined {
  if (currentValue === '' && values.length === 0) return undefined;
  return { id, name, category: id, setBy: id, type: 'select', currentValue, groups: [{ values }] };
}

/**
 * The options in the answer that opens a session: the agent's own, and what its modes and models stand for where none of
 * its own does (R92).
 */
export const sessionOptions = z.pipe(
  z.object({ configOptions: lenient(configOptions), modes: lenient(modes), models: lenient(models) }),
  z.transform(({ configOptions: own = [], modes: mode, models: model }): ConfigOption[] =>
    withLegacyOptions(
      own,
      [mode, model].filter((legacy) => legacy !== undefined),
    ),
  ),
);

/** The answer to `session/set_config_option`: the complete options (R93). Any other acknowledges the change. */
export const setConfigOptionAnswer = z.catch(z.object({ configOptions: lenient(configOptions) }), {
  configOptions: undefined,
});
