// In a session that began as a rewind, until a prompt is sent in it: the way back to the session before.
import './branches.css';
import { promptCount } from '../../../src/core/session/branches/promptCut.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useComposer } from '../composer/composerContext.tsx';
import { usePost, useSession, useSessionKey } from '../state/panelContext.tsx';
import { branchStrings } from './branchStrings.ts';

export function RewoundCard() {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  const rewound = useSession((session) => {
    const [link] = session.branch ?? [];
    if (link?.rewound === undefined || session.turn !== undefined) return undefined;
    return promptCount(session) === link.own ? link.rewound : undefined;
  });
  if (rewound === undefined) return null;
  const isAll = rewound === 'all';
  return (
    <section className="dock-card centered-row rewound" data-testid="rewound" data-what={rewound}>
      <Icon name="history" />
      <span className="fill">{isAll ? branchStrings.allRewound() : branchStrings.conversationRewound()}</span>
      <Button
        data-action="redo-rewind"
        title={isAll ? branchStrings.redoAll() : branchStrings.redoConversation()}
        onClick={() => post({ type: 'redo_rewind', key, text: composer.current.text })}
      >
        {branchStrings.redo()}
      </Button>
    </section>
  );
}
