// What lists and the status bar say of a session that met a limit.
import { timeText } from '../../failures/timeText.ts';
import { timeLeftText } from './timeLeft.ts';
import type { SessionLimit } from './state.ts';

export interface LimitTexts {
  readonly limited: () => string;
  readonly waitingUntil: (time: string, left: string) => string;
}

/** `now`: epoch milliseconds. */
export function limitText(limit: SessionLimit | undefined, now: number, texts: LimitTexts): string {
  const { resetsAt = now } = limit ?? {};
  if (resetsAt <= now) return texts.limited();
  return texts.waitingUntil(timeText(resetsAt, now), timeLeftText(resetsAt - now));
}
