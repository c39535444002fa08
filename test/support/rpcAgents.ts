// pi and oh-my-pi as the tests start them: with a scripted model, a home of their own, and nothing sent anywhere else.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureRealAgents } from '../../scripts/install/realAgents.mjs';
import type { ModelServer } from './modelServer.ts';

/** An entry of `parley.agents`. */
export interface AcpLaunch {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

export interface RpcLaunch extends AcpLaunch {
  readonly protocol: 'rpc';
}

const PROVIDER = 'scripted';

/**
 * What starts pi against the model, in its home; `isOlder` is the version of the family's earlier days; without a key it
 * wants a sign-in.
 */
export async function piLaunch(
  model: ModelServer,
  home: string,
  { isOlder = false, hasKey = true } = {},
): Promise<RpcLaunch> {
  const { piScript, olderPiScript } = await ensureRealAgents([isOlder ? 'pi 0.73' : 'pi']);
  const agent = join(home, '.pi', 'agent');
  write(join(agent, 'models.json'), modelsOf(model, hasKey));
  write(join(agent, 'settings.json'), { defaultProvider: PROVIDER, defaultModel: model.model });
  return {
    command: process.execPath,
    args: [isOlder ? olderPiScript : piScript, '--mode', 'rpc'],
    env: { ...environmentOf(home), PI_OFFLINE: '1' },
    protocol: 'rpc',
  };
}

/** What starts oh-my-pi against the model, in its home. */
export async function ohMyPiLaunch(model: ModelServer, home: string): Promise<RpcLaunch> {
  const { ohMyPiScript, bun } = await ensureRealAgents(['oh-my-pi']);
  write(join(home, '.omp', 'agent', 'models.yml'), modelsOf(model));
  return {
    command: bun,
    args: [ohMyPiScript, '--mode', 'rpc', '--provider', PROVIDER, '--model', model.model],
    // Whole lines of a file are replaced, as a scripted model can say without having read it.
    env: { ...environmentOf(home), PI_EDIT_VARIANT: 'replace' },
    protocol: 'rpc',
  };
}

/** An extension that asks one question after the other at `/uitest`: the same file does in both families. */
export function installQuestions(home: string, family: 'pi' | 'omp'): void {
  const folder = join(home, family === 'pi' ? '.pi' : '.omp', 'agent', 'extensions');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'uitest.ts'),
    `export default function (pi) {
  pi.registerCommand('uitest', {
    description: 'Asks questions',
    handler: async (args, { ui }) => {
      const select = await ui.select('Pick one', ['Allow', 'Block']);
      const confirm = await ui.confirm('Sure?', 'Really?');
      const input = await ui.input('Branch name', 'feature/...');
      const editor = await ui.editor('Edit text', 'prefill');
      ui.setStatus('demo', 'working');
      ui.setWidget('demo', ['line 1', 'line 2']);
      ui.setTitle('title from extension');
      ui.setEditorText('text for the editor');
      const late = await ui.confirm('Timeout?', 'default on timeout', { timeout: 700 });
      ui.notify('answers ' + JSON.stringify({ select, confirm, input, editor, late }), 'info');
    },
  });
}
`,
  );
}

/** One provider with two models, of which only the first thinks. */
function modelsOf({ baseUrl, model, otherModel }: ModelServer, hasKey = true): object {
  const limits = { maxTokens: 8000, input: ['text', 'image'] };
  return {
    providers: {
      [PROVIDER]: {
        baseUrl,
        api: 'openai-completions',
        ...(hasKey ? { apiKey: 'none' } : {}),
        models: [
          { id: model, name: 'Scripted', reasoning: true, contextWindow: 200_000, ...limits },
          { id: otherModel, name: 'Other', contextWindow: 100_000, ...limits },
        ],
      },
    },
  };
}

/** The environment of an agent with a home of its own. */
export function environmentOf(home: string): Record<string, string> {
  // A proxy of the machine has no business with the model on loopback.
  return { HOME: home, NO_PROXY: '127.0.0.1', TERM: 'dumb' };
}

function write(file: string, content: object): void {
  mkdirSync(dirname(file), { recursive: true });
  // Also YAML: JSON is a part of it.
  writeFileSync(file, JSON.stringify(content));
}
