// A comment as VS Code's comment widget shows it.
import * as vscode from 'vscode';
import type { ReviewComment } from '../../core/review/reviewComment.ts';
import { visibleText } from '../../../../core/text/visibleText.ts';
import { commentStrings } from './commentStrings.ts';

/** One of the user's; VS Code writes what is typed while it is edited into `body`, when it is saved or canceled. */
export class CommentNote implements vscode.Comment {
  readonly key: string;
  /** A string is shown as it is, while Markdown would load images and run links. */
  body: string | vscode.MarkdownString;
  mode = vscode.CommentMode.Preview;
  readonly author = { name: commentStrings.you() };
  contextValue: string;
  label: string;
  readonly timestamp: Date;
  #comment: ReviewComment;

  constructor(key: string, comment: ReviewComment) {
    this.key = key;
    this.#comment = comment;
    this.body = comment.text;
    this.contextValue = comment.state;
    this.label = stateLabel(comment);
    this.timestamp = new Date(comment.at);
  }

  get comment(): ReviewComment {
    return this.#comment;
  }

  get isEdited(): boolean {
    return this.mode === vscode.CommentMode.Editing;
  }

  /** What stands in the editor of the comment. */
  get typed(): string {
    return typeof this.body === 'string' ? this.body : this.body.value;
  }

  /** The comment has changed. VS Code leaves the editor of one that is being edited as it is, if this is the same object. */
  update(comment: ReviewComment): void {
    this.#comment = comment;
    if (!this.isEdited) this.body = comment.text;
    this.contextValue = comment.state;
    this.label = stateLabel(comment);
  }
}

/** What the agent said when it resolved a comment. */
export function agentNote(note: string, agent: string): vscode.Comment {
  return {
    body: visibleText(note),
    mode: vscode.CommentMode.Preview,
    author: { name: agent },
    contextValue: 'agent',
  };
}

function stateLabel({ state, prompt }: ReviewComment): string {
  switch (state) {
    case 'draft':
      return commentStrings.notSent();
    case 'sent':
      return prompt === undefined ? commentStrings.sent() : commentStrings.queued();
    case 'resolved':
      return commentStrings.resolved();
  }
}
