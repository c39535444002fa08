// Questions of agents to the user: forms, and pages that are opened in the browser.
import { loadOnce } from '../../core/base/loadOnce.ts';
import { feature } from '../../host/feature.ts';
import { inBackground } from '../../host/window/inBackground.ts';

export const elicitation = feature({
  name: 'elicitation',
  commands: {},
  start: (kernel) => {
    const { host, session } = kernel;
    const load = loadOnce(async () =>
      (await import('./host/createElicitation.ts')).createElicitation(kernel),
    );
    const { elicitations } = session.sessions;
    elicitations.loadWith(async () => (await load()).elicitations);
    // It is there before an agent that starts can ask, so that questions take effect in wire order.
    host.owned.add(session.agents.onStatusChange(() => inBackground(host.log, elicitations.load())));
    return load;
  },
});
