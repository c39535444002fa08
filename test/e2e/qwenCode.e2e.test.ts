// A real agent in a real window: Qwen Code against a scripted model, chosen by setting, streams into the panel.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { startModelServer } from '../support/modelServer.ts';
import { qwenLaunch } from '../support/qwenCode.ts';
import { journey } from './harness/journey.ts';
import { useParley } from './harness/useParley.ts';

const model = await startModelServer();
const home = mkdtempSync(join(tmpdir(), 'parley-qwen-'));
afterAll(async () => {
  await model.stop();
  rmSync(home, { recursive: true, force: true });
});

const parley = useParley({
  machineSettings: {
    'parley.agents': { 'Qwen Code': await qwenLaunch(model, home) },
    'parley.defaultAgent': 'Qwen Code',
  },
});

journey('the panel shows a streamed answer of Qwen Code, and stops one', async () => {
  const { window } = parley;
  await window.openChat();
  const { chat } = window;
  const input = chat.getByTestId('composer-input');
  await input.fill('[[text]] Say hello.');
  await input.press('Enter');

  const answers = chat.locator('[data-testid="entry"][data-kind="agent"]');
  // Starting Qwen Code and its first session takes up to 12 s here.
  await answers.getByRole('heading', { name: 'An answer' }).waitFor({ timeout: 60_000 });
  await answers.getByText('The scripted model says hello to you.').waitFor();
  await answers.locator('strong', { hasText: 'hello' }).waitFor();
  await answers.getByTestId('code-block').getByText('const answer = 42;').waitFor();
  expect(await chat.locator('[data-testid="entry"][data-kind="user"]').textContent()).toContain('Say hello.');

  await input.fill('[[slow]] Count.');
  await input.press('Enter');
  await answers.getByText(/word2\b/).waitFor();
  await chat.getByTestId('stop').click();
  await chat.getByTestId('send').waitFor();
  await expect.poll(() => model.abandoned).toBeGreaterThan(0);
  expect(await answers.last().textContent()).not.toContain('word119');
  expect(model.scenarios).toContain('slow');
});
