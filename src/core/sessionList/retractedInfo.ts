// Titles and metadata that agents took back of sessions, which their lists may still have for a while.
import { isSameData } from '../base/isSameData.ts';
import type { ListedSession } from '../ports/agent.ts';
import type { Meta } from '../session/info/state.ts';
import type { SessionChange, SessionEventOf } from '../sessionLifecycle/sessionStore.ts';

/** Remembers what was taken back, by an id of the session that is unique among all agents. */
export class RetractedInfo {
  readonly #titles = new Map<string, string>();
  readonly #meta = new Map<string, Meta>();

  /**
   * Records what an update of the session takes back; `listed` is the session as the agent listed it last. Whether a
   * list has to be made anew without it.
   */
  record(
    id: string,
    { event, previous, state }: SessionChange<SessionEventOf<'session_info'>>,
    listed: ListedSession | undefined,
  ): boolean {
    const { title, meta } = event.patch;
    let isRetracted = false;
    if (title === null) {
      const retracted = listed?.title ?? previous.info.title;
      if (retracted !== undefined) {
        this.#titles.set(id, retracted);
        isRetracted = true;
      }
    } else if (title !== undefined) this.#titles.delete(id);
    if (meta !== undefined && Object.keys(state.info.meta).length > 0) this.#meta.delete(id);
    else if (meta !== undefined) {
      const retracted = listed === undefined ? previous.info.meta : listed.meta;
      if (retracted !== undefined && Object.keys(retracted).length > 0) {
        this.#meta.set(id, retracted);
        isRetracted = true;
      }
    }
    return isRetracted;
  }

  /** The session as an agent lists it, without what was taken back before. Anything else than that is new. */
  without(id: string, session: ListedSession): ListedSession {
    const { title, meta, ...rest } = session;
    const retractedTitle = this.#titles.get(id);
    const retractedMeta = this.#meta.get(id);
    const isOldTitle = retractedTitle !== undefined && (title === undefined || title === retractedTitle);
    const isOldMeta = retractedMeta !== undefined && (meta === undefined || isSameData(meta, retractedMeta));
    if (!isOldTitle) this.#titles.delete(id);
    if (!isOldMeta) this.#meta.delete(id);
    if (!isOldTitle && !isOldMeta) return session;
    return {
      ...rest,
      ...(title === undefined || isOldTitle ? {} : { title }),
      ...(meta === undefined || isOldMeta ? {} : { meta }),
    };
  }
}
