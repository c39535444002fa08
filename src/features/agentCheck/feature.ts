// Check Agent: starts an agent apart from sessions and says what it can do, what it lacks and what is wrong with it.
import { onAgent } from '../../host/contributions/commandArguments.ts';
import { feature } from '../../host/feature.ts';

export const agentCheck = feature({
  name: 'agentCheck',
  commands: { 'parley.checkAgent': onAgent },
  start: (kernel) => async () => (await import('./host/createAgentCheck.ts')).createAgentCheck(kernel),
});
