// How esbuild bundles, for the extension and for the packages of npm, and the programs that both ship.

/** What all bundles have in common. */
export function sharedOptions({ watch }) {
  return {
    bundle: true,
    minify: !watch,
    sourcemap: watch ? 'linked' : false,
    // In watch mode esbuild says when a build is finished: the task behind F5 waits for that line.
    logLevel: watch ? 'info' : 'warning',
    // The licenses of what is bundled are in THIRD-PARTY-NOTICES.txt, which scripts/packaging/notices.mjs makes of the metafiles.
    legalComments: 'none',
    metafile: true,
    // Names of chunks are made of paths too: they must not depend on where node_modules leads.
    preserveSymlinks: true,
    define: { 'process.env.NODE_ENV': watch ? '"development"' : '"production"' },
  };
}

/** Programs that Node runs. */
export function nodeOptions({ watch }) {
  return { ...sharedOptions({ watch }), platform: 'node', target: 'node20', format: 'cjs' };
}

const asProgram = { banner: { js: '#!/usr/bin/env node' } };

/** The programs of each package of npm, by the name of its folder. */
export const programs = {
  'rpc-agent': [
    { ...asProgram, entryPoints: { 'rpc-agent': 'packages/rpc-agent/src/rpcAgent.ts' } },
    { entryPoints: { keeper: 'packages/process/keeper/keeper.ts' } },
  ],
  'demo-agent': [{ ...asProgram, entryPoints: { 'demo-agent': 'packages/demo-agent/src/demoAgent.ts' } }],
};
