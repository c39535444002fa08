// Makes the sources of context; loaded when something is mentioned first.
import type { DisposableStore } from '../../../core/base/lifecycle.ts';
import type { McpResources } from '../../../core/ports/mcpResources.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { ContextPages } from '../contextPages.ts';
import { FileIndex } from '../files/fileIndex.ts';
import type { RecentEditors } from '../recentEditors.ts';
import type { TerminalCommands } from '../terminalCommands.ts';
import type { ContextSources } from './contextSource.ts';
import { editorSource } from './editorSource.ts';
import { fileSource, folderSource } from './fileSources.ts';
import { gitSource } from './gitSource.ts';
import { selectionSource, symbolSource } from './lineSources.ts';
import { problemSource } from './problemSource.ts';
import { resourceSource } from './resourceSource.ts';
import { sessionSource, type SessionSourceOptions } from './sessionSource.ts';
import { terminalSource } from './terminalSource.ts';
import { urlSource } from './urlSource.ts';

export interface ContextSourcesOptions extends SessionSourceOptions {
  /** Is given what the sources make. */
  readonly owned: DisposableStore;
  readonly store: SessionStore;
  readonly recent: RecentEditors;
  readonly commands: TerminalCommands;
  readonly resources: McpResources;
}

export function createSources(options: ContextSourcesOptions): ContextSources {
  const { owned, store, recent, commands, resources, shownKey } = options;
  const index = owned.add(new FileIndex());
  const pages = owned.add(new ContextPages());
  return {
    file: fileSource({ index, recent }),
    folder: folderSource({ index }),
    symbol: symbolSource(recent),
    selection: selectionSource(recent),
    problems: problemSource,
    git: gitSource({ recent, pages }),
    terminal: terminalSource(commands, owned),
    editor: editorSource,
    session: sessionSource(options),
    url: urlSource(store),
    resource: resourceSource({ resources, pages, shownKey }),
  };
}
