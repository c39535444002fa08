// Questions of agents are passed on to who asks the user; without anyone they are cancelled.
import { expect, test } from 'vitest';
import { ElicitationPort, type Elicitations } from '../../../src/core/ports/elicitationPort.ts';
import type { ElicitationQuestion } from '../../../src/core/session/elicitation/state.ts';
import { Abort } from '../../../src/core/base/abort.ts';

const question: ElicitationQuestion = { mode: 'form', message: 'Which?', fields: [] };

/** Declines everything, and says what it was asked. */
function decliner() {
  const asked: string[] = [];
  const elicitations: Elicitations = {
    request: (key) => {
      asked.push(key);
      return Promise.resolve({ action: 'decline' });
    },
    completed: (key, id) => void asked.push(`${key} ${id} is done`),
    cancel: (key) => void asked.push(`${key} is cancelled`),
    accept: (key, id, values) => void asked.push(`${key} ${id} gets ${JSON.stringify(values)}`),
    refuse: (key, id, action) => void asked.push(`${key} ${id} gets ${action}`),
  };
  return { asked, elicitations };
}

test('what asks the user is asked at once', async () => {
  const port = new ElicitationPort();
  const { asked, elicitations } = decliner();
  port.serve(elicitations);
  const answer = port.request('one', question, new Abort());
  port.completed('one', 'page');
  port.cancel('one');
  port.accept('one', 'form', { name: 'a' });
  port.refuse('one', 'form', 'decline');
  expect(asked).toEqual([
    'one',
    'one page is done',
    'one is cancelled',
    'one form gets {"name":"a"}',
    'one form gets decline',
  ]);
  expect(await answer).toEqual({ action: 'decline' });
});

test('a question that comes before it is there waits for it, and keeps its place', async () => {
  const port = new ElicitationPort();
  const { asked, elicitations } = decliner();
  port.loadWith(() => Promise.resolve(elicitations));
  const answers = ['one', 'two'].map((key) => port.request(key, question, new Abort()));
  expect(await Promise.all(answers)).toEqual([{ action: 'decline' }, { action: 'decline' }]);
  expect(asked).toEqual(['one', 'two']);
});

test('what could not be loaded is loaded with the next question', async () => {
  const port = new ElicitationPort();
  const { asked, elicitations } = decliner();
  const loads = [Promise.reject(new Error('gone')), Promise.resolve(elicitations)];
  port.loadWith(async () => loads.shift() ?? Promise.reject(new Error('loaded a third time')));
  await expect(port.request('one', question, new Abort())).rejects.toThrow('gone');
  expect(await port.request('two', question, new Abort())).toEqual({ action: 'decline' });
  expect(await port.request('three', question, new Abort())).toEqual({ action: 'decline' });
  expect(asked).toEqual(['two', 'three']);
});

test('a question is cancelled where nobody asks the user', async () => {
  const port = new ElicitationPort();
  expect(await port.request('one', question, new Abort())).toEqual({ action: 'cancel' });
  port.completed('one', 'page');
  port.cancel('one');
  port.accept('one', 'form', {});
  port.refuse('one', 'form', 'cancel');
});
