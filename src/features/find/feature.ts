// Find in the shown session: the command. What finds is in the panel, in `webview/features/find`.
import { nothing } from '../../host/contributions/commandArguments.ts';
import { feature } from '../../host/feature.ts';

export const find = feature({
  name: 'find',
  commands: { 'parley.find': nothing },
  start:
    ({ chat }) =>
    () =>
      Promise.resolve({
        commands: { 'parley.find': () => chat.chats.postFocused({ type: 'find' }) },
        panel: {},
      }),
});
