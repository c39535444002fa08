// The menu that rewinds to before a prompt, with what each way does.
import './branches.css';
import { useState } from 'react';
import type { Prompt } from '../../../src/core/session/entries.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { branchStrings } from './branchStrings.ts';
import { RewindChoices } from './RewindChoices.tsx';

export function RewindMenu({ entry }: { readonly entry: Prompt }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setOpen}
      label={branchStrings.rewindTo()}
      placement="bottom-end"
      testId="rewind-menu"
      trigger={({ ref, ...properties }) => (
        <button
          {...properties}
          ref={ref}
          type="button"
          className="icon-button"
          data-testid="rewind"
          aria-haspopup="menu"
          title={branchStrings.rewind()}
          aria-label={branchStrings.rewind()}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="history" />
        </button>
      )}
    >
      <RewindChoices entry={entry} onClose={() => setOpen(false)} />
    </Popover>
  );
}
