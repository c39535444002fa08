// Config options in a real window: by mouse, by key, dependent, refused, boolean, legacy, favorites, too many to fit.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fakeAgent, handshake, rawAgent } from './agents/agentSettings.ts';
import { axeViolations } from './harness/axe.ts';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-options-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const legacyRecord = join(folder, 'legacy.ndjson');

const modes = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask first' },
    { id: 'code', name: 'Write code' },
  ],
};
const models = {
  currentModelId: 'small',
  availableModels: [
    { modelId: 'small', name: 'Small one' },
    { modelId: 'big', name: 'Big one' },
  ],
};
const modeOption = {
  id: 'work-mode',
  name: 'Work mode',
  category: 'mode',
  type: 'select',
  currentValue: 'ask',
  options: [
    { value: 'ask', name: 'Ask first' },
    { value: 'code', name: 'Write code' },
  ],
};

/** A select with one value. */
const select = (id: string, name: string, category: string, value: string) => ({
  id,
  name,
  category,
  type: 'select',
  currentValue: value,
  options: [{ value, name: value }],
});

const parley = useParley({
  // Each session begins with the agent's own values.
  settings: { 'parley.rememberConfigOptions': false },
  machineSettings: {
    'parley.agents': {
      Legacy: rawAgent([
        handshake('Legacy'),
        { record: legacyRecord },
        { serve: { 'session/set_mode': {}, 'session/set_model': {} } },
        { expect: 'session/new' },
        { reply: { sessionId: 's1', modes, models } },
        { expect: 'session/prompt' },
        { update: { sessionUpdate: 'current_mode_update', currentModeId: 'ask' } },
        { reply: { stopReason: 'end_turn' } },
      ]),
      Twice: rawAgent([
        handshake('Twice'),
        { expect: 'session/new' },
        {
          reply: {
            sessionId: 's1',
            modes,
            models,
            configOptions: [modeOption, select('llm', 'LLM', 'model', 'small')],
          },
        },
      ]),
      Mute: rawAgent([
        handshake('Mute'),
        { expect: 'session/new' },
        { reply: { sessionId: 's1', configOptions: [modeOption] } },
      ]),
      Long: rawAgent([
        handshake('Long'),
        { expect: 'session/new' },
        {
          reply: {
            sessionId: 's1',
            configOptions: [
              select('team', 'Collaboration mode', '_team', 'Default'),
              select('model', 'Model', 'model', 'gpt-6.1-sol medium'),
              select('mode', 'Mode', 'mode', 'Bypass permissions'),
              { id: 'web', name: 'Web search', type: 'boolean', currentValue: false },
            ],
          },
        },
      ]),
      Plain: fakeAgent('Plain'),
    },
    'parley.defaultAgent': 'demo',
  },
});

let sessions = 0;

/** A session of the demo agent with options as they are at first: an empty one is used again as it is. */
async function demo(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await chat.newSession('Demo agent');
  await chat.ask(`title Session ${++sessions}`);
  await chat.option('mode').waitFor();
  return chat;
}

async function valueOf(chat: Chat, option: string): Promise<string | null> {
  return await chat.option(option).getAttribute('data-value');
}

/** Waits until the agent has said that an option has that value. */
async function settled(chat: Chat, option: string, value: string): Promise<void> {
  const control = chat
    .option(option)
    .and(parley.window.chat.locator(`[data-value="${value}"][aria-busy="false"]`));
  await control.waitFor();
}

