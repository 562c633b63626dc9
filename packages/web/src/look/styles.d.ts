/** Style sheets are bundled into the page for their effect. */
declare module '*.css';
