// Types of project.mjs for the tests.
export const root: string;
export const stateDirectory: string;
export const resultsDirectory: string;
export const vsix: string;
export const sample: string;
