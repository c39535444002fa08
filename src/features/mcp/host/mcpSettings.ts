// The setting of MCP servers; what of a workspace's holds is the kernel's to say, as it is of agents.
import * as z from 'zod/mini';
import { object } from '../../../host/contributions/setting.ts';
import { accessTo } from '../../../host/contributions/settingAccess.ts';
import type { ServersSetting } from '../../../host/settings/agentSettings.ts';

export const settings = { mcpServers: object('confirmed-workspace', z.unknown(), {}) };

const { onSettingsChange, readUserSetting, readWorkspaceValues, ...access } = accessTo(settings);
export const { readRawUserSetting, writeSetting } = access;

export const serversSetting: ServersSetting = {
  ofUser: () => readUserSetting('mcpServers'),
  ofWorkspace: () => readWorkspaceValues('mcpServers'),
  onChange: (listener) => onSettingsChange((affects) => affects('mcpServers') && listener()),
};
