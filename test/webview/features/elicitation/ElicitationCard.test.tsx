// @vitest-environment happy-dom
// Questions of the agent: forms and pages.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { elicitationStrings } from '../../../../webview/features/elicitation/elicitationStrings.ts';
import { KEY, openPanel, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

describe('questions of the agent', () => {
  const form = {
    type: 'elicitation_requested',
    at: 1,
    request: {
      requestId: 'q',
      at: 1,
      problems: {},
      isOpened: false,
      question: {
        mode: 'form',
        message: 'How many?',
        fields: [
          { key: 'count', title: 'Count', isRequired: true, kind: 'number', isInteger: true, minimum: 1 },
          { key: 'mail', title: 'Mail', isRequired: false, kind: 'text', format: 'email' },
        ],
      },
    },
  } as const satisfies SessionEvent;

  test('a form is sent only when it is valid, and shows problems while typing', () => {
    const panel = openPanel({ events: [form] });
    fireEvent.click(screen.getByText('Submit'));
    expect(screen.getByText('This field is required.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Mail/), { target: { value: 'me' } });
    expect(screen.getByText('Value must be an email address.')).toBeTruthy();
    expect(panel.posted.filter(({ type }) => type === 'elicitation_accept')).toEqual([]);
    fireEvent.change(screen.getByLabelText(/^Mail/), { target: { value: '' } });
    fireEvent.change(screen.getByLabelText(/^Count/), { target: { value: '2' } });
    fireEvent.click(screen.getByText('Submit'));
    expect(panel.posted).toContainEqual({
      type: 'elicitation_accept',
      key: KEY,
      requestId: 'q',
      values: { count: 2 },
    });
  });

  test('a form of 1,000 fields renders, renders only the field that is typed into, and is sent', () => {
    const fields = Array.from({ length: 1_000 }, (_, index) => ({
      key: `field${index}`,
      title: `Field ${index}`,
      isRequired: true,
      kind: 'text' as const,
      pattern: '^(a+)+$',
      initial: 'aa',
    }));
    const { question } = form.request;
    const panel = openPanel({
      events: [{ ...form, request: { ...form.request, question: { ...question, fields } } }],
    });
    const last = panel.container.querySelector('[data-field="field999"] input');
    if (last === null) throw new Error('The last field is not drawn.');
    // Every required field asks for this text when it renders.
    const rendered = vi.spyOn(elicitationStrings, 'required');
    fireEvent.change(last, { target: { value: 'a'.repeat(40) + '!' } });
    expect(rendered).toHaveBeenCalledTimes(1);
    rendered.mockRestore();
    fireEvent.click(screen.getByText('Submit'));
    // Patterns are tested by the host, in bounded time.
    expect(panel.posted.filter(({ type }) => type === 'elicitation_accept')).toMatchObject([
      { values: { field999: 'a'.repeat(40) + '!' } },
    ]);
  });

  test('a list of which no value is offered is written, one value on a line', () => {
    const fields = [{ key: 'list', title: 'Hosts', isRequired: true, kind: 'choices' as const, choices: [] }];
    const { question } = form.request;
    const panel = openPanel({
      events: [{ ...form, request: { ...form.request, question: { ...question, fields } } }],
    });
    const box = screen.getByLabelText(/^Hosts/);
    fireEvent.change(box, { target: { value: 'one\n' } });
    expect(box).toHaveProperty('value', 'one\n');
    fireEvent.change(box, { target: { value: 'one\ntwo' } });
    fireEvent.click(screen.getByText('Submit'));
    expect(panel.posted).toContainEqual({
      type: 'elicitation_accept',
      key: KEY,
      requestId: 'q',
      values: { list: ['one', 'two'] },
    });
  });

  test('R110 Enter on a button that refuses sends nothing', () => {
    openPanel({ events: [form] });
    // In a form the toolkit's buttons press the button that sends it on Enter.
    expect(screen.getByText('Submit').closest('form')).toBeNull();
    expect(screen.getByText('Decline').closest('form')).toBeNull();
    expect(screen.getByLabelText(/^Count/).closest('form')).not.toBeNull();
  });

  test('the focus goes back to the composer when a form closes, and only from there', async () => {
    const panel = openPanel({ events: [form] });
    screen.getByLabelText(/^Count/).focus();
    panel.dispatch({ type: 'elicitation_closed', at: 2, requestId: 'q' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('composer-input')));
  });

  test('R110 declining and cancelling are both offered', () => {
    const panel = openPanel({ events: [form] });
    fireEvent.click(screen.getByText('Decline'));
    expect(panel.posted).toContainEqual({
      type: 'elicitation_refuse',
      key: KEY,
      requestId: 'q',
      action: 'decline',
    });
    fireEvent.click(screen.getByText('Dismiss'));
    expect(panel.posted).toContainEqual({
      type: 'elicitation_refuse',
      key: KEY,
      requestId: 'q',
      action: 'cancel',
    });
  });

  test('F16 what is invisible in a form is spelled out, and what is long is cut', () => {
    const hidden = (name: string): string => `${name}\u202E\u200B`;
    openPanel({
      events: [
        {
          ...form,
          request: {
            ...form.request,
            question: {
              mode: 'form',
              message: `${hidden('Message')} ${'x'.repeat(10_000)}`,
              title: hidden('Title'),
              description: hidden('Description'),
              fields: [
                {
                  key: 'a',
                  title: hidden('Label'),
                  description: hidden('Hint'),
                  isRequired: false,
                  kind: 'text',
                  initial: hidden('Default'),
                },
                {
                  key: 'b',
                  title: 'B',
                  isRequired: false,
                  kind: 'choice',
                  choices: [{ value: '1', title: hidden('Choice'), description: hidden('About') }],
                },
                {
                  key: 'c',
                  title: 'C',
                  isRequired: false,
                  kind: 'choice',
                  choices: Array.from({ length: 9 }, (_, count) => ({
                    value: String(count),
                    title: hidden(`Listed ${count}`),
                  })),
                },
              ],
            },
          },
        },
      ],
    });
    const card = screen.getByTestId('elicitation');
    for (const name of [
      'Message',
      'Title',
      'Description',
      'Label',
      'Hint',
      'Default',
      'Choice',
      'About',
      'Listed 8',
    ]) {
      expect(card.textContent).toContain(`${name}\\u{202e}\\u{200b}`);
    }
    expect(card.textContent).not.toMatch(/[\u202E\u200B]/);
    expect(card.textContent?.length).toBeLessThan(3_000);
  });

  test('R112 a page shows its host, warns of letters that deceive, and opens only on consent', () => {
    const url = 'https://xn--pple-43d.com/login?next=1';
    const panel = openPanel({
      events: [
        {
          type: 'elicitation_requested',
          at: 1,
          request: {
            requestId: 'p',
            at: 1,
            problems: {},
            isOpened: false,
            question: { mode: 'url', message: 'Sign in', elicitationId: 'e', url },
          },
        },
      ],
    });
    const card = screen.getByTestId('elicitation');
    expect(card.textContent).toContain(url);
    expect(within(card).getByText('xn--pple-43d.com').tagName).toBe('STRONG');
    expect(card.textContent).toContain('can look like other letters');
    expect(panel.posted.filter(({ type }) => type === 'elicitation_open')).toEqual([]);
    fireEvent.click(within(card).getByText('Open in Browser'));
    expect(panel.posted).toContainEqual({ type: 'elicitation_open', key: KEY, requestId: 'p' });
  });
});
