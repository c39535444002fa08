// The sheet of keyboard shortcuts: a command, and a question mark in the empty composer.
import { nothing } from '../contributions/commandArguments.ts';
import { feature } from '../feature.ts';

export const shortcuts = feature({
  name: 'shortcuts',
  commands: { 'parley.showShortcuts': nothing },
  start: (kernel) => async () => (await import('./createShortcuts.ts')).createShortcuts(kernel),
});
