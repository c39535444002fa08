// Show Protocol: what goes over the wire of an agent, and whether it keeps the rules; also of a saved recording.
import { agentArgument, fileArgument, type RawArguments } from '../../host/contributions/commandArguments.ts';
import { feature } from '../../host/feature.ts';

const showProtocol = ([target]: RawArguments) => ({
  agent: agentArgument(target),
  file: fileArgument(target),
});
export type ShowProtocolArguments = ReturnType<typeof showProtocol>;

export const protocolView = feature({
  name: 'protocolView',
  commands: { 'parley.showProtocol': showProtocol },
  start: (kernel) => async () => (await import('./host/createProtocolView.ts')).createProtocolView(kernel),
});
