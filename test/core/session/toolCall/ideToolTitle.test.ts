// Calls of Parley's own tools, in the spelling of each agent, and calls that only look like one.
import { expect, test } from 'vitest';
import { createToolCall, type ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';
import { isMcpCall } from '../../../../src/core/session/toolCall/ideToolTitle.ts';
import { toolCallTitle } from '../../../../src/core/session/toolCall/toolCallTitle.ts';

function call(patch: Partial<ToolCallPatch>) {
  return createToolCall({ toolCallId: '1', ...patch });
}

const args = { op: 'file', path: '/w/bad.ts' };

test.each<readonly [string, Partial<ToolCallPatch>]>([
  [
    'Codex',
    {
      title: 'mcp.parley-ide.diagnostics',
      kind: 'execute',
      rawInput: { server: 'parley-ide', tool: 'diagnostics', arguments: args },
    },
  ],
  ['Claude', { title: 'mcp__parley-ide__diagnostics', name: 'mcp__parley-ide__diagnostics', rawInput: args }],
  ['an agent without hyphens', { title: 'mcp_parley_ide_diagnostics', rawInput: args }],
  ['an agent that names the server last', { title: 'diagnostics (parley_ide)', rawInput: args }],
  ['OpenCode', { title: 'parley-ide_diagnostics', rawInput: args }],
  ['Copilot', { title: 'parley-ide-diagnostics', rawInput: args }],
  ['Gemini CLI', { title: 'diagnostics (parley-ide MCP Server): {"op":"file"}', rawInput: { args } }],
  ['an agent with the input as JSON', { title: 'parley-ide: diagnostics', rawInput: JSON.stringify(args) }],
  [
    'an agent that names it in the input alone',
    {
      title: 'MCP',
      rawInput: { invocation: { server: 'parley-ide', tool: 'diagnostics', arguments: args } },
    },
  ],
])('a call of %s goes by what it does', (_, patch) => {
  expect(toolCallTitle(call(patch))).toBe('Problems of bad.ts');
  expect(isMcpCall(call(patch))).toBe(true);
});

test.each([
  ['diagnostics', { op: 'workspace' }, 'Problems'],
  ['diagnostics', { op: 'new_since_turn' }, 'New problems'],
  ['code_navigate', { op: 'references', path: '/w/a.ts', symbol: 'run' }, 'Code navigation: run'],
  ['editor_context', { op: 'selection' }, 'Selection in the editor'],
  ['editor_context', { op: 'open', path: 'C:\\w\\a.ts' }, 'Open a.ts'],
  ['git_state', { op: 'diff' }, 'Git diff'],
  ['refactor', { op: 'rename', symbol: 'a' }, 'Rename symbol: a'],
  ['review_comments', { op: 'resolve', id: '1' }, 'Resolve review comment'],
  ['run_check', { op: 'run', task: 'npm: test' }, 'Run task: npm: test'],
  ['session_history', {}, 'Session history'],
  ['vscode_tools', { op: 'invoke', tool: 'x' }, 'Tools of VS Code: x'],
  ['refactor', { op: 'constructor' }, 'Refactoring'],
])('%s with %j', (tool, input, title) => {
  expect(toolCallTitle(call({ title: `mcp__parley-ide__${tool}`, rawInput: input }))).toBe(title);
});

test.each([
  'Edit src/ide/diagnostics.ts in my-parley-ide',
  'grep parley-ide',
  'mcp__other-parley-ide__diagnostics',
  'parley-ide_diagnostics_all',
  'parley-ide.unknown_tool',
  'parley_ide_unknown_tool',
  'diagnostics (parley_ide_copy)',
])('%s is none', (title) => {
  expect(toolCallTitle(call({ title, kind: 'other' }))).toBe(title);
});
