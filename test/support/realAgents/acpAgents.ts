// Claude's adapter and Gemini CLI as the tests start them: with a scripted model, a home of their own, and nothing sent
// anywhere else.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureRealAgents } from '../../../scripts/install/realAgents.mjs';
import type { ModelServer } from '../modelServer.ts';
import { environmentOf, type AcpLaunch } from '../rpcAgents.ts';

const laterClock = pathToFileURL(join(import.meta.dirname, 'laterClock.mjs')).href;

/** What starts Claude against the model; without a key it wants a sign-in. */
export async function claudeLaunch(model: ModelServer, home: string, key?: string): Promise<AcpLaunch> {
  const { claudeScript } = await ensureRealAgents(['Claude']);
  return {
    command: process.execPath,
    args: [claudeScript],
    env: {
      ...environmentOf(home),
      ANTHROPIC_BASE_URL: model.origin,
      ...(key === undefined ? {} : { ANTHROPIC_API_KEY: key }),
      ANTHROPIC_MODEL: 'claude-sonnet-4-5',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // The tests may run as root.
      IS_SANDBOX: '1',
      // Its tools are offered at once, and not when they are searched for.
      ENABLE_TOOL_SEARCH: 'false',
    },
  };
}

/**
 * What starts Gemini CLI against the model; without a key it wants a sign-in. It names the file of a session by the minute,
 * and empties one that it loads within that minute.
 */
export async function geminiLaunch(model: ModelServer, home: string, key?: string): Promise<AcpLaunch> {
  const { geminiScript } = await ensureRealAgents(['Gemini CLI']);
  const settings = join(home, '.gemini');
  mkdirSync(settings, { recursive: true });
  writeFileSync(
    join(settings, 'settings.json'),
    JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
    }),
  );
  return {
    command: process.execPath,
    args: ['--import', laterClock, '--no-warnings', geminiScript, '--acp', '--skip-trust'],
    env: {
      ...environmentOf(home),
      STARTS: mkdtempSync(join(home, 'starts-')),
      GOOGLE_GEMINI_BASE_URL: model.origin,
      GEMINI_MODEL: 'gemini-2.5-pro',
      ...(key === undefined ? {} : { GEMINI_API_KEY: key }),
    },
  };
}
