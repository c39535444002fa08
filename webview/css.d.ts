// Styles are imported for their effect; esbuild bundles them into dist/webview.css.
declare module '*.css';
