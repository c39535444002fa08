// Sessions for the session list of the dev page.
import type { SessionRow } from '../../src/core/panel/sessionRow.ts';

/** Some in each section; `shown` is the id of the one that is shown. */
export function sampleSessions(shown: string): SessionRow[] {
  return [
    {
      id: 'running',
      section: 'running',
      state: 'running',
      icon: 'loading~spin',
      title: 'Move the invoices to the new billing client without losing any of the old ones',
      details: 'Claude Code · running · 2 min ago',
    },
    {
      id: 'waiting',
      section: 'waiting',
      state: 'waiting',
      icon: 'bell-dot',
      title: 'Update the lock file',
      details: 'Gemini · needs input · 5 min ago',
    },
    {
      id: shown,
      section: 'recent',
      state: 'idle',
      icon: 'comment-discussion',
      title: 'Add retry logic to the billing client',
      details: 'Qwen Code · now',
    },
    {
      id: 'failed',
      section: 'recent',
      state: 'failed',
      icon: 'error',
      title: 'Explain the build',
      details: 'Qwen Code · failed · 1 hr ago',
    },
    {
      id: 'stored',
      section: 'recent',
      state: 'stored',
      icon: 'history',
      title: '修复登录页面的样式',
      details: 'Qwen Code · 3 days ago',
    },
  ];
}
