// A real CLI in a real window: pi in RPC mode against a scripted model, chosen by setting.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { startModelServer } from '../../support/modelServer.ts';
import { installQuestions, piLaunch } from '../../support/rpcAgents.ts';
import { useParley } from '../harness/useParley.ts';
import { POEM, rpcAgentPanel } from './rpcAgentPanel.ts';

const agent = 'pi';
const model = await startModelServer();
const home = mkdtempSync(join(tmpdir(), 'parley-rpc-'));
afterAll(async () => {
  await model.stop();
  rmSync(home, { recursive: true, force: true });
});

installQuestions(home, 'pi');
const launch = await piLaunch(model, home);
const parley = useParley({
  files: { 'poem.txt': POEM },
  machineSettings: {
    'parley.agents': { [agent]: launch },
    'parley.defaultAgent': agent,
  },
});

rpcAgentPanel({ parley, model, agent, launch });
