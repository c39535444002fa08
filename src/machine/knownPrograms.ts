// The programs of agents that may be on this machine, and the arguments with which they speak ACP (or RPC mode).

/** A program that is an agent, or becomes one with arguments. */
export interface KnownProgram {
  /** The id of the ACP registry, where the agent is listed there. */
  readonly id: string;
  /** What the agent is called. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly protocol?: 'rpc';
}

/** By agent; the first program that is found counts. */
export const knownPrograms: readonly KnownProgram[] = [
  { id: 'claude-acp', name: 'Claude Agent', program: 'claude-agent-acp', args: [] },
  { id: 'claude-acp', name: 'Claude Agent', program: 'claude-code-acp', args: [] },
  { id: 'codex-acp', name: 'Codex', program: 'codex-acp', args: [] },
  { id: 'gemini', name: 'Gemini CLI', program: 'gemini', args: ['--acp'] },
  { id: 'github-copilot-cli', name: 'GitHub Copilot', program: 'copilot', args: ['--acp'] },
  { id: 'cursor', name: 'Cursor', program: 'cursor-agent', args: ['acp'] },
  { id: 'opencode', name: 'OpenCode', program: 'opencode', args: ['acp'] },
  { id: 'qwen-code', name: 'Qwen Code', program: 'qwen', args: ['--acp'] },
  { id: 'cline', name: 'Cline', program: 'cline', args: ['--acp'] },
  { id: 'goose', name: 'goose', program: 'goose', args: ['acp'] },
  { id: 'kilo', name: 'Kilo', program: 'kilo', args: ['acp'] },
  { id: 'auggie', name: 'Auggie CLI', program: 'auggie', args: ['--acp'] },
  { id: 'factory-droid', name: 'Factory Droid', program: 'droid', args: ['exec', '--output-format', 'acp'] },
  { id: 'junie', name: 'Junie', program: 'junie', args: ['--acp=true'] },
  { id: 'kimi', name: 'Kimi CLI', program: 'kimi', args: ['acp'] },
  { id: 'mistral-vibe', name: 'Mistral Vibe', program: 'vibe-acp', args: [] },
  { id: 'devin', name: 'Devin', program: 'devin', args: ['acp'] },
  { id: 'grok-build', name: 'Grok Build', program: 'grok', args: ['agent', 'stdio'] },
  { id: 'qoder', name: 'Qoder CLI', program: 'qodercli', args: ['--acp'] },
  { id: 'fast-agent', name: 'fast-agent', program: 'fast-agent-acp', args: [] },
  { id: 'stakpak', name: 'Stakpak', program: 'stakpak', args: ['acp'] },
  { id: 'amp-acp', name: 'Amp', program: 'amp-acp', args: [] },
  { id: 'pi-acp', name: 'pi ACP', program: 'pi-acp', args: [] },
  { id: 'pi', name: 'pi', program: 'pi', args: [], protocol: 'rpc' },
  { id: 'oh-my-pi', name: 'oh-my-pi', program: 'omp', args: [], protocol: 'rpc' },
];
