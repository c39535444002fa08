// Check Agent: starts an agent apart from sessions and says what it can do, what it lacks and what is wrong with it.
import { onAgent } from '../contributions/commandArguments.ts';
import { feature } from '../feature.ts';

export const agentCheck = feature({
  name: 'agentCheck',
  commands: { 'parley.checkAgent': onAgent },
  start: (kernel) => async () => (await import('./createAgentCheck.ts')).createAgentCheck(kernel),
});
