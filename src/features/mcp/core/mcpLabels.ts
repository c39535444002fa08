// Names and texts of MCP servers as they may stand in a label: bounded, on one line, with nothing hidden in them.
import { commandLineText } from '../../../core/text/commandLineText.ts';
import { spelledOut } from '../../../core/text/spelledOut.ts';
import { addressText } from '../../../core/settings/remoteAddress.ts';
import type { McpServer } from '../../../core/mcp/mcpServerSettings.ts';
import { mcpStrings } from '../../../core/mcp/mcpStrings.ts';
import type { ServerSource } from '../../../core/mcp/mcpServerSource.ts';

const MAX_LENGTH = 300;

/** A name or a text of a file or of a server. */
export function mcpLabel(text: string): string {
  return spelledOut(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
}

/** What a server or a file reports, on one line. Secrets are hidden before, because it is cut. */
export function mcpMessage(text: string): string {
  const whole = text.trim();
  // Collapsing takes a time that grows with the square of the spaces in a row.
  const start = whole.slice(0, 4 * MAX_LENGTH);
  const line = start.trimEnd().replaceAll(/\s*[\r\n]\s*/g, ' ');
  return mcpLabel(start === whole ? line : `${line}…`);
}

/** Where a server is described. */
export function sourceLabel(source: ServerSource): string {
  switch (source.kind) {
    case 'user-setting':
      return mcpStrings.fromSetting();
    case 'user-file':
      return mcpStrings.fromUserFile();
    case 'workspace':
      return mcpLabel(source.path);
  }
}

/** The command line or the address of a server; secrets are still in it. */
export function targetLabel(server: McpServer): string {
  return mcpLabel('type' in server ? addressText(server.url) : commandLineText(server.command, server.args));
}
