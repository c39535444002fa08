// The setting of the registry: its address.
import * as z from 'zod/mini';
import { setting } from '../../../host/contributions/setting.ts';
import { accessTo } from '../../../host/contributions/settingAccess.ts';

const REGISTRY = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';

export const settings = {
  /** Any value but an address of a web server counts as the default. */
  registryUrl: setting('user', {
    type: 'string',
    default: REGISTRY,
    schema: z.string().check(
      z.trim(),
      z.refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text)),
    ),
    unusable: REGISTRY,
  }),
};

export const { readSetting } = accessTo(settings);
