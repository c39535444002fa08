// The limit at which the last turn of a session ended.
import type { Topic } from '../topic.ts';

export const limitTopic: Topic<'limit_changed'> = {
  handlers: {
    limit_changed({ limit: _old, ...state }, { limit }) {
      return limit === undefined ? state : { ...state, limit };
    },
  },
};
