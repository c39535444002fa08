// What is done with the texts of answers: code is inserted, applied or run, and an answer opens or is exported as Markdown.
import { feature } from '../../host/feature.ts';
import { IdleShells } from './host/idleShells.ts';

export const codeBlocks = feature({
  name: 'codeBlocks',
  commands: {},
  start: (kernel) => {
    const shells = kernel.host.owned.add(new IdleShells());
    return async () => (await import('./host/createCodeBlocks.ts')).createCodeBlocks(kernel, shells);
  },
});
