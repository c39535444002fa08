// The journey with Qwen Code in a real window, against a scripted model.
import { qwenLaunch } from '../../support/qwenCode.ts';
import { agentJourney } from './agentJourney.ts';

await agentJourney({
  name: 'Qwen Code',
  launch: (model, home, hasKey) => qwenLaunch(model, home, hasKey ? 'none' : ''),
  option: { id: 'mode', value: 'default' },
  asks: true,
  hasOutput: true,
  // Its tool for that is not in every session.
  hasPlan: false,
  hasQuestions: true,
  hasCost: false,
  needsSignInState: 'needs-sign-in',
});
