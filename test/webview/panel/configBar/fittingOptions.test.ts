// Which options stay in the row where not all of them fit.
import { expect, test } from 'vitest';
import type { ConfigOption } from '../../../../src/core/session/configOptions/state.ts';
import {
  fittingOptions,
  minimalWidth,
  type MeasuredGroup,
} from '../../../../webview/panel/configBar/fittingOptions.ts';

function option(id: string, category?: string): ConfigOption {
  return {
    id,
    name: id,
    setBy: 'config_option',
    type: 'boolean',
    currentValue: false,
    ...(category === undefined ? {} : { category }),
  };
}

/** Groups of controls of 50 px, each with an icon of 14 px. */
function measured(...groups: readonly (readonly ConfigOption[])[]): readonly MeasuredGroup[] {
  return groups.map((options) => ({
    overhead: 14,
    options: options.map((each) => ({ option: each, width: 50 })),
  }));
}

const codex = measured([option('mode', 'mode')], [option('team', '_team')], [option('model', 'model')]);

test.each([
  [192, ['mode', 'model', 'team']],
  [191, ['mode', 'model']],
  [156, ['mode', 'model']],
  [155, ['mode']],
  [64, ['mode']],
  [0, ['mode']],
])('in %i px the mode stays at any width, and the model longest after it', (available, ids) => {
  expect([...fittingOptions(codex, available, 28)].toSorted()).toEqual(ids);
});

test('of two modes the first stays, and models come before the second', () => {
  const groups = measured([option('mode', 'mode'), option('plan', 'mode')], [option('model', 'model')]);
  expect([...fittingOptions(groups, 156, 28)].toSorted()).toEqual(['mode', 'model']);
});

test('without a mode nothing has to stay', () => {
  expect(fittingOptions(measured([option('a')], [option('model', 'model')]), 40, 28).size).toBe(0);
});

test.each([
  ['Ask before edits', 'calc(7ch + 28px)'],
  ['Writes all', 'calc(7ch + 28px)'],
  ['Standard', 'calc(8ch + 28px)'],
  ['Ask', 'calc(3ch + 28px)'],
  ['', 'calc(0ch + 28px)'],
])('of the label “%s” at least six characters and the ellipsis stay', (label, width) => {
  expect(minimalWidth({ type: 'select' }, label)).toBe(width);
});
