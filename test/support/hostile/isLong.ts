// Whether the long form of the hostile suite runs: `npm run test:hostile -- --long` sets the variable.
export const isLong = process.env['PARLEY_HOSTILE_LONG'] === '1';
