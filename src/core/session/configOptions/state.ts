// A session config option as the session state has it: one shape for ACP's options, legacy modes and legacy models.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';

const configValue = z.object({
  value: z.string(),
  /** What the agent sent in its place, which is what it is sent back. */
  sent: z.exactOptional(z.union([z.number(), z.boolean()])),
  name: z.string(),
  description: z.exactOptional(z.string()),
});
export type ConfigValue = Immutable<z.infer<typeof configValue>>;

const identity = {
  id: z.string(),
  /** As for values. */
  sentId: z.exactOptional(z.union([z.number(), z.boolean()])),
  name: z.string(),
  description: z.exactOptional(z.string()),
  /** `mode`, `model`, `model_config`, `thought_level`, or any other word; for presentation only (R95). */
  category: z.exactOptional(z.string()),
  /** Which ACP method changes it: the legacy ones only when no config option of the agent stands for them (R92). */
  setBy: z.enum(['config_option', 'mode', 'model']),
};

export const configOption = z.discriminatedUnion('type', [
  z.object({
    ...identity,
    type: z.literal('select'),
    currentValue: z.string(),
    /** A flat list is one group without a name (R100). */
    groups: z.array(z.object({ name: z.exactOptional(z.string()), values: z.array(configValue) })),
  }),
  z.object({ ...identity, type: z.literal('boolean'), currentValue: z.boolean() }),
]);
export type ConfigOption = Immutable<z.infer<typeof configOption>>;
export type SelectOption = Extract<ConfigOption, { type: 'select' }>;

/** A change the user asked for and the agent has not answered yet. */
export const pendingConfigChange = z.object({
  configId: z.string(),
  value: z.union([z.string(), z.boolean()]),
});
export type PendingConfigChange = Immutable<z.infer<typeof pendingConfigChange>>;

export const configOptionsState = {
  /** In the agent's order (R94). */
  configOptions: z.array(configOption),
  pendingConfigChanges: z.array(pendingConfigChange),
  /** What the user chose in this session and the agent did not change since; absent while there is nothing. */
  chosenOptions: z.exactOptional(z.array(pendingConfigChange)),
};
