// The exports of the chunks in dist/extension.js, as esbuild writes them and as other chunks see them.
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { exportsAsValues } from '../../scripts/bundling/exportsAsValues.mjs';

const DEFINE = 'var v=(e,t)=>{for(var s in t)Object.defineProperty(e,s,{get:t[s],enumerable:!0});return e};';
const ENTRY = 'var E={};v(E,{start:()=>go,c0:()=>A,c1:()=>B});';

/** What the other chunks get from the entry. */
function seen(code: string): unknown {
  return runInNewContext(`${code}go();JSON.stringify([E.c0,E.c1])`);
}

test('a value is exported without a getter, and is seen as it is when all was evaluated', () => {
  const code = `${DEFINE}${ENTRY}var A={};v(A,{a:()=>one,b:()=>two});var B={};v(B,{a:()=>two});function go(){}var one=1,two=[one];`;
  const short = exportsAsValues(code);
  expect(short).toContain('c0:()=>({a:one,b:two}),c1:()=>({a:two})');
  expect(short).not.toContain('v(A');
  expect(seen(short)).toBe(seen(code));
});

test.each(['one=3', 'one+=2', 'one++', '++one', 'one??=3'])(
  'a variable that is assigned again by %s is seen as it is then',
  (assignment) => {
    const code = `${DEFINE}${ENTRY}var A={};v(A,{a:()=>one});var B={};v(B,{a:()=>two});var one=1,two=2;function go(){${assignment}}`;
    const short = exportsAsValues(code);
    expect(short).toContain('c0:()=>({get a(){return one}}),c1:()=>({a:two})');
    expect(seen(short)).toBe(seen(code));
  },
);

test('an object of exports that is used besides stays one, as does that of the entry', () => {
  const code = `${DEFINE}${ENTRY}var A={};v(A,{a:()=>one});var B={};v(B,{a:()=>one});var one=1,go=()=>A.a;`;
  const short = exportsAsValues(code);
  expect(short).toContain('c0:()=>A,c1:()=>({a:one})');
  expect(short).toContain('v(A,{a:()=>one})');
  expect(seen(short)).toBe(seen(code));
});

test('names may have a dollar sign', () => {
  const code = `${DEFINE}var E={};v(E,{start:()=>go,c0:()=>A$,c1:()=>$B});var A$={};v(A$,{a:()=>$1});var $B={};v($B,{a:()=>$1});var $1=1,go=()=>1;`;
  const short = exportsAsValues(code);
  expect(short).toContain('c0:()=>({a:$1}),c1:()=>({a:$1})');
  expect(seen(short)).toBe(seen(code));
});
