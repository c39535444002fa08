// Permission requests in shapes near to that of ACP.
import { inputsIn, joined, said } from './nearCall.ts';
import { fieldsOf, firstOf, idOf, respelled, sessionOf, type Fields } from './nearFields.ts';

/** The params of a permission request in the shape that ACP gives them. */
export function nearQuestion(params: unknown): unknown {
  const read = fieldsOf(params);
  if (read === undefined) return params;
  const { toolCall, ...beside } = respelled(read);
  const call = fieldsOf(toolCall ?? beside['call']);
  return {
    ...(call !== undefined && beside),
    sessionId: sessionOf(beside),
    toolCall: call === undefined ? callBeside(beside) : withId(respelled(call)),
    options: nearOptions(firstOf(beside, ['options', 'choices'])),
  };
}

function withId(call: Fields): Fields {
  return { ...call, toolCallId: idOf(firstOf(call, ['toolCallId', 'callId', 'id'])) };
}

/** What is asked about may stand beside the options. */
function callBeside(beside: Fields): unknown {
  const { kind, locations, content, command } = beside;
  const texts = said(beside, ['title', 'message', 'question', 'description']).map(({ value }) => value);
  const [title = command, ...more] = texts;
  const input = inputsIn(beside);
  if (typeof title !== 'string' && input.length === 0) return undefined;
  // Two lists, or a text beside one: all of it is what is asked about.
  const shown = [...more, ...[content ?? []].flat()];
  return {
    title,
    kind,
    content: shown.length === 0 ? undefined : shown,
    locations,
    ...joined('rawInput', input, []),
  };
}

function nearOptions(options: unknown): unknown {
  if (Array.isArray(options)) return options.map(nearOption);
  const named = fieldsOf(options);
  if (named === undefined) return options;
  return Object.entries(named).map(([optionId, option]) =>
    typeof option === 'string' ? { optionId, name: option } : nearOption({ optionId, ...fieldsOf(option) }),
  );
}

function nearOption(option: unknown): unknown {
  if (typeof option === 'string' && option.trim() !== '') return { optionId: option };
  const fields = fieldsOf(option);
  if (fields === undefined) return option;
  const read = respelled(fields);
  return {
    optionId: firstOf(read, ['optionId', 'id', 'value']),
    name: firstOf(read, ['name', 'label', 'title', 'text']),
    kind: read['kind'],
  };
}
