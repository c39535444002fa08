// What is done with the texts of answers: code is inserted, applied or run, and an answer opens or is exported as Markdown.
import { feature } from '../feature.ts';
import { IdleShells } from './idleShells.ts';

export const codeBlocks = feature({
  name: 'codeBlocks',
  commands: {},
  start: (kernel) => {
    const shells = kernel.host.owned.add(new IdleShells());
    return async () => (await import('./createCodeBlocks.ts')).createCodeBlocks(kernel, shells);
  },
});
