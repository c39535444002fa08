// The journey with Claude in a real window, against a scripted model.
import { claudeLaunch } from '../../support/realAgents/acpAgents.ts';
import { agentJourney } from './agentJourney.ts';

await agentJourney({
  name: 'Claude',
  launch: (model, home, hasKey) => claudeLaunch(model, home, hasKey ? 'none' : undefined),
  option: { id: 'mode', value: 'default' },
  asks: true,
  hasOutput: true,
  hasPlan: true,
  hasQuestions: true,
  hasCost: true,
  forksAfterAnswers: true,
  needsSignInState: 'needs-sign-in',
});
