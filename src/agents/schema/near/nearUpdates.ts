// Updates in shapes near to those of ACP, as the updates that they were meant to be. Only what cannot be read as it is
// comes here.
import { randomUUID } from 'node:crypto';
import { contentBlock, textsIn } from '../contentSchema.ts';
import { fieldsOf, firstOf, idOf, respelled, sessionOf, type Fields } from './nearFields.ts';

/** Names that are more than another spelling. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  agent_message_chunk: ['agent_text', 'assistant', 'assistant_message', 'message', 'text', 'output_text'],
  agent_thought_chunk: ['thinking', 'agent_thinking', 'reasoning', 'agent_reasoning'],
  tool_call_update: ['tool_update', 'tool_call_result', 'tool_result'],
  tool_call: ['tool', 'tool_use', 'tool_call_start'],
  notice: ['error', 'warning', 'warn', 'info', 'notification', 'agent_error', 'session_error'],
};

const KIND_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);

/** What may follow or precede the name of a kind in ACP, and what agents leave out. */
const AFFIXES: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['', '_chunk'],
  ['', '_update'],
  ['agent_', ''],
  ['agent_', '_chunk'],
];

/**
 * The params of a `session/update` in the shape that ACP gives it: one for each content block where there are several.
 * None where nothing of it can be placed.
 */
export function nearUpdates(params: unknown, isKind: (name: string) => boolean): readonly Fields[] {
  const read = fieldsOf(params);
  if (read === undefined) return [];
  const { update: inner, ...beside } = respelled(read);
  const sessionId = sessionOf(beside);
  const update = respelled(fieldsOf(inner) ?? beside);
  const kind = kindOf(update['sessionUpdate'] ?? update['type'] ?? beside['sessionUpdate'], isKind);
  if (sessionId === undefined || kind === undefined) return [];
  return nearFields(kind, update).map((fields) => ({ sessionId, update: fields }));
}

function nearFields(kind: string, update: Fields): readonly Fields[] {
  const fields = { ...update, sessionUpdate: kind };
  switch (kind) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return blocksIn(firstOf(update, ['content', 'text', 'delta', 'message', 'chunk'])).map((content) => ({
        ...fields,
        content,
      }));
    case 'tool_call':
    case 'tool_call_update': {
      const call = { ...respelled(fieldsOf(update['toolCall']) ?? {}), ...fields };
      const named = idOf(firstOf(call, ['toolCallId', 'callId', 'toolUseId', 'id']));
      if (named !== undefined) return [{ ...call, toolCallId: named }];
      // A report without an id belongs to an unknown call.
      const isShown = kind === 'tool_call' && ['title', 'rawInput', 'content'].some((field) => field in call);
      return isShown ? [{ ...call, toolCallId: `unnamed-${randomUUID()}` }] : [];
    }
    case 'available_commands_update':
      return [
        { ...fields, availableCommands: commandsIn(firstOf(update, ['availableCommands', 'commands'])) },
      ];
    case 'config_option_update':
      return [{ ...fields, configOptions: firstOf(update, ['configOptions', 'options', 'config']) }];
    case 'current_mode_update': {
      const mode = firstOf(update, ['currentModeId', 'currentMode', 'mode', 'id']);
      return [{ ...fields, currentModeId: firstOf(fieldsOf(mode) ?? {}, ['id', 'modeId']) ?? mode }];
    }
    case 'compaction_update':
      return [{ ...fields, compactionId: idOf(firstOf(update, ['compactionId', 'id'])) ?? 'compaction' }];
    case 'notice':
      return [
        {
          ...fields,
          severity: severityOf(update),
          title: firstOf(update, ['title']),
          description: textsIn(update),
        },
      ];
    default:
      return [fields];
  }
}

/** The blocks of a text, a block, a list of them, or what holds one of these. What cannot be read keeps its place. */
function blocksIn(value: unknown, levels = 3): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    if (levels === 0) return [];
    const blocks = value.map((item) => blocksIn(item, levels - 1));
    // A list of which nothing can be read is no content.
    if (blocks.every((each) => each.length === 0)) return [];
    return blocks.flatMap((each) => (each.length === 0 ? [{ type: 'content' }] : each));
  }
  const inner = fieldsOf(value);
  const held = inner?.['content'] ?? inner?.['parts'];
  if (held !== undefined && levels > 0) return blocksIn(held, levels - 1);
  return contentBlock.safeParse(value).success ? [value] : [];
}

/** Commands by their names, as a list. */
function commandsIn(commands: unknown): unknown {
  const named = fieldsOf(commands);
  return named === undefined
    ? commands
    : Object.entries(named).map(([name, command]) => ({
        name,
        ...(typeof command === 'string' ? { description: command } : fieldsOf(command)),
      }));
}

/** How bad it is, by its own word or by the name of the update. */
function severityOf(update: Fields): string | undefined {
  const words = [firstOf(update, ['severity', 'level']), update['sessionUpdate'], update['type']].map(String);
  return ['error', 'warning', 'info'].find((severity) =>
    words.some((word) => word.toLowerCase().includes(severity === 'warning' ? 'warn' : severity)),
  );
}

function kindOf(name: unknown, isKind: (name: string) => boolean): string | undefined {
  if (typeof name !== 'string') return undefined;
  const spelled = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s./-]+/g, '_')
    .toLowerCase();
  const named = AFFIXES.map(([before, after]) => before + spelled + after).find(isKind);
  return named ?? KIND_OF.get(spelled);
}
