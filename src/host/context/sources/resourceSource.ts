// Resources of MCP servers as a source of context.
import { startWithNote } from '../../../core/mentions/contextText.ts';
import { targetAddress } from '../../../core/mentions/mentionTarget.ts';
import { MentionError } from '../../../core/mentions/mentionError.ts';
import { ParleyError } from '../../../core/errors.ts';
import type { MentionOption } from '../../../core/panel/mentionOption.ts';
import type { McpResource, McpResourceContent, McpResources } from '../../../core/ports/mcpResources.ts';
import type { ContentBlock } from '../../../core/session/content.ts';
import type { ContextPages } from '../contextPages.ts';
import { contextStrings } from '../contextStrings.ts';
import type { ContextSource } from './contextSource.ts';
import { fitting, shownDetail, shownName } from './optionText.ts';

export interface ResourceSourceOptions {
  readonly resources: McpResources;
  readonly pages: ContextPages;
  /** The session in which is typed. */
  readonly shownKey: () => string | undefined;
}

export function resourceSource({
  resources,
  pages,
  shownKey,
}: ResourceSourceOptions): ContextSource<'resource'> {
  return {
    async list({ text, isNarrowed, signal }, report) {
      const key = shownKey();
      // Servers are connected to only for a user who asks for what they have.
      if (key === undefined || !isNarrowed) return;
      const listed = await resources.list(key, signal);
      report(fitting(listed.resources.map(resourceOption), text));
    },
    async details({ server, uri }) {
      return { detail: shownDetail(`${server} · ${uri}`) };
    },
    async read({ target, mention, key, capabilities, signal }) {
      const address = targetAddress(target);
      const contents = await resources
        .read(key, target.server, target.uri, signal)
        .catch((error: unknown) => {
          throw error instanceof ParleyError ? new MentionError(error.message) : error;
        });
      if (contents.length === 0) throw new MentionError(contextStrings.noResource(shownName(mention.name)));
      return contents.map((content) => resourceBlock(address, content, capabilities.image));
    },
    async open({ server, uri }, key) {
      const contents = await resources
        .read(key, server, uri, new AbortController().signal)
        .catch((error: unknown) => {
          throw error instanceof ParleyError ? new MentionError(error.message) : error;
        });
      const text = contents.map((content) => ('text' in content ? content.text : '')).join('\n');
      await pages.show(shownName(uri.replace(/[?#].*$/s, '').replace(/^.*\//s, '') || server), text);
      return true;
    },
  };
}

function resourceOption({ server, uri, name, title, sizeBytes }: McpResource): MentionOption {
  return {
    kind: 'resource',
    name: shownName(title ?? name),
    uri: targetAddress({ kind: 'resource', server, uri }),
    detail: shownDetail(`${server} · ${uri}`),
    ...(sizeBytes === undefined ? {} : { size: sizeBytes }),
  };
}

function resourceBlock(uri: string, content: McpResourceContent, acceptsImages: boolean): ContentBlock {
  const { mimeType } = content;
  const typed = mimeType === undefined ? {} : { mimeType };
  if ('text' in content)
    return { type: 'resource', resource: { uri, ...typed, text: startWithNote(content.text) } };
  if (acceptsImages && mimeType?.startsWith('image/') === true) {
    return { type: 'image', data: content.blob, mimeType, uri };
  }
  return { type: 'resource', resource: { uri, ...typed, blob: content.blob } };
}
