// What other features may use of this one.
export { describedParts } from './parts/described-parts.ts';
