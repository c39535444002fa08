// The composer's input as a user sees it: types into it, and reads what stands there.
import { EditorView } from '@codemirror/view';
import { act, screen } from '@testing-library/react';

/** The element that has the focus while the user types. */
export function composerInput(): HTMLElement {
  return screen.getByTestId('composer-input');
}

/** The editor of an input. */
export function composerView(input = composerInput()): EditorView {
  const view = EditorView.findFromDOM(input);
  if (view === null) throw new Error('The composer has no editor.');
  return view;
}

/** The whole text of the input. */
export function composerText(): string {
  return composerView().state.doc.toString();
}

/** Types a text in place of what is there, with the caret behind it. */
export function typeText(text: string, view = composerView()): void {
  act(() => {
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: { anchor: view.state.toText(text).length },
      userEvent: 'input.type',
    });
  });
}
