// Resources of MCP servers as a source of context.
import { MentionError } from '../../../core/mentions/promptBlocks.ts';
import { contextStrings } from '../contextStrings.ts';
import type { ContextSource } from './contextSource.ts';
import { shownName } from './optionText.ts';

export const resourceSource: ContextSource<'resource'> = {
  list() {
    return undefined;
  },
  async details({ server }) {
    return { detail: shownName(server) };
  },
  async read({ mention }) {
    throw new MentionError(contextStrings.noResource(shownName(mention.name)));
  },
  async open() {
    return false;
  },
};
