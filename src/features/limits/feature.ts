// Limits of accounts: a session that met one waits until it resets, and continues then where the user wants that.
import { join } from 'node:path';
import { loadOnce } from '../../core/base/loadOnce.ts';
import { feature } from '../../host/feature.ts';
import { inBackground } from '../../host/window/inBackground.ts';
import { filesIn } from './node/filesIn.ts';

export const limits = feature({
  name: 'limits',
  commands: {},
  start: (kernel) => {
    const { owned, log, store, context } = kernel.host;
    const folder = join(context.globalStorageUri.fsPath, 'limits');
    const load = loadOnce(async () => (await import('./host/createLimits.ts')).createLimits(kernel, folder));
    const check = async (key: string): Promise<void> => (await load()).limits.check(key);
    owned.add(
      store.onEvent(['turn_ended', 'turn_failed', 'restored'], ({ key, event, state }) => {
        if (event.type === 'turn_failed' || state.limit !== undefined) inBackground(log, check(key));
      }),
    );
    if (filesIn(folder).length > 0) inBackground(log, load());
    return load;
  },
});
