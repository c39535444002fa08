// What a permission request is about stays in sight in a narrow panel, however many answers there are.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage({ width: 300, height: 600 });

const NAMES = [
  'Yes, proceed',
  "Yes, and don't ask again for edits in this session",
  'Yes, and allow all edits in src/billing',
  'Always allow this tool',
  'No, and tell the agent what to do differently',
  'No, never ask again for this file',
  'Stop',
];
const KINDS = ['allow_once', 'allow_always', 'allow_always', 'allow_always', 'reject_once'] as const;

function request(count: number): SessionEvent {
  const options = NAMES.slice(0, count).map((name, index) => ({
    optionId: `option-${index}`,
    name,
    kind: KINDS[index] ?? 'reject_always',
  }));
  return {
    type: 'permission_requested',
    at: 1,
    request: { requestId: 'many', toolCallId: 'many', at: 1, options },
    call: {
      toolCallId: 'many',
      title: 'Edit src/billing/refunds/withBackoffAndRetries.ts',
      kind: 'edit',
      status: 'pending',
      content: [
        {
          type: 'diff',
          path: 'src/billing/refunds/withBackoffAndRetries.ts',
          oldText: 'import a\nimport b\nconst res = await fetch(url);\n',
          newText: 'import a\nimport b\nconst res = await withBackoff(() => fetch(url));\n',
        },
      ],
    },
  };
}

/** Whether neither another element nor the edge of an area that scrolls hides the top or the bottom of the first match. */
async function isInView(selector: string): Promise<boolean> {
  return panel.page
    .locator(selector)
    .first()
    .evaluate((node) => {
      const { left, top, bottom, width } = node.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => {
        const hit = document.elementFromPoint(left + Math.min(width / 2, 40), y);
        return hit !== null && node.contains(hit);
      });
    });
}

test.each([
  [7, 300, 340],
  [7, 300, 420],
  [7, 300, 500],
  [7, 300, 600],
  [7, 300, 800],
  [5, 300, 600],
  [7, 420, 600],
])('with %i answers at %i × %i pixels', async (count, width, height) => {
  await panel.page.setViewportSize({ width, height });
  await panel.open('empty');
  await panel.dispatch([request(count)]);
  await panel.page.getByTestId('permission').waitFor();
  await expect.poll(() => isInView('.diff-line:not([data-sign=" "])')).toBe(true);
  await expect.poll(() => isInView('[data-kind="reject_once"]')).toBe(true);
});
