// Input boxes one after the other, with a way back.
import * as vscode from 'vscode';
import { DisposableStore } from '../../core/base/lifecycle.ts';

export interface Step {
  readonly prompt: string;
  readonly value: string;
  /** Whether what is entered is hidden. */
  readonly isSecret?: boolean;
  /** Why a text cannot be used; undefined when it can. */
  readonly problem: (text: string) => string | undefined;
  /** What an accepted text means for the values of all steps. */
  readonly next?: (text: string, values: readonly string[]) => readonly string[];
}

/** The texts of all steps; undefined when the user closed one of them. */
export async function askSteps(
  title: string,
  steps: readonly Step[],
): Promise<readonly string[] | undefined> {
  let values: readonly string[] = steps.map(({ value }) => value);
  for (let index = 0; index < steps.length;) {
    const step = steps[index];
    if (step === undefined) break;
    const answer = await askStep(title, step, {
      value: values[index] ?? '',
      number: index + 1,
      count: steps.length,
    });
    if (answer === undefined) return undefined;
    if (answer === 'back') {
      index -= 1;
      continue;
    }
    values = values.with(index, answer.text);
    values = step.next?.(answer.text, values) ?? values;
    index += 1;
  }
  return values;
}

function askStep(
  title: string,
  { prompt, problem, isSecret = false }: Step,
  { value, number, count }: { readonly value: string; readonly number: number; readonly count: number },
): Promise<{ readonly text: string } | 'back' | undefined> {
  const answer = Promise.withResolvers<{ readonly text: string } | 'back' | undefined>();
  const owned = new DisposableStore();
  const box = vscode.window.createInputBox();
  owned.add(box);
  box.title = title;
  if (count > 1) {
    box.step = number;
    box.totalSteps = count;
  }
  box.prompt = prompt;
  box.password = isSecret;
  box.value = value;
  box.ignoreFocusOut = true;
  if (number > 1) box.buttons = [vscode.QuickInputButtons.Back];
  owned.add(box.onDidChangeValue(() => (box.validationMessage = undefined)));
  owned.add(box.onDidTriggerButton(() => answer.resolve('back')));
  owned.add(box.onDidHide(() => answer.resolve(undefined)));
  owned.add(
    box.onDidAccept(() => {
      const found = problem(box.value);
      if (found === undefined) answer.resolve({ text: box.value });
      else box.validationMessage = found;
    }),
  );
  box.show();
  return answer.promise.finally(() => owned.dispose());
}
