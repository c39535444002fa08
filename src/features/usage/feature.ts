// The page about what the sessions of the window used, and its export.
import { nothing } from '../../host/contributions/commandArguments.ts';
import { feature } from '../../host/feature.ts';

export const usage = feature({
  name: 'usage',
  commands: { 'parley.showUsage': nothing, 'parley.exportUsage': nothing },
  start: (kernel) => async () => (await import('./host/createUsage.ts')).createUsage(kernel),
});
