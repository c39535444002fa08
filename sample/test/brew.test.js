import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brewingTime } from '../src/brew.js';
import { formatSeconds } from '../src/countdown.js';

test('a normal cup takes the time of its tea', () => {
  assert.equal(brewingTime('green'), 120);
});

test('a strong pot for four', () => {
  assert.equal(brewingTime('black', { strength: 'strong', cups: 4 }), 324);
});

test('seconds are shown with two digits', () => {
  assert.equal(formatSeconds(125), '2:05');
});
