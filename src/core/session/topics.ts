// The topics of a session: what each of its events and of its kinds of entries means.
import { backgroundTaskTopic } from './backgroundTask/reducer.ts';
import { changesTopic } from './changes/reducer.ts';
import { compactionTopic } from './compaction/reducer.ts';
import { configOptionsTopic } from './configOptions/reducer.ts';
import { elicitationTopic } from './elicitation/reducer.ts';
import { infoTopic } from './info/reducer.ts';
import { limitTopic } from './limit/reducer.ts';
import { messageTopic } from './message/reducer.ts';
import { noticeTopic } from './notice/reducer.ts';
import { openingTopic } from './opening/reducer.ts';
import { permissionTopic } from './permission/reducer.ts';
import { planTopic } from './plan/reducer.ts';
import { subagentTopic } from './subagent/reducer.ts';
import { terminalTopic } from './terminal/reducer.ts';
import { toolCallTopic } from './toolCall/reducer.ts';
import type { EntryTable, EventHandlers, UpdateTable } from './topic.ts';
import { turnTopic } from './turn/reducer.ts';
import { usageTopic } from './usage/reducer.ts';

export const handlers: EventHandlers = {
  ...messageTopic.handlers,
  ...toolCallTopic.handlers,
  ...terminalTopic.handlers,
  ...subagentTopic.handlers,
  ...openingTopic.handlers,
  ...turnTopic.handlers,
  ...permissionTopic.handlers,
  ...elicitationTopic.handlers,
  ...configOptionsTopic.handlers,
  ...planTopic.handlers,
  ...infoTopic.handlers,
  ...changesTopic.handlers,
  ...usageTopic.handlers,
  ...limitTopic.handlers,
  ...compactionTopic.handlers,
  ...noticeTopic.handlers,
  ...backgroundTaskTopic.handlers,
};

export const updates: UpdateTable = {
  ...messageTopic.updates,
  ...toolCallTopic.updates,
  ...terminalTopic.updates,
  ...subagentTopic.updates,
  ...configOptionsTopic.updates,
  ...planTopic.updates,
  ...infoTopic.updates,
  ...usageTopic.updates,
  ...compactionTopic.updates,
  ...noticeTopic.updates,
  ...backgroundTaskTopic.updates,
};

export const entryTable: EntryTable = {
  ...messageTopic.entries,
  ...toolCallTopic.entries,
  ...planTopic.entries,
  ...compactionTopic.entries,
  ...noticeTopic.entries,
  ...turnTopic.entries,
};
