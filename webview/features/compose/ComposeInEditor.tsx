// Compose in Editor: the button that opens the draft in an editor, and what stands in the input's place meanwhile.
import './composeInEditor.css';
import { usePost, useSessionKey } from '../../panel/state/panelContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useRequest } from '../../panel/state/useRequest.ts';
import { useComposer } from '../../panel/composer/composerContext.tsx';
import { useIsInEditor } from '../../panel/composer/promptEditor.ts';
import { composeStrings } from './composeStrings.ts';

export function ComposeInEditor({ send }: { readonly send: () => void }) {
  useDraftFromEditor(send);
  return useIsInEditor() ? <DraftInEditor /> : <ComposeButton />;
}

function ComposeButton() {
  const open = useOpenInEditor();
  return (
    <span className="compose-button">
      <IconButton
        icon="screen-full"
        label={composeStrings.composeInEditor()}
        data-testid="compose-in-editor"
        onClick={open}
      />
    </span>
  );
}

function DraftInEditor() {
  const post = usePost();
  const key = useSessionKey();
  const show = useOpenInEditor();
  return (
    <div className="dim centered-row draft-in-editor" data-testid="draft-in-editor">
      <Icon name="edit" />
      <span className="draft-in-editor-text" role="status">
        {composeStrings.draftInEditor()}
      </span>
      <span className="wrapping-row draft-in-editor-actions">
        <Button appearance="secondary" data-testid="show-prompt-editor" onClick={show}>
          {composeStrings.showEditor()}
        </Button>
        <Button
          appearance="secondary"
          data-testid="return-prompt"
          onClick={() => post({ type: 'end_compose', key, action: 'return' })}
        >
          {composeStrings.returnToChat()}
        </Button>
      </span>
    </div>
  );
}

/**
 * Applies what the user wrote in an editor, sends it with `send` where they sent it there, and opens the editor where a
 * command asks for it.
 */
function useDraftFromEditor(send: () => void): void {
  const key = useSessionKey();
  const composer = useComposer();
  const open = useOpenInEditor();
  useRequest(['draft_text'], (written) => {
    if (written.key !== key) return;
    composer.setTextOfHost(written.text, written.revision);
    if (written.isSent) send();
  });
  useRequest(['compose_in_editor'], open);
}

function useOpenInEditor(): () => void {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  return () => {
    const report = composer.takeReport();
    if (report !== undefined) {
      const { base: _newest, ...draft } = report;
      post({ type: 'draft', key, ...draft });
    }
    post({ type: 'compose_in_editor', key });
  };
}
