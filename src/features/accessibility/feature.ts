// Commands for users of keyboards and screen readers, and the entry that the panel sends for the accessible view.
import { nothing } from '../../host/contributions/commandArguments.ts';
import { feature } from '../../host/feature.ts';

export const accessibility = feature({
  name: 'accessibility',
  commands: {
    'parley.focusTranscript': nothing,
    'parley.focusInput': nothing,
    'parley.accessibleView': nothing,
    'parley.accessibleViewNext': nothing,
    'parley.accessibleViewPrevious': nothing,
    'parley.accessibilityHelp': nothing,
    'parley.closeAccessibleView': nothing,
  },
  start: (kernel) => async () => (await import('./host/createAccessibility.ts')).createAccessibility(kernel),
});
