// The buttons of a code block that is complete: apply, insert, new file, and for commands a terminal.
import { memo, useContext, type MouseEvent } from 'react';
import type { CodeAction } from '../../src/core/codeBlocks/codeAction.ts';
import { isShell } from '../../src/core/codeBlocks/codeLanguage.ts';
import { MarkdownActionsContext } from './actions.ts';
import { markdownStrings } from './markdownStrings.ts';

/** What of the text above a block may name its file, in characters. */
const MAX_ABOVE_LENGTH = 800;

interface CodeButton {
  readonly action: CodeAction;
  readonly icon: string;
  readonly label: () => string;
  readonly testId: string;
}

const RUN: CodeButton = {
  action: 'run',
  icon: 'terminal',
  label: markdownStrings.runCode,
  testId: 'run-code',
};
const APPLY: CodeButton = {
  action: 'apply',
  icon: 'git-pull-request-go-to-changes',
  label: markdownStrings.applyCode,
  testId: 'apply-code',
};
const INSERT: CodeButton = {
  action: 'insert',
  icon: 'insert',
  label: markdownStrings.insertCode,
  testId: 'insert-code',
};
const NEW_FILE: CodeButton = {
  action: 'new_file',
  icon: 'new-file',
  label: markdownStrings.newFile,
  testId: 'new-file',
};

export interface CodeActionsProps {
  readonly code: string;
  /** All that is written after the fence. */
  readonly info: string;
}

/** Nothing where code can only be copied. */
export const CodeActions = memo(function CodeActions({ code, info }: CodeActionsProps) {
  const { onCode } = useContext(MarkdownActionsContext);
  if (onCode === undefined) return null;
  const buttons = isShell(info) ? [RUN, INSERT, NEW_FILE] : [APPLY, INSERT, NEW_FILE];
  return (
    <span className="centered-row markdown-code-actions">
      {buttons.map(({ action, icon, label, testId }) => (
        <button
          key={action}
          type="button"
          className={`codicon codicon-${icon}`}
          aria-label={label()}
          title={label()}
          data-testid={testId}
          onClick={(event) => onCode(action, { code, info, above: textAbove(event) })}
        />
      ))}
    </span>
  );
});

/** The end of the text right before the block. */
function textAbove({ currentTarget }: MouseEvent): string {
  const before = currentTarget.closest('.markdown-code')?.previousElementSibling;
  return (before?.textContent ?? '').slice(-MAX_ABOVE_LENGTH);
}
