// package.json and the code's tables say the same, in both directions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ZodMiniEnum } from 'zod/mini';
import { root } from '../../../scripts/project.mjs';
import { features } from '../../../src/composition/features.ts';
import { commands } from '../../../src/host/contributions/commands.ts';
import { categoryKey, contextKeys } from '../../../src/host/contributions/contextKeys.ts';
import type { SetBy } from '../../../src/host/contributions/setting.ts';
import { settings } from '../../../src/host/contributions/settings.ts';

const text = readFileSync(join(root, 'package.json'), 'utf8');
const item = z.object({ command: z.string(), when: z.string().optional() });
const submenu = z.object({ submenu: z.string(), when: z.string().optional() });
const property = z.object({
  order: z.number().optional(),
  type: z.union([z.string(), z.array(z.string())]),
  scope: z.string().optional(),
  default: z.unknown(),
  enum: z.array(z.string()).optional(),
  enumDescriptions: z.array(z.string()).optional(),
});
const { contributes, capabilities } = z
  .object({
    capabilities: z.object({ untrustedWorkspaces: z.object({ supported: z.unknown() }) }),
    contributes: z.object({
      commands: z.array(z.object({ command: z.string() })),
      menus: z.record(z.string(), z.array(z.union([item, submenu]))),
      submenus: z.array(z.object({ id: z.string() })),
      keybindings: z.array(item.extend({ key: z.string() })),
      walkthroughs: z.array(
        z.object({ steps: z.array(z.object({ completionEvents: z.array(z.string()) })) }),
      ),
      configuration: z.array(z.object({ properties: z.record(z.string(), property) })),
    }),
  })
  .parse(JSON.parse(text));
const nls = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')));

const uses = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];

describe('Commands', () => {
  const ofTheCode = [...Object.keys(commands), ...features.flatMap(({ commandIds }) => commandIds)];

  test('of the manifest are those of the code, each of the kernel or of one feature', () => {
    const declared = contributes.commands.map(({ command }) => command);
    expect(declared.toSorted()).toEqual(ofTheCode.toSorted());
  });

  test('of menus and key bindings are declared', () => {
    for (const use of uses) if ('command' in use) expect(ofTheCode).toContain(use.command);
  });

  test('stand in submenus that are declared, each in a menu', () => {
    const shown = uses.flatMap((use) => ('submenu' in use ? [use.submenu] : []));
    expect(contributes.submenus.map(({ id }) => id).toSorted()).toEqual([...new Set(shown)].toSorted());
    for (const id of shown) expect(Object.keys(contributes.menus)).toContain(id);
  });
});

describe('Keys', () => {
  // VS Code shows the last one in the palette and in menus.
  test('of a number pad are not the last of their commands', () => {
    const last = new Map(contributes.keybindings.map(({ command, key }) => [command, key]));
    expect([...last.values()].filter((key) => key.includes('numpad'))).toEqual([]);
    expect(last.get('parley.decreaseFontSize')).toBe('ctrl+-');
  });
});

describe('Settings', () => {
  const properties = Object.fromEntries(
    contributes.configuration.flatMap((group) => Object.entries(group.properties)),
  );

  const ofTheCode = [settings, ...features.map((each) => each.settings)].flatMap((table) =>
    Object.entries(table),
  );

  test('of the manifest are those of the code, each of the kernel or of one feature', () => {
    const names = ofTheCode.map(([name]) => `parley.${name}`);
    expect(Object.keys(properties).toSorted()).toEqual(names.toSorted());
  });

  test('of one group have places of their own', () => {
    for (const { properties: group } of contributes.configuration) {
      const orders = Object.values(group).map(({ order }) => order);
      expect(orders).toEqual([...new Set(orders)]);
    }
  });

  test.each(ofTheCode)('%s has the type and the default of the manifest', (name, setting) => {
    const declared = properties[`parley.${name}`];
    expect(declared).toMatchObject({ type: setting.type, default: setting.default });
    expect(setting.schema.safeParse(setting.default).data).toEqual(setting.default);
  });

  test.each(ofTheCode)('%s accepts the values of the manifest and no others', (name, setting) => {
    const declared = properties[`parley.${name}`]?.enum;
    const accepted = setting.schema instanceof ZodMiniEnum ? setting.schema.options : undefined;
    expect(declared).toEqual(accepted);
  });

  /** The scopes with which VS Code lets those, and no others, set a setting. */
  const scopes: Readonly<Record<SetBy, readonly string[]>> = {
    user: ['application'],
    'confirmed-workspace': ['machine-overridable'],
    'stricter-workspace': ['window', 'resource'],
  };

  test.each(ofTheCode)('%s has a scope by who may set it', (name, { setBy }) => {
    expect(scopes[setBy]).toContain(properties[`parley.${name}`]?.scope);
  });

  test('have no effect in an untrusted workspace, because the extension does not run there', () => {
    expect(capabilities.untrustedWorkspaces.supported).toBe(false);
  });

  test('have a description for every value of an enumeration', () => {
    for (const { enum: values, enumDescriptions } of Object.values(properties)) {
      expect(enumDescriptions?.length).toBe(values?.length);
    }
  });
});

describe('Context keys', () => {
  // What stands after `==` or `=~` is a value.
  const inMenus = uses.flatMap(({ when = '' }) => when.match(/(?<!==? |=~ )(?<![\w.])parley\.[\w.]+/g) ?? []);
  const inWalkthroughs = contributes.walkthroughs
    .flatMap(({ steps }) => steps)
    .flatMap(({ completionEvents }) => completionEvents)
    .flatMap((event) => (event.startsWith('onContext:') ? [event.slice('onContext:'.length)] : []));
  const asked = [...inMenus, ...inWalkthroughs];
  const ofTheCode = [...Object.keys(contextKeys), ...features.flatMap((each) => each.contextKeyIds)];

  test('of `when` clauses are those that the code sets', () => {
    const known = (key: string): boolean =>
      ofTheCode.includes(key) || key === categoryKey(key.replace(/^parley\.category\./, ''));
    expect(asked.filter((key) => !known(key))).toEqual([]);
  });

  test('of the code are each of the kernel or of one feature', () => {
    expect(ofTheCode.filter((key, index) => ofTheCode.indexOf(key) !== index)).toEqual([]);
  });

  test('of the code are asked for by a `when` clause or a step of the walkthrough', () => {
    for (const key of ofTheCode) expect(asked).toContain(key);
  });
});

describe('Steps of the walkthrough', () => {
  const events = contributes.walkthroughs
    .flatMap(({ steps }) => steps)
    .map(({ completionEvents }) => completionEvents);

  test('are ticked by what happened, never by being opened', () => {
    expect(events.filter((each) => each.length === 0)).toEqual([]);
    expect(events.flat().filter((event) => !/^on(?:Context|Command):parley\./.test(event))).toEqual([]);
  });

  test('name commands that there are', () => {
    const asked = events.flat().filter((event) => event.startsWith('onCommand:'));
    for (const event of asked) expect(text).toContain(`"command": "${event.slice('onCommand:'.length)}"`);
  });
});

test('every text of the manifest is in package.nls.json, and no other is', () => {
  const used = [...text.matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => key);
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(nls).toSorted());
});

test('no text for the user stands in the manifest itself', () => {
  const texts = [...text.matchAll(/"(?:title|label|description|markdownDescription|contents)": "([^"]*)"/g)];
  const plain = texts.map(([, value = '']) => value).filter((value) => !/^%[^%]+%$/.test(value));
  // The name of the product, and the description of the package.
  expect(plain.filter((value) => value !== 'Parley')).toHaveLength(1);
});
