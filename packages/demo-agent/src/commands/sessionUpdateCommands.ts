// The commands that show what an agent reports about its session: usage, title, options, notices, draft spellings.
import { MAX_NAME_CHARACTERS, titleOf } from '../../../agent/titleText.ts';
import { methods } from '@agentclientprotocol/sdk';
import type { DemoCommand } from './demoCommand.ts';

/** Slow enough for a user to see each step. */
const STEP_MS = 700;

const FILL_STEPS = [0.5, 0.76, 0.91, 0.97];

export const fill: DemoCommand = {
  name: 'fill',
  argument: '[PERCENT]',
  description: 'Fill the context window, to 97% by default',
  async run(turn) {
    const wanted = Number.parseFloat(turn.prompt.argument);
    const steps = Number.isFinite(wanted) ? [wanted / 100] : FILL_STEPS;
    for (const share of steps) {
      turn.session.usage.fillTo(share);
      await turn.update(turn.session.usage.update());
      await turn.say(`The context is ${Math.round(share * 100)}% full now. `);
      await turn.pause(STEP_MS);
    }
    return undefined;
  },
};

export const compact: DemoCommand = {
  name: 'compact',
  description: 'Free up the context window',
  async run(turn) {
    const compactionId = `compaction-${Date.now()}`;
    const hasCompaction =
      turn.capabilities.session?.compaction !== undefined && turn.capabilities.session.compaction !== null;
    if (hasCompaction)
      await turn.update({ sessionUpdate: 'compaction_update', compactionId, status: 'in_progress' });
    await turn.pause(STEP_MS);
    turn.session.usage.compact();
    if (hasCompaction) {
      await turn.update({
        sessionUpdate: 'compaction_update',
        compactionId,
        status: 'completed',
        summary: [{ type: 'text', text: 'We tried the demo agent. Nothing was decided.' }],
      });
    }
    await turn.update(turn.session.usage.update());
    await turn.say('There is room again.');
    return undefined;
  },
};

export const title: DemoCommand = {
  name: 'title',
  argument: '[TITLE]',
  description: 'Rename the session, or show a few titles in turn',
  async run(turn) {
    const wanted = titleOf(turn.prompt.argument, MAX_NAME_CHARACTERS);
    const titles = wanted === undefined ? ['Looking around', 'Finding the cause', 'Fixing it'] : [wanted];
    for (const each of titles) {
      turn.session.title = each;
      await turn.update({
        sessionUpdate: 'session_info_update',
        title: each,
        updatedAt: new Date().toISOString(),
        _meta: { branch: 'main', tags: ['demo'] },
      });
      await turn.say(`This session is called “${each}” now. `);
      await turn.pause(STEP_MS);
    }
    return undefined;
  },
};

export const switchMode: DemoCommand = {
  name: 'switch',
  description: 'Switch the mode, as agents do when a plan is ready',
  async run(turn) {
    const mode = turn.session.options.mode === 'code' ? 'plan' : 'code';
    const configOptions = turn.session.options.set('mode', mode);
    await turn.update({ sessionUpdate: 'config_option_update', configOptions });
    // Clients that know only modes need this.
    await turn.update({ sessionUpdate: 'current_mode_update', currentModeId: mode });
    await turn.say(`I changed the mode to “${mode}”.`);
    return undefined;
  },
};

export const notice: DemoCommand = {
  name: 'notice',
  description: 'Show a notice beside the answer',
  async run(turn) {
    await turn.update({
      sessionUpdate: 'notice',
      severity: 'warning',
      title: 'The demo has limits',
      description: 'A notice is not part of the answer and is not stored.',
    });
    await turn.say('A notice went before this line.');
    return undefined;
  },
};

export const draft: DemoCommand = {
  name: 'draft',
  description: 'Send updates in early draft versions of the protocol',
  async run(turn) {
    // Named as any string, because these are no messages of the protocol any more.
    const method: string = methods.client.session.update;
    const send = (update: object): Promise<void> =>
      turn.client.notify(method, { sessionId: turn.session.id, update });
    await send({ sessionUpdate: 'context_update', used: 50_000, size: null });
    await send({
      sessionUpdate: 'config_option_update',
      configOptions: [
        ...turn.session.options.list(),
        {
          id: 'drafted',
          name: 'Drafted',
          type: 'select',
          currentValue: 'b',
          options: [
            { group: 'Old group', options: [{ value: 'a', name: 'A' }] },
            { value: 'b', name: 'B' },
          ],
        },
        { id: 'slider', name: 'Slider', type: 'slider', currentValue: 3 },
      ],
    });
    await turn.say('The usage, and an option with a group, came in spellings of the drafts.');
    return undefined;
  },
};
