// What can be set in a CLI, as ACP config options, from what it says of itself.
import type { SessionConfigOption } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { Family } from '../cli/cliFamily.ts';
import type { RpcModel, RpcState } from '../cli/frames.ts';

/** The option that clients without config options get as `modes`: no CLI in RPC mode has modes of its own. */
export const MODE_OPTION = 'thinking';

/** What is known of a CLI's settings. */
export interface Settings {
  readonly family: Family;
  readonly state: RpcState;
  readonly models: readonly RpcModel[];
  /** The thinking levels of the model, where the CLI lists them; else undefined. */
  readonly thinkingLevels: readonly string[] | undefined;
  /** No CLI reports it; all begin with it on. */
  readonly autoRetry: boolean;
}

/** A command that changes a setting, with its fields. */
export interface SettingCommand {
  readonly command: string;
  readonly fields: object;
}

/** All levels, the least first. */
const LEVELS = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

const LEVEL_NAMES: Readonly<Record<string, string>> = {
  off: 'Off',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Extra high',
  max: 'Maximum',
};

/** The values say what they are for, because controls show nothing else. */
function deliveries(what: string) {
  return [
    { value: 'one-at-a-time', name: `${what}: one at a time` },
    { value: 'all', name: `${what}: all at once` },
  ];
}

const INTERRUPTS = [
  { value: 'immediate', name: 'Immediately', description: 'Skips tool calls that have not started' },
  { value: 'wait', name: 'After the tool calls', description: 'Finishes the tool calls of the answer first' },
];

/** The thinking levels of a model: what the CLI lists, else what the model's description says. */
export function thinkingLevelsOf({ state, thinkingLevels }: Settings): readonly string[] {
  if (thinkingLevels !== undefined && thinkingLevels.length > 0) return thinkingLevels;
  const { model } = state;
  if (model?.reasoning === false) return ['off'];
  const efforts = model?.thinking?.efforts;
  if (efforts !== undefined && efforts.length > 0) return ['off', ...efforts];
  const map = model?.thinkingLevelMap;
  // The protocol has all levels up to this one, and the CLI itself says where a model has less.
  if (map === undefined) return LEVELS.filter((level) => level !== 'max');
  // null: the model cannot. The highest ones are there only where the model names them.
  return LEVELS.filter((level) =>
    ['xhigh', 'max'].includes(level) ? typeof map[level] === 'string' : map[level] !== null,
  );
}

/** The config options, most used first. `booleans`: the client shows switches; else they are lists of two. */
export function configOptionsOf(settings: Settings, booleans: boolean): SessionConfigOption[] {
  const { state, family, autoRetry } = settings;
  const options: SessionConfigOption[] = [];
  const model = modelOption(settings);
  if (model !== undefined) options.push(model);
  const levels = thinkingLevelsOf(settings);
  const level = state.thinkingLevel ?? 'off';
  if (levels.length > 1) {
    options.push({
      type: 'select',
      id: MODE_OPTION,
      name: 'Thinking',
      description: 'How much the model thinks before it answers',
      category: 'thought_level',
      currentValue: level,
      options: [...new Set([...levels, level])].map((value) => ({
        value,
        name: LEVEL_NAMES[value] ?? value,
      })),
    });
  }
  options.push(
    switchOption(booleans, {
      id: 'auto_compaction',
      name: 'Automatic compaction',
      description: 'Summarize the conversation when the context window is nearly full',
      value: state.autoCompactionEnabled ?? true,
    }),
    switchOption(booleans, {
      id: 'auto_retry',
      name: 'Automatic retry',
      description: 'Send a failed request to the model again',
      value: autoRetry,
    }),
  );
  options.push(
    {
      type: 'select',
      id: 'steering_mode',
      name: 'Steering messages',
      description: 'How many steering messages the agent receives at once during a turn',
      category: '_queue',
      currentValue: state.steeringMode ?? 'one-at-a-time',
      options: deliveries('Steer'),
    },
    {
      type: 'select',
      id: 'follow_up_mode',
      name: 'Follow-up messages',
      description: 'How many queued messages the agent receives at once after a turn',
      category: '_queue',
      currentValue: state.followUpMode ?? 'one-at-a-time',
      options: deliveries('Follow up'),
    },
  );
  if (family !== 'pi') {
    options.push({
      type: 'select',
      id: 'interrupt_mode',
      name: 'Steering interrupts',
      description: 'When a steering message interrupts the turn',
      category: '_queue',
      currentValue: state.interruptMode ?? 'wait',
      options: INTERRUPTS,
    });
  }
  return options;
}

/** The command that sets an option to a value; undefined where there is no such option or value. */
export function settingCommand(
  settings: Settings,
  configId: string,
  value: string | boolean,
): SettingCommand | undefined {
  if (configId === 'auto_compaction' || configId === 'auto_retry') {
    const enabled = typeof value === 'boolean' ? value : onOff.safeParse(value).data;
    return enabled === undefined ? undefined : { command: `set_${configId}`, fields: { enabled } };
  }
  if (typeof value === 'boolean') return undefined;
  switch (configId) {
    case 'model': {
      const model = settings.models.find((each) => valueOf(each) === value);
      if (model === undefined) return undefined;
      return { command: 'set_model', fields: { provider: model.provider, modelId: model.id } };
    }
    case MODE_OPTION:
      if (!thinkingLevelsOf(settings).includes(value)) return undefined;
      return { command: 'set_thinking_level', fields: { level: value } };
    case 'steering_mode':
    case 'follow_up_mode':
      return modeCommand(configId, value, deliveries(''));
    case 'interrupt_mode':
      return settings.family === 'pi' ? undefined : modeCommand(configId, value, INTERRUPTS);
    default:
      return undefined;
  }
}

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

function modeCommand(
  configId: string,
  mode: string,
  choices: readonly { readonly value: string }[],
): SettingCommand | undefined {
  if (!choices.some(({ value }) => value === mode)) return undefined;
  return { command: `set_${configId}`, fields: { mode } };
}

/** Ids of models are unique with their provider only. */
function valueOf({ provider, id }: Pick<RpcModel, 'provider' | 'id'>): string {
  return `${provider}/${id}`;
}

function modelOption({ state, models }: Settings): SessionConfigOption | undefined {
  const { model } = state;
  if (model === undefined && models.length === 0) return undefined;
  const all =
    model === undefined || models.some((each) => valueOf(each) === valueOf(model))
      ? models
      : [model, ...models];
  const providers = [...new Set(all.map(({ provider }) => provider))];
  return {
    type: 'select',
    id: 'model',
    name: 'Model',
    category: 'model',
    currentValue: model === undefined ? '' : valueOf(model),
    options: providers.map((provider) => ({
      group: provider,
      name: provider,
      options: all
        .filter((each) => each.provider === provider)
        .map((each) => ({ value: valueOf(each), name: each.name ?? each.id })),
    })),
  };
}

function switchOption(
  booleans: boolean,
  option: { id: string; name: string; description: string; value: boolean },
): SessionConfigOption {
  const { id, name, description, value } = option;
  if (booleans) return { type: 'boolean', id, name, description, currentValue: value };
  return {
    type: 'select',
    id,
    name,
    description,
    currentValue: value ? 'on' : 'off',
    options: [
      { value: 'on', name: 'On' },
      { value: 'off', name: 'Off' },
    ],
  };
}
