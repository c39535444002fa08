// Starts one of the pages besides the panel's: which one is in the page.
import '@vscode/codicons/dist/codicon.css';
import '../base.css';
import '../ui/primitives.css';
import './page.css';
import { createRoot } from 'react-dom/client';
import { configureLocalization, localization } from '../../src/core/text/localization.ts';
import { registerToolkit } from '../ui/toolkit.ts';
import '../panel/state/vscodeApi.ts';
import { ProtocolPage } from '../features/protocolView/ProtocolPage.tsx';
import { PlanPage } from '../features/plans/PlanPage.tsx';
import { CheckPage } from '../features/agentCheck/CheckPage.tsx';
import { UsagePage } from '../features/usage/UsagePage.tsx';

const translations = document.getElementById('localization')?.textContent;
if (translations) configureLocalization(localization.parse(JSON.parse(translations)));
registerToolkit();

const root = document.getElementById('root');
const api = acquireVsCodeApi();
const pages = new Map([
  ['check', CheckPage],
  ['plan', PlanPage],
  ['protocol', ProtocolPage],
  ['usage', UsagePage],
]);
const Page = pages.get(root?.dataset['page'] ?? '');
if (root !== null && Page !== undefined) createRoot(root).render(<Page api={api} />);
