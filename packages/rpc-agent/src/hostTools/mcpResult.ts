// What an MCP tool answers, as the content of a host tool: an RPC-mode CLI accepts only text and images.
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';

export type HostContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** The content of `host_tool_result`; never empty, so that the model sees that the tool has answered. */
export function hostContentOf(result: CallToolResult): HostContent[] {
  const content = result.content.map(blockOf);
  if (content.length > 0) return content;
  const { structuredContent } = result;
  return [
    {
      type: 'text',
      text: structuredContent === undefined ? '(no output)' : JSON.stringify(structuredContent),
    },
  ];
}

function blockOf(block: ContentBlock): HostContent {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image', data: block.data, mimeType: block.mimeType };
    case 'audio':
      return { type: 'text', text: `(a sound of type ${block.mimeType})` };
    case 'resource_link':
      return { type: 'text', text: block.title === undefined ? block.uri : `${block.title}: ${block.uri}` };
    case 'resource': {
      const { resource } = block;
      if ('text' in resource) return { type: 'text', text: resource.text };
      const { blob, mimeType } = resource;
      return mimeType?.startsWith('image/') === true
        ? { type: 'image', data: blob, mimeType }
        : { type: 'text', text: `(the file ${resource.uri})` };
    }
  }
}
