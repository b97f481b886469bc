/** How people call a command of Quire: in a clone, whose sources run, or in a project that depends on the built package. */
export const quireCommand = import.meta.url.endsWith('.ts') ? 'npm run quire --' : 'npx quire';
