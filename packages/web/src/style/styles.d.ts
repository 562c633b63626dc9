/** esbuild bundles style sheets into the page. */
declare module '*.css';
