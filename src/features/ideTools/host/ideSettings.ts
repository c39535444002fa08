// The settings of the editor's tools, and what they mean: who is offered them, and which tools of VS Code agents may call.
import * as z from 'zod/mini';
import { setting } from '../../../host/contributions/setting.ts';
import { accessTo } from '../../../host/contributions/settingAccess.ts';

export const settings = {
  /** For all agents, or by agent. What cannot be used offers nothing. */
  ideTools: setting<boolean | Readonly<Record<string, boolean>>, 'user'>('user', {
    type: ['boolean', 'object'],
    default: true,
    schema: z.union([z.boolean(), z.record(z.string(), z.boolean())]),
    unusable: false,
  }),
  vscodeTools: setting<readonly string[], 'user'>('user', {
    type: 'array',
    default: [],
    schema: z.array(z.string()),
    unusable: [],
  }),
};

const { readSetting } = accessTo(settings);

/** Whether the sessions of an agent are given the tools of the editor, by the agent's key in the settings. */
export function offersIdeTools(agent: string): boolean {
  const value = readSetting('ideTools');
  if (typeof value === 'boolean') return value;
  return !Object.hasOwn(value, agent) || value[agent] === true;
}

/** Whether agents may call a tool of VS Code's: one that the user has named, `*` standing for any text. */
export function offersVscodeTool(name: string): boolean {
  return readSetting('vscodeTools').some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[^\w]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 's').test(name);
  });
}
