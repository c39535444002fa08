// What the panel draws besides its first picture: a chunk of its own, which is loaded right after that picture.
import { ContextMenu } from './contextMenu/ContextMenu.tsx';
import { ChoiceList } from './configBar/ChoiceList.tsx';
import { ContentChip } from './content/ContentBlocks.tsx';
import { Dock } from './dock/Dock.tsx';
import { ExtensionLines } from './dock/ExtensionLines.tsx';
import { ReadOnlyBar } from './readOnly/ReadOnlyBar.tsx';
import { Announcer } from './transcript/Announcer.tsx';
import { Transcript } from './transcript/Transcript.tsx';
import type { Parts } from './state/loadedParts.ts';
import { registerToolkit } from '../ui/toolkit.ts';
import { warmUp } from './warmUp.tsx';

export const parts: Omit<Parts, 'features'> = {
  ContextMenu,
  ChoiceList,
  ContentChip,
  Dock,
  ExtensionLines,
  ReadOnlyBar,
  Announcer,
  Transcript,
  registerToolkit,
  warmUp,
};
