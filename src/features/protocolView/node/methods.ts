// The methods of ACP version 1, and which side receives each.
import type { WireDirection } from '../core/wireRecord.ts';

const OF_AGENT: ReadonlySet<string> = new Set([
  'initialize',
  'authenticate',
  'logout',
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
  'session/list',
  'session/close',
  'session/delete',
  'session/prompt',
  'session/cancel',
  'session/set_mode',
  'session/set_model',
  'session/set_config_option',
  'session/set_title',
]);

const OF_CLIENT: ReadonlySet<string> = new Set([
  'session/update',
  'session/request_permission',
  'fs/read_text_file',
  'fs/write_text_file',
  'terminal/create',
  'terminal/output',
  'terminal/wait_for_exit',
  'terminal/kill',
  'terminal/release',
  'elicitation/create',
  'elicitation/complete',
]);

export function isMethod(method: string): boolean {
  return OF_AGENT.has(method) || OF_CLIENT.has(method);
}

/** Whether the side to which a message goes serves the method. */
export function receives(direction: WireDirection, method: string): boolean {
  return (direction === 'out' ? OF_AGENT : OF_CLIENT).has(method);
}
