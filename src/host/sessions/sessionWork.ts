// What the user does with a session of the list, loaded when they do it.
import type { SessionActions as Actions, SessionActionsOptions } from './sessionActions.ts';
import type { SessionDeletion as Deletion, SessionDeletionOptions } from './sessionDeletion.ts';

export type SessionActions = Pick<Actions, 'rename' | 'close' | 'fork' | 'continueInNew'>;
export type SessionDeletion = Pick<Deletion, 'delete' | 'deleteSeveral' | 'deleteAll' | 'discard'>;

export function sessionActions(options: SessionActionsOptions): SessionActions {
  const load = async (): Promise<Actions> => {
    const { SessionActions } = await import('./sessionActions.ts');
    return new SessionActions(options);
  };
  return {
    rename: async (id) => (await load()).rename(id),
    close: async (id) => (await load()).close(id),
    fork: async (id) => (await load()).fork(id),
    continueInNew: async (key) => (await load()).continueInNew(key),
  };
}

export function sessionDeletion(options: SessionDeletionOptions): SessionDeletion {
  const load = async (): Promise<Deletion> => {
    const { SessionDeletion } = await import('./sessionDeletion.ts');
    return new SessionDeletion(options);
  };
  return {
    delete: async (id) => (await load()).delete(id),
    deleteSeveral: async (ids) => (await load()).deleteSeveral(ids),
    deleteAll: async () => (await load()).deleteAll(),
    discard: async (key) => (await load()).discard(key),
  };
}
