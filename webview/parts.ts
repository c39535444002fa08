// What the panel draws besides its first picture: a chunk of its own, which is loaded right after that picture.
import { ContextMenu } from './components/contextMenu/ContextMenu.tsx';
import { ChoiceList } from './components/configBar/ChoiceList.tsx';
import { ContentChip } from './components/content/ContentBlocks.tsx';
import { Dock } from './components/dock/Dock.tsx';
import { ExtensionLines } from './components/dock/ExtensionLines.tsx';
import { ReadOnlyBar } from './components/readOnly/ReadOnlyBar.tsx';
import { Announcer } from './components/transcript/Announcer.tsx';
import { Transcript } from './components/transcript/Transcript.tsx';
import type { Parts } from './loadedParts.ts';
import { registerToolkit } from './ui/toolkit.ts';
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
