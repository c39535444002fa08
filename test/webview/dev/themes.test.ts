// The themes of the dev page are those of a real VS Code, and have what the panel asks for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { themes } from '../../../webview/dev/themes.ts';

const webview = join(import.meta.dirname, '..', '..', '..', 'webview');
const theme = z.object({ name: z.string(), kind: z.string(), variables: z.record(z.string(), z.string()) });

const dumped = Object.keys(themes).map((file) => ({
  file,
  ...theme.parse(JSON.parse(readFileSync(join(webview, 'dev', 'themes', `${file}.json`), 'utf8'))),
}));

/** Variables that VS Code sets in some themes only, or not at all: each use has a fallback. */
const OPTIONAL = new Set([
  '--vscode-contrastActiveBorder',
  '--vscode-contrastBorder',
  '--vscode-editor-findMatchForeground',
  '--vscode-editor-findMatchHighlightForeground',
]);

/** The variables that the panel's styles use, with the files that use them. */
function usedVariables(): ReadonlyMap<string, string> {
  const files = readdirSync(webview, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && !name.startsWith('dev'),
  );
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(join(webview, file), 'utf8').matchAll(/var\((--vscode-[\w-]+\w)[,)]/g)].map(
        ([, name = '']): [string, string] => [name, file],
      ),
    ),
  );
}

test('each theme of the page is one that VS Code has, of the same kind', () => {
  expect(dumped.map(({ file, name, kind }) => [file, name, kind])).toEqual([
    ['dark', 'Dark Modern', themes['dark']],
    ['light', 'Light Modern', themes['light']],
    ['hc', 'Default High Contrast', themes['hc']],
    ['hc-light', 'Default High Contrast Light', themes['hc-light']],
    ['dark-2026', 'Dark 2026', themes['dark-2026']],
    ['light-2026', 'Light 2026', themes['light-2026']],
  ]);
});

test('each theme has all the variables of a webview', () => {
  for (const { name, variables } of dumped) {
    expect(Object.keys(variables).length, name).toBeGreaterThan(750);
    for (const variable of [
      'font-family',
      'font-size',
      'editor-font-family',
      'editor-font-size',
      'foreground',
    ]) {
      expect(variables[`--vscode-${variable}`], `${name}: ${variable}`).not.toBe('');
      expect(variables[`--vscode-${variable}`], `${name}: ${variable}`).toBeDefined();
    }
  }
});

test('every variable that the styles of the panel use exists in a real VS Code', () => {
  const unknown = [...usedVariables()].filter(
    ([variable]) => !OPTIONAL.has(variable) && !dumped.some(({ variables }) => variable in variables),
  );
  expect(unknown).toEqual([]);
});

test('signals have their colors from base.css, where they have enough contrast', () => {
  const reserved =
    /--vscode-(?:charts-|testing-icon|focusBorder|errorForeground|editor(?:Warning|Error|Info)-foreground|progressBar|gitDecoration|list-(?:warning|error)|input-border|(?:dropdown|checkbox)-border|inputValidation-\w+Border)/;
  const used = [...usedVariables()].filter(
    ([variable, file]) => file !== 'base.css' && reserved.test(variable),
  );
  expect(used).toEqual([]);
});
