// What the CLI says that it does, folded from its frames.
import { agentEnd, compaction, type RpcFrame } from '../cli/frames.ts';

export interface CliActivity {
  /** From `agent_start` to `agent_end`. */
  readonly isWorking: boolean;
  readonly isRetrying: boolean;
  readonly isCompacting: boolean;
  /** It is about to continue on its own, and has not begun yet. */
  readonly isAboutToContinue: boolean;
  /** It began something after it had been asked to stop. */
  readonly hasRestarted: boolean;
}

export const IDLE: CliActivity = {
  isWorking: false,
  isRetrying: false,
  isCompacting: false,
  isAboutToContinue: false,
  hasRestarted: false,
};

/** The activity after a frame; `isStopping`: the CLI was asked to stop and has not yet. */
export function activityAfter(activity: CliActivity, frame: RpcFrame, isStopping: boolean): CliActivity {
  switch (frame.type) {
    case 'agent_start':
      return { ...activity, isWorking: true, isAboutToContinue: false, hasRestarted: isStopping };
    case 'agent_end':
      return activity.isAboutToContinue || announcesMore(frame)
        ? activity
        : { ...activity, isWorking: false };
    case 'agent_settled':
      return { ...activity, isWorking: false };
    case 'auto_retry_start':
      return { ...activity, isRetrying: true };
    case 'auto_retry_end':
      return { ...activity, isRetrying: false };
    case 'compaction_start':
    case 'auto_compaction_start':
      return { ...activity, isCompacting: true };
    case 'compaction_end':
    case 'auto_compaction_end':
      return {
        ...activity,
        isCompacting: false,
        isAboutToContinue: activity.isAboutToContinue || announcesMore(frame),
      };
    default:
      return activity;
  }
}

/** Whether the end of something says that the CLI continues on its own. */
export function announcesMore(frame: RpcFrame): boolean {
  if (frame.type === 'agent_end') {
    const end = agentEnd.safeParse(frame).data;
    return end?.willRetry === true || end?.isTerminal === false;
  }
  return compaction.safeParse(frame).data?.willRetry === true;
}
