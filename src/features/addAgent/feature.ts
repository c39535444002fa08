// Adding agents: those of the ACP registry, of this machine, custom and remote ones.
import { textArgument, type RawArguments } from '../../host/contributions/commandArguments.ts';
import type { ArgumentsOf } from '../../host/contributions/commands.ts';
import { feature } from '../../host/feature.ts';
import { settings } from './host/registrySettings.ts';

const enteredArgument = (argument: unknown): 'custom' | 'remote' | undefined =>
  argument === 'custom' || argument === 'remote' ? argument : undefined;

const commands = {
  'parley.addAgent': ([id, entered]: RawArguments) => ({
    id: textArgument(id),
    entered: enteredArgument(entered),
  }),
  'parley.installAgent': ([id]: RawArguments) => ({ id: textArgument(id) }),
};
export type AddAgentArguments = ArgumentsOf<typeof commands>;

export const addAgent = feature({
  name: 'addAgent',
  commands,
  settings,
  start: (kernel) => async () => (await import('./host/createAddAgent.ts')).createAddAgent(kernel),
});
