// Parley's own MCP server as users and agents know it: its name, its tools, and the id by which it is switched.

/** What the server is called wherever it is named. */
export const IDE_SERVER_NAME = 'parley-ide';

/** Distinguishes the server from configured ones, whose ids are of other kinds. */
export const IDE_SERVER_ID = JSON.stringify(['built-in', IDE_SERVER_NAME]);

/** The names of its tools. */
export const IDE_TOOLS = [
  'diagnostics',
  'code_navigate',
  'editor_context',
  'git_state',
  'refactor',
  'run_check',
  'session_history',
  'vscode_tools',
  'review_comments',
] as const;
export type IdeToolName = (typeof IDE_TOOLS)[number];
