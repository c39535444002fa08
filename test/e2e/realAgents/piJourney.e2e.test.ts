// The journey with pi in a real window, against a scripted model.
import { piLaunch } from '../../support/rpcAgents.ts';
import { agentJourney } from './agentJourney.ts';

await agentJourney({
  name: 'pi',
  launch: (model, home, hasKey) => piLaunch(model, home, { hasKey }),
  option: { id: 'thinking', value: 'high' },
  asks: false,
  hasOutput: true,
  hasPlan: false,
  hasQuestions: false,
  hasCost: true,
  needsSignInState: 'needs-sign-in',
});
