// What API keys offer to the rooms above them.

export type { FindKey } from './find-key.ts';
export { requireLiving } from './identify-key.ts';
