// Plans as documents beside the chat: rendered, commented on by line, accepted or sent back.
import { feature } from '../../host/feature.ts';

export const plans = feature({
  name: 'plans',
  commands: {},
  start: (kernel) => async () => (await import('./host/createPlans.ts')).createPlans(kernel),
});
