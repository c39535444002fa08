import { describe, expect, it } from 'vitest';
import { rankNames } from '../../../src/core/mentions/nameSearch.ts';

const THINGS = [
  { name: 'All Problems', detail: '3 problems' },
  { name: 'worker.ts', detail: '2 problems · src/brand/worker.ts' },
  { name: 'Working Tree Changes' },
  { name: 'Changes Against feature/branch' },
  { name: 'f3a9c1d Break long lines', detail: '3 days ago' },
  { name: 'Fix the library', detail: 'Claude · 2 minutes ago' },
];
const names = (text: string): readonly string[] => rankNames(THINGS, text, 10).map(({ item }) => item.name);

describe('rankNames', () => {
  it('finds names by their words and parts, and not by letters from anywhere', () => {
    expect(names('br').toSorted()).toEqual([
      'Changes Against feature/branch',
      'Fix the library',
      'f3a9c1d Break long lines',
    ]);
    expect(names('wtc')).toEqual(['Working Tree Changes']);
    expect(names('prob')[0]).toBe('All Problems');
  });

  it('finds details by what they hold, behind the names', () => {
    expect(names('claude')).toEqual(['Fix the library']);
    expect(names('brand')).toEqual(['worker.ts']);
    expect(names('problems')).toEqual(['All Problems', 'worker.ts']);
    // Two letters begin a word of too many details.
    expect(names('da')).toEqual([]);
  });

  it('finds several words wherever each is', () => {
    expect(names('fix claude')).toEqual(['Fix the library']);
    expect(names('claude fix')).toEqual(['Fix the library']);
    expect(names('claude break')).toEqual([]);
  });

  it('finds names and details with accents without them too', () => {
    const things = [{ name: 'Caf\u00E9' }, { name: 'Other', detail: 'in the Mu\u0308nster' }];
    const found = (text: string): readonly string[] =>
      rankNames(things, text, 10).map(({ item }) => item.name);
    expect(found('cafe')).toEqual(['Caf\u00E9']);
    expect(found('other munster')).toEqual(['Other']);
    expect(found('M\u00FCnster')).toEqual(['Other']);
  });

  it('keeps things of the same name apart', () => {
    const twins = [{ name: 'run' }, { name: 'run' }];
    expect(rankNames(twins, 'run', 10).map(({ item }) => item)).toEqual(twins);
    expect(rankNames(twins, 'run', 1)).toHaveLength(1);
  });
});
