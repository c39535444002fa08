// An event as it is stored: without the text of agents' notices, and shortened where a line of the log gets too long.
import type { SessionEvent } from '../session/events.ts';
import type { EventsByType, EventType } from '../session/eventHandlers.ts';
import { shortBlock, shortCall } from '../session/shortContent.ts';

/** An event as it is stored. A notice of the agent leaves only its place, which gives the entries after it their ids. */
export function persistedEvent(event: SessionEvent): SessionEvent {
  return event.type === 'notice' && event.isLiveOnly === true ? { ...event, text: '' } : event;
}

const whole = <Each extends SessionEvent>(event: Each): Each => event;
const withShortCall = <
  Each extends EventsByType[
    'tool_call' | 'permission_requested' | 'permission_changed' | 'permission_decided'],
>(
  event: Each,
): Each => ({ ...event, call: shortCall(event.call) });

/** Each event without what is too long to store; `whole` where nothing in it is long. */
const shortened: { readonly [Type in EventType]: (event: EventsByType[Type]) => EventsByType[Type] } = {
  message_chunk: (event) => ({ ...event, content: shortBlock(event.content) }),
  tool_call: withShortCall,
  config_options: whole,
  current_mode: whole,
  plan: whole,
  commands: whole,
  session_info: whole,
  usage: whole,
  request_tokens: whole,
  notice: whole,
  compaction: whole,
  terminal_started: whole,
  terminal_output: whole,
  terminal_exited: whole,
  opening: whole,
  opened: whole,
  open_failed: whole,
  detached: whole,
  restored: whole,
  transcript_cleared: whole,
  read_only: whole,
  steered: whole,
  context_attached: whole,
  prompt_started: (event) => ({ ...event, content: event.content.map(shortBlock) }),
  checkpoint_made: whole,
  prompt_returned: whole,
  cancel_requested: whole,
  silence: whole,
  turn_ended: whole,
  turn_failed: whole,
  queue_changed: whole,
  permission_requested: withShortCall,
  permission_changed: withShortCall,
  permission_closed: whole,
  permission_decided: withShortCall,
  proposal_edit: whole,
  elicitation_requested: whole,
  elicitation_rejected: whole,
  elicitation_opened: whole,
  elicitation_closed: whole,
  config_options_answered: whole,
  config_change_requested: whole,
  config_change_failed: whole,
  context_warning_dismissed: whole,
  changes_updated: whole,
  renamed: whole,
};

/** An event without what is too long to store. */
export function shortenedEvent(event: SessionEvent): SessionEvent {
  return shorten(event.type, event);
}

function shorten<Type extends EventType>(type: Type, event: EventsByType[Type]): EventsByType[Type] {
  return shortened[type](event);
}
