// The journey with Gemini CLI in a real window, against a scripted model.
import { geminiLaunch } from '../../support/realAgents/acpAgents.ts';
import { agentJourney } from './agentJourney.ts';

await agentJourney({
  name: 'Gemini CLI',
  launch: (model, home, hasKey) => geminiLaunch(model, home, hasKey ? 'none' : undefined),
  option: { id: 'mode', value: 'default' },
  asks: true,
  hasOutput: false,
  hasPlan: false,
  hasQuestions: false,
  hasCost: false,
  needsSignInState: 'needs-sign-in',
});
