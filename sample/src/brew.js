import { teas } from './teas.js';

const strengths = { light: 0.75, normal: 1, strong: 1.5 };

/** How many seconds to brew a tea. Big pots cool slowly, so every cup after the second takes 5 % off. */
export function brewingTime(name, { strength = 'normal', cups = 1 } = {}) {
  const tea = teas[name];
  if (!tea) throw new Error(`No tea is called "${name}".`);
  const potFactor = 1 - Math.max(0, cups - 2) * 0.05;
  return Math.round(tea.seconds * strengths[strength] * potFactor);
}
