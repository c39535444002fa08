// What Parley's own connections need of the MCP SDK: a bundle of its own, loaded with the first connection.
import {
  Client,
  parseJSONRPCMessage,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

export const mcpSdk = {
  newClient: (...options: ConstructorParameters<typeof Client>) => new Client(...options),
  overEvents: (...options: ConstructorParameters<typeof SSEClientTransport>) =>
    new SSEClientTransport(...options),
  overHttp: (...options: ConstructorParameters<typeof StreamableHTTPClientTransport>) =>
    new StreamableHTTPClientTransport(...options),
  parse: parseJSONRPCMessage,
};
export type McpSdk = typeof mcpSdk;
