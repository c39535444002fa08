// Asks an MCP server who it is and what it has, and reads its resources.
import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import type { ServerAnswer, ServerItem } from '../core/serverAnswer.ts';
import type { McpResource, McpResourceContent } from '../../../core/ports/mcpResources.ts';
import { withServer, type ServerConnectionOptions } from './serverConnection.ts';

/** More of a list is not shown. */
const MAX_ITEMS = 500;
const MAX_TEXT_LENGTH = 300;
const MAX_URI_LENGTH = 2_000;

/** Rejects as {@link withServer} does. */
export async function askServer(options: ServerConnectionOptions): Promise<ServerAnswer> {
  const began = performance.now();
  return withServer(options, async (client, request) => {
    const { name = '', title, version = '' } = client.getServerVersion() ?? {};
    const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
    const lists = {
      tools: tools === undefined ? [] : items((await client.listTools(undefined, request)).tools),
      resources:
        resources === undefined ? [] : items((await client.listResources(undefined, request)).resources),
      prompts: prompts === undefined ? [] : items((await client.listPrompts(undefined, request)).prompts),
    };
    const durationMs = Math.round(performance.now() - began);
    return { name: cut(title ?? name), version: cut(version), durationMs, ...lists };
  });
}

/** The resources of a server; templates are not listed. Rejects as {@link withServer} does. */
export async function listResources(options: ServerConnectionOptions): Promise<readonly McpResource[]> {
  return withServer(options, async (client, request) => {
    if (client.getServerCapabilities()?.resources === undefined) return [];
    const { resources } = await client.listResources(undefined, request);
    return resources
      .filter(({ uri }) => uri.length <= MAX_URI_LENGTH)
      .slice(0, MAX_ITEMS)
      .map(({ uri, name, title, description, mimeType, size }) => ({
        server: options.server.name,
        uri,
        name: cut(name),
        ...(title === undefined ? {} : { title: cut(title) }),
        ...(description === undefined ? {} : { description: cut(description) }),
        ...(mimeType === undefined ? {} : { mimeType: cut(mimeType) }),
        ...(size === undefined ? {} : { sizeBytes: size }),
      }));
  });
}

/** Rejects as {@link withServer} does, and where the server does not have the resource. */
export async function readResource(
  options: ServerConnectionOptions,
  uri: string,
): Promise<readonly McpResourceContent[]> {
  const read = async (client: Client, request: RequestOptions): Promise<readonly McpResourceContent[]> => {
    const { contents } = await client.readResource({ uri }, request);
    return contents.map((content) => {
      const mimeType = content.mimeType === undefined ? {} : { mimeType: content.mimeType };
      return 'text' in content
        ? { uri: content.uri, ...mimeType, text: content.text }
        : { uri: content.uri, ...mimeType, blob: content.blob };
    });
  };
  return withServer(options, read);
}

interface Listed {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

function items(list: readonly Listed[]): readonly ServerItem[] {
  return list.slice(0, MAX_ITEMS).map(({ name, title, description = '' }) => ({
    name: cut(title ?? name),
    description: cut(description),
  }));
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}
