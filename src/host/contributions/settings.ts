// The settings of the kernel, as package.json contributes them; those of features are in `feature.ts`.
import * as z from 'zod/mini';
import { flag, limit, object, oneOf, setting } from './setting.ts';
import { accessTo } from './settingAccess.ts';

/** Two weeks: what a timer can still count in milliseconds. */
const MAX_IDLE_MINUTES = 20_160;
/** A hundred years. */
const MAX_AGE_DAYS = 36_500;
const MAX_SIZE_MB = 1_000_000;

/** Every setting of the kernel by its name after `parley.`. */
export const settings = {
  agents: object('confirmed-workspace', z.record(z.string(), z.unknown()), {}),
  defaultAgent: setting('confirmed-workspace', {
    type: 'string',
    default: '',
    schema: z.string(),
    unusable: '',
  }),
  enterKey: oneOf(['send', 'newline'], 'send'),
  /** Pixels; 0 is VS Code's own size. */
  fontSize: limit(0, { min: 8, max: 40 }),
  density: oneOf(['comfortable', 'compact'], 'comfortable'),
  direction: oneOf(['auto', 'ltr', 'rtl'], 'auto'),
  rememberConfigOptions: flag(true),
  budget: object('stricter-workspace', z.unknown(), {}),
  /** Each rule is parsed on its own, so that one that cannot be used spoils no other. */
  'permissions.rules': setting('stricter-workspace', {
    type: 'array',
    default: [],
    schema: z.unknown(),
    unusable: [],
  }),
  'permissions.readOnly': { ...flag(false), setBy: 'stricter-workspace' },
  /** Each glob is read on its own, so that a value that cannot be used protects. */
  'permissions.protectedFiles': object('stricter-workspace', z.unknown(), {}),
  trace: oneOf(['off', 'messages'], 'off'),
  notifications: oneOf(['off', 'unfocused', 'always'], 'unfocused'),
  'history.enabled': flag(true),
  'history.maxAgeDays': limit(0, { min: 1, max: MAX_AGE_DAYS }),
  'history.maxSizeMB': limit(4_000, { min: 10, max: MAX_SIZE_MB }),
  /** Minutes. */
  idleMinutes: limit(0, { min: 1, max: MAX_IDLE_MINUTES }),
  warmSpare: flag(false),
} as const;

export const {
  readSetting,
  readUserSetting,
  readRawUserSetting,
  readWorkspaceValues,
  readSettingPlaces,
  writeSetting,
  onSettingsChange,
} = accessTo(settings);
