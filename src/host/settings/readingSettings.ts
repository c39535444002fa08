// How the chat is drawn for reading: the user's settings, and where those leave it open, VS Code's own of its chat.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { PanelState } from '../../core/panel/hostMessage.ts';
import { onSettingsChange, readSetting, settings } from '../contributions/settings.ts';

export type ReadingSettings = Pick<PanelState, 'fontSize' | 'fontFamily' | 'density' | 'direction'>;

const NAMES = ['fontSize', 'density', 'direction'] as const;
const CHAT_NAMES = ['chat.fontSize', 'chat.fontFamily'] as const;

/** As VS Code limits `chat.fontSize`; what else stands there is its own default. */
const chatFontSize = z.catch(z.number().check(z.gte(6), z.lte(100)), 0);
/** A font list is copied into a style; a longer one is a mistake. */
const chatFontFamily = z.catch(z.string().check(z.trim(), z.maxLength(500)), '');

/** The name that stands for VS Code's own font. */
const DEFAULT_FAMILY = 'default';

/** The pixels that VS Code draws its own views with, where nothing says another size. */
const WORKBENCH_FONT_SIZE = 13;

export function readingSettings(): ReadingSettings {
  const chat = vscode.workspace.getConfiguration('chat');
  const family = chatFontFamily.parse(chat.get('fontFamily'));
  const own = readSetting('fontSize');
  return {
    fontSize: own === 0 ? chatFontSize.parse(chat.get('fontSize')) : own,
    fontFamily: family === DEFAULT_FAMILY ? '' : family,
    density: readSetting('density'),
    direction: readSetting('direction'),
  };
}

/** Calls back when {@link readingSettings} may be others. */
export function onReadingSettingsChange(changed: () => void): Disposable {
  const owned = new DisposableStore();
  owned.add(onSettingsChange((affects) => NAMES.some((name) => affects(name)) && changed()));
  owned.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (CHAT_NAMES.some((name) => change.affectsConfiguration(name))) changed();
    }),
  );
  return owned;
}

/** The size, in pixels, that is `step` pixels larger or smaller than the one in use, within what the setting allows. */
export function steppedFontSize(step: number): number {
  const { fontSize } = readingSettings();
  const size = Math.round(fontSize === 0 ? WORKBENCH_FONT_SIZE : fontSize) + step;
  return settings.fontSize.schema.parse(Math.max(1, size));
}
