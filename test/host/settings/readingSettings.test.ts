// How the chat is drawn: what of VS Code's settings and of Parley's holds.
import { beforeEach, describe, expect, test } from 'vitest';
import { fontSizeCommands } from '../../../src/host/settings/fontSizeCommands.ts';
import { onReadingSettingsChange, readingSettings } from '../../../src/host/settings/readingSettings.ts';
import { changeSettings, resetVscode, vscode } from '../../support/vscode.ts';

beforeEach(resetVscode);

describe('The settings for reading', () => {
  test('are VS Code’s own of its chat where Parley’s say nothing', () => {
    vscode.settings.set('chat.fontSize', 17).set('chat.fontFamily', 'Inter, sans-serif');
    expect(readingSettings()).toEqual({
      fontSize: 17,
      fontFamily: 'Inter, sans-serif',
      density: 'comfortable',
      direction: 'auto',
    });
  });

  test('prefer Parley’s font size', () => {
    vscode.settings.set('chat.fontSize', 17).set('fontSize', 20);
    expect(readingSettings().fontSize).toBe(20);
  });

  test('leave the font to VS Code where it says so, has no such setting, or cannot be used', () => {
    expect(readingSettings()).toMatchObject({ fontSize: 0, fontFamily: '' });
    vscode.settings.set('chat.fontSize', 13).set('chat.fontFamily', 'default');
    expect(readingSettings()).toMatchObject({ fontSize: 13, fontFamily: '' });
    vscode.settings.set('chat.fontSize', '99em').set('chat.fontFamily', 'x'.repeat(5_000));
    expect(readingSettings()).toMatchObject({ fontSize: 0, fontFamily: '' });
  });

  test('take the defaults for a density or direction that is none', () => {
    vscode.settings.set('density', 'cosy').set('direction', 'up');
    expect(readingSettings()).toMatchObject({ density: 'comfortable', direction: 'auto' });
  });

  test('report that they changed', () => {
    let changes = 0;
    const watch = onReadingSettingsChange(() => changes++);
    changeSettings();
    expect(changes).toBeGreaterThan(0);
    watch.dispose();
  });
});

describe('The commands for the font size', () => {
  const commands = fontSizeCommands();

  test('step from the size that is in use, to the next whole pixel', async () => {
    await commands['parley.increaseFontSize']({});
    vscode.settings.set('chat.fontSize', 15.6);
    await commands['parley.decreaseFontSize']({});
    expect(vscode.writes.map(([, size]) => size)).toEqual([14, 15]);
  });

  test('stop at the limits of the setting', async () => {
    vscode.settings.set('fontSize', 40);
    await commands['parley.increaseFontSize']({});
    vscode.settings.set('fontSize', 8);
    await commands['parley.decreaseFontSize']({});
    expect(vscode.writes.map(([, size]) => size)).toEqual([40, 8]);
  });

  test('leave no value behind when they reset it', async () => {
    await commands['parley.resetFontSize']({});
    expect(vscode.writes).toEqual([['fontSize', undefined, 1]]);
  });
});
