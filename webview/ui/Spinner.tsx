// A progress ring for something that is under way; its label is beside it.
import './spinner.css';

export function Spinner() {
  return <vscode-progress-ring class="spinner" aria-hidden="true" />;
}
