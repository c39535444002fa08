// What the demo agent reports about its session: options, usage, title, drafts. Driven over a real pipe.
import { methods } from '@agentclientprotocol/sdk';
import { describe, expect, test, vi } from 'vitest';
import { DemoConfigOptions } from '../../../../packages/demo-agent/src/session/demoConfigOptions.ts';
import { DemoClient } from '../../../support/demoClient.ts';

describe('the options of a session', () => {
  test('a model brings its own thought levels, or none', () => {
    const options = new DemoConfigOptions();
    const levels = (): readonly unknown[] =>
      options
        .list()
        .flatMap((option) =>
          option.id === 'thought_level' && option.type === 'select'
            ? [option.options.length, option.currentValue]
            : [],
        );
    expect(levels()).toEqual([4, 'medium']);
    options.set('model', 'elm-pro');
    expect(levels()).toEqual([2, 'off']);
    options.set('model', 'elm-air');
    expect(levels()).toEqual([]);
  });

  test('what is not offered is refused', () => {
    const options = new DemoConfigOptions();
    expect(() => options.set('model', 'willow')).toThrow();
    expect(() => options.set('model', 'nothing')).toThrow();
    expect(() => options.set('web_search', 'yes')).toThrow();
    expect(() => options.set('nothing', 'x')).toThrow();
    expect(options.set('web_search', true)).toContainEqual(expect.objectContaining({ currentValue: true }));
  });
});

describe('over the pipe', () => {
  test('a title is one line of bounded length, also in the list and that of a fork', async () => {
    await using demo = await DemoClient.start();
    const sessionId = await demo.newSession();
    await demo.prompt(sessionId, `title ${'tea '.repeat(1_000)}`);
    const titles = demo.updates(sessionId, 'session_info_update').flatMap(({ title }) => title ?? []);
    expect(titles.map(({ length }) => length)).toEqual([500]);
    await demo.context.request('session/fork', { sessionId, cwd: demo.folder });
    const { sessions } = await demo.context.request(methods.agent.session.list, {});
    expect(sessions.map(({ title }) => title?.length)).toEqual([500, 500]);
  });

  test('session/new offers the options, and a change answers with all of them', async () => {
    await using demo = await DemoClient.start();
    const opened = await demo.context.request(methods.agent.session.new, {
      cwd: demo.folder,
      mcpServers: [],
    });
    expect(opened.configOptions?.map(({ id }) => id)).toEqual([
      'mode',
      'model',
      'web_search',
      'thought_level',
      'tone',
    ]);
    const changed = await demo.context.request(methods.agent.session.setConfigOption, {
      sessionId: opened.sessionId,
      configId: 'model',
      value: 'elm-air',
    });
    expect(changed.configOptions.map(({ id }) => id)).toEqual(['mode', 'model', 'web_search', 'tone']);
  });

  test('modes stand beside the options, are set on their own, and change with them', async () => {
    await using demo = await DemoClient.start();
    const { sessionId, modes } = await demo.context.request(methods.agent.session.new, {
      cwd: demo.folder,
      mcpServers: [],
    });
    expect(modes).toMatchObject({
      currentModeId: 'ask',
      availableModes: [{ id: 'ask', name: 'Ask' }, { id: 'code' }, { id: 'plan' }],
    });
    await demo.context.request(methods.agent.session.setMode, { sessionId, modeId: 'plan' });
    await vi.waitFor(() => {
      const [update] = demo.updates(sessionId, 'config_option_update');
      expect(update?.configOptions[0]).toMatchObject({ id: 'mode', currentValue: 'plan' });
    });
    await demo.prompt(sessionId, 'switch');
    expect(demo.updates(sessionId, 'current_mode_update')).toMatchObject([{ currentModeId: 'code' }]);
    const unknown = demo.context.request(methods.agent.session.setMode, { sessionId, modeId: 'none' });
    await expect(unknown).rejects.toThrow('none');
  });

  test('the end of a turn says when the session was last active', async () => {
    await using demo = await DemoClient.start();
    const before = Date.now();
    const sessionId = await demo.newSession();
    await demo.prompt(sessionId, 'stop end_turn');
    const [update] = demo.updates(sessionId, 'session_info_update');
    expect(Date.parse(update?.updatedAt ?? '')).toBeGreaterThanOrEqual(before);
  });

  test('fill crosses every threshold and costs euros; compact makes room', async () => {
    await using demo = await DemoClient.start();
    const { sessionId } = await demo.context.request(methods.agent.session.new, {
      cwd: demo.folder,
      mcpServers: [],
    });
    await demo.prompt(sessionId, 'fill');
    await demo.prompt(sessionId, 'compact');
    const shares = demo.notifications.flatMap(({ update }) =>
      update.sessionUpdate === 'usage_update' ? [update.used / update.size] : [],
    );
    expect(shares.slice(0, 4)).toEqual([0.5, 0.76, 0.91, 0.97]);
    expect(shares.at(-1)).toBeLessThan(0.1);
    expect(demo.notifications).toContainEqual(
      expect.objectContaining({
        update: expect.objectContaining({ cost: expect.objectContaining({ currency: 'EUR' }) }),
      }),
    );
  });

  test('the first prompt gives the session its title, a title that was chosen stays', async () => {
    await using demo = await DemoClient.start();
    const { sessionId } = await demo.context.request(methods.agent.session.new, {
      cwd: demo.folder,
      mcpServers: [],
    });
    const titles = (): readonly unknown[] =>
      demo.notifications.flatMap(({ update }) =>
        update.sessionUpdate === 'session_info_update' && update.title !== undefined ? [update.title] : [],
      );
    await demo.prompt(sessionId, 'title Mine');
    await demo.prompt(sessionId, 'stop end_turn');
    expect(titles()).toEqual(['Mine']);
  });
});
