// The sheet of keyboard shortcuts: a command, and a question mark in the empty composer.
import { nothing } from '../../host/contributions/commandArguments.ts';
import { feature } from '../../host/feature.ts';

export const shortcuts = feature({
  name: 'shortcuts',
  commands: { 'parley.showShortcuts': nothing },
  start: (kernel) => async () => (await import('./host/createShortcuts.ts')).createShortcuts(kernel),
});
