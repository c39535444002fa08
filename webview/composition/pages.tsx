// Starts one of the pages besides the panel's: which one is in the page.
import '@vscode/codicons/dist/codicon.css';
import '../base.css';
import '../ui/primitives.css';
import './page.css';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { configureLocalization, localization } from '../../src/core/text/localization.ts';
import { takeFocusOfFrame } from '../ui/frameFocus.ts';
import { registerToolkit } from '../ui/toolkit.ts';
import { diagrams } from '../features/diagrams/feature.ts';
import { math } from '../features/math/feature.ts';
import type { VsCodeApi } from '../panel/state/vscodeApi.ts';

const translations = document.getElementById('localization')?.textContent;
if (translations) configureLocalization(localization.parse(JSON.parse(translations)));
registerToolkit();
window.addEventListener('pagehide', takeFocusOfFrame(window));

const root = document.getElementById('root');
const api = acquireVsCodeApi();
const pages = new Map<string, () => Promise<ComponentType<{ readonly api: VsCodeApi }>>>([
  ['check', async () => (await import('../features/agentCheck/CheckPage.tsx')).CheckPage],
  ['plan', loadPlanPage],
  ['protocol', async () => (await import('../features/protocolView/ProtocolPage.tsx')).ProtocolPage],
  ['usage', async () => (await import('../features/usage/UsagePage.tsx')).UsagePage],
]);
const load = pages.get(root?.dataset['page'] ?? '');
if (root !== null && load !== undefined) {
  // Not awaited: what is loaded waits for this module, which it imports.
  void load().then((Page) => createRoot(root).render(<Page api={api} />));
}

/** A plan has formulas and diagrams as answers do. */
async function loadPlanPage(): Promise<ComponentType<{ readonly api: VsCodeApi }>> {
  const { PlanPage } = await import('../features/plans/PlanPage.tsx');
  return (properties) => <PlanPage {...properties} features={[math, diagrams]} />;
}
