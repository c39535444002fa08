// Qwen Code as the tests start it: with a scripted model, a home of its own, and nothing sent anywhere else.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRealAgents } from '../../scripts/install/realAgents.mjs';
import type { ModelServer } from './modelServer.ts';
import type { AcpLaunch } from './rpcAgents.ts';

/** What starts Qwen Code against the model. `home` must exist; settings that keep the agent quiet are put there. */
export async function qwenLaunch(model: ModelServer, home: string, key = 'none'): Promise<AcpLaunch> {
  const { qwenScript } = await ensureRealAgents(['Qwen Code']);
  const settings = join(home, '.qwen');
  mkdirSync(settings, { recursive: true });
  writeFileSync(
    join(settings, 'settings.json'),
    JSON.stringify({
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
  );
  return {
    command: process.execPath,
    args: [qwenScript, '--acp'],
    env: {
      HOME: home,
      // A proxy of the machine has no business with the model on loopback.
      NO_PROXY: '127.0.0.1',
      OPENAI_BASE_URL: model.baseUrl,
      ...(key === '' ? {} : { OPENAI_API_KEY: key }),
      OPENAI_MODEL: model.model,
    },
  };
}
