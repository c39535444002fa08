// The MCP server `parley-ide`: what the editor knows, as tools for agents.
import { loadOnce } from '../../core/base/loadOnce.ts';
import { feature } from '../../host/feature.ts';
import { offersIdeTools, offersVscodeTool, settings } from './host/ideSettings.ts';

export const ideTools = feature({
  name: 'ideTools',
  commands: {},
  settings,
  start: (kernel) => {
    const load = loadOnce(async () => (await import('./host/createIdeTools.ts')).createIdeTools(kernel));
    kernel.servers.editorTools = { isOfferedTo: offersIdeTools, offersVscodeTool };
    kernel.servers.add({
      prepare: async (agent) => (offersIdeTools(agent) ? (await load()).prepare() : undefined),
      // The address means another machine to an agent that runs there, and must not learn the token.
      own: async (session, served, others) =>
        session.isHere && offersIdeTools(served.agent.name)
          ? (await load()).serversFor(session, served, others)
          : [],
    });
    return () => Promise.resolve({ commands: {}, panel: {} });
  },
});