function sent(method: string): readonly string[] {
  return readFileSync(legacyRecord, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"${method}"`));
}

test('a grouped model is switched by mouse, and the option that depends on it goes and comes back', async () => {
  const { window } = parley;
  await window.openChat();
  await window.setChatWidth(700);
  const chat = await demo();
  await chat.option('thought_level').waitFor();
  await chat.option('model').click();
  const list = window.chat.getByRole('listbox', { name: 'Model' });
  expect(await list.locator('.choice-heading').allTextContents()).toEqual(['Oak', 'Elm', 'Local']);
  expect(await chat.choice('oak-large').getAttribute('aria-selected')).toBe('true');
  expect(await axeViolations(chat)).toEqual([]);
  await chat.choice('elm-air').click();
  await settled(chat, 'model', 'elm-air');
  await chat.option('thought_level').waitFor({ state: 'detached' });

  await chat.option('model').click();
  await window.chat.getByRole('combobox', { name: 'Filter Model' }).fill('elm pro');
  await chat.choice('elm-pro').waitFor();
  expect(await window.chat.getByTestId('config-choice').count()).toBe(1);
  await window.page.keyboard.press('Enter');
  await settled(chat, 'model', 'elm-pro');
  await settled(chat, 'thought_level', 'off');
});

test('a model is switched by key in a native quick pick with groups', async () => {
  const { window } = parley;
  const chat = await demo();
  await chat.input.press('Control+Alt+/');
  const pick = window.page.locator('.quick-input-widget:visible');
  await pick
    .getByText('Current: Oak Large')
    .or(pick.locator('input[placeholder="Current: Oak Large"]'))
    .first()
    .waitFor();
  expect(await pick.locator('.quick-input-list-separator').allTextContents()).toEqual(
    expect.arrayContaining(['Oak', 'Elm', 'Local']),
  );
  await window.page.keyboard.type('Birch');
  await window.quickPick.filter({ hasText: 'Birch' }).waitFor();
  await window.page.keyboard.press('Enter');
  await settled(chat, 'model', 'birch');
  await settled(chat, 'thought_level', 'low');
});

test('Shift+Tab cycles the mode and stays in the composer; without modes it leaves it', async () => {
  const { window } = parley;
  const chat = await demo();
  await chat.input.focus();
  for (const mode of ['code', 'plan', 'ask']) {
    await window.page.keyboard.press('Shift+Tab');
    await settled(chat, 'mode', mode);
    await chat.input.and(window.chat.locator(':focus')).waitFor();
  }
  await chat.newSession('Plain');
  await chat.input.focus();
  await window.page.keyboard.press('Shift+Tab');
  await expect.poll(() => chat.input.evaluate((input) => input === document.activeElement)).toBe(false);
});

test("Ctrl+' gives the next thought level", async () => {
  const { window } = parley;
  const chat = await demo();
  expect(await valueOf(chat, 'thought_level')).toBe('medium');
  await chat.input.focus();
  await window.page.keyboard.press("Control+'");
  await settled(chat, 'thought_level', 'high');
});

test('a refused change rolls back and says why', async () => {
  const chat = await demo();
  await chat.option('model').click();
  await chat.choice('willow').click();
  await chat.error.getByText('Willow is not available. It exists to show a refusal.').waitFor();
  await settled(chat, 'model', 'oak-large');
  await chat.option('thought_level').waitFor();
});

test('a boolean is a toggle', async () => {
  const chat = await demo();
  const toggle = chat.option('web_search');
  expect(await toggle.getAttribute('aria-checked')).toBe('false');
  await toggle.click();
  await settled(chat, 'web_search', 'true');
  expect(await toggle.getAttribute('aria-checked')).toBe('true');
});

test('a change by the agent is noted in the transcript', async () => {
  const chat = await demo();
  await chat.ask('switch');
  await settled(chat, 'mode', 'code');
  await chat.entries('notice').getByText('Mode is now Code').waitFor();
});

test('at 300 px what does not fit is behind one more button, and nothing is lost', async () => {
  const { window } = parley;
  const chat = await demo();
  const ids = (): Promise<(string | null)[]> =>
    window.chat
      .locator('[data-testid="config-option"]')
      .evaluateAll((controls) => controls.map((control) => control.getAttribute('data-option-id')));
  const all = ['mode', 'model', 'web_search', 'thought_level', 'tone'];
  await window.setChatWidth(900);
  await expect.poll(ids).toEqual(all);
  const categories = (): Promise<(string | null)[]> =>
    chat
      .find('config-group')
      .evaluateAll((groups) => groups.map((group) => group.getAttribute('data-category')));
  expect(await categories()).toEqual(['mode', 'model', 'model_config', 'thought_level', '_tone']);
  try {
    await window.setChatWidth(300);
    const more = chat.find('config-more');
    await more.waitFor();
    expect((await ids()).length).toBeLessThan(all.length);
    await more.click();
    await expect.poll(ids).toEqual(all);
    const rest = window.chat.getByRole('dialog', { name: 'More Session Options' });
    await rest.locator('[data-option-id="tone"]').click();
    await chat.choice('friendly').click();
    await window.page.keyboard.press('Escape');
    await more.click();
    await settled(chat, 'tone', 'friendly');
    expect(
      await chat.find('composer-input').evaluate(() => document.documentElement.scrollWidth),
    ).toBeLessThanOrEqual(await window.chatWidth());
  } finally {
    await window.setChatWidth(700);
  }
});

test('the mode is in sight at every width, then the model; values are cut after names, and toggles have names', async () => {
  const { window } = parley;
  const chat = new Chat(window);
  await chat.newSession('Long');
  const bar = chat.find('config-bar');
  const inSight = (id: string) => bar.locator(`[data-option-id="${id}"]`);
  /** How many pixels of a value can be seen, and whether all of it can. */
  const shown = (id: string): Promise<{ readonly width: number; readonly isWhole: boolean }> =>
    inSight(id)
      .locator('.config-text')
      .evaluate(({ clientWidth: width, scrollWidth }) => ({ width, isWhole: scrollWidth <= width }));
  try {
    for (const [width, ids] of [
      [300, ['mode']],
      [420, ['mode', 'model']],
      [620, ['mode', 'model', 'team']],
    ] as const) {
      await window.setChatWidth(width);
      for (const id of ids) await inSight(id).waitFor();
      await expect.poll(async () => (await shown('mode')).width).toBeGreaterThan(38);
      await window.screenshot(`options-long-${width}`, 'chat');
    }
    expect((await shown('team')).isWhole).toBe(true);
    await window.setChatWidth(300);
    await expect.poll(() => inSight('model').count()).toBe(0);
    await chat.find('config-more').click();
    const toggle = window.chat.getByRole('dialog').locator('[data-option-id="web"]');
    expect(await toggle.innerText()).toBe('Web search');
    expect((await toggle.getByText('Web search').boundingBox())?.width ?? 0).toBeGreaterThan(40);
    await window.screenshot('options-long-menu', 'chat');
    await window.page.keyboard.press('Escape');
  } finally {
    await window.setChatWidth(700);
  }
});

test('starred models come first, and cycling stays among them', async () => {
  const { window } = parley;
  const chat = await demo();
  await chat.option('model').click();
  const list = window.chat.getByRole('listbox', { name: 'Model' });
  for (const [model, name] of [
    ['birch', 'Birch'],
    ['elm-pro', 'Elm Pro'],
  ] as const) {
    await chat.choice(model).hover();
    await chat.choice(model).getByTitle(`Add ${name} to Favorites`).click();
    // The list is in another order then.
    await list.getByTitle(`Remove ${name} from Favorites`).first().waitFor({ state: 'attached' });
  }
  await expect
    .poll(() => list.locator('.choice-heading').allTextContents())
    .toEqual(['Favorites', 'Oak', 'Elm', 'Local']);
  await expect
    .poll(async () => (await list.locator('.choice-name').allTextContents()).slice(0, 2))
    .toEqual(['Elm Pro', 'Birch']);
  await window.page.keyboard.press('Escape');
  for (const model of ['elm-pro', 'birch', 'elm-pro']) {
    await window.runCommand('Parley: Cycle Model');
    await settled(chat, 'model', model);
  }
});

test('modes and models of an older agent are options that its own methods change', async () => {
  const chat = new Chat(parley.window);
  await chat.newSession('Legacy');
  const mode = parley.window.chat.locator('[data-testid="config-option"][data-category="mode"]');
  const model = parley.window.chat.locator('[data-testid="config-option"][data-category="model"]');
  await mode.getByText('Ask first').waitFor();
  await model.getByText('Small one').waitFor();
  await mode.click();
  await chat.choice('code').click();
  await mode.getByText('Write code').waitFor();
  await model.click();
  await chat.choice('big').click();
  await model.getByText('Big one').waitFor();
  await expect.poll(() => sent('session/set_mode').join()).toContain('"modeId":"code"');
  await expect.poll(() => sent('session/set_model').join()).toContain('"modelId":"big"');
  await chat.ask('change it back');
  await mode.getByText('Ask first').waitFor();
  await chat.entries('notice').getByText('is now Ask first').waitFor();
});

test('an agent that reports the same thing twice gets one control', async () => {
  const chat = new Chat(parley.window);
  await chat.newSession('Twice');
  await chat.option('work-mode').waitFor();
  await chat.option('llm').waitFor();
  expect(await chat.find('config-option').count()).toBe(2);
});

test('an agent that never answers a change is asked, loses it, and the control works again', async () => {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession('Mute');
  const isBusy = chat.option('work-mode').and(parley.window.chat.locator('[aria-busy="true"]'));
  await chat.option('work-mode').click();
  await chat.choice('code').click();
  await isBusy.waitFor();
  expect(await valueOf(chat, 'work-mode')).toBe('code');
  // After a quarter of a minute.
  await chat.error.getByText('did not confirm the change of “Work mode”').waitFor({ timeout: 45_000 });
  await settled(chat, 'work-mode', 'ask');
  await chat.option('work-mode').click();
  await chat.choice('code').click();
  await isBusy.waitFor();
});
