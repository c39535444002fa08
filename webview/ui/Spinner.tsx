// A ring that turns while something goes on; the words stand beside it.
import './spinner.css';
import './toolkit.ts';

export function Spinner() {
  return <vscode-progress-ring class="spinner" aria-hidden="true" />;
}
