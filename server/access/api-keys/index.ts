// What API keys offer to the rooms above them.

export type { FindKey } from './find-key.ts';
export { APP_TOKEN, type Circumstances, type IdentifyKey, requireLiving } from './identify-key.ts';
export { KEY_PREFIX } from './key-text.ts';
export type { NoteKeyUse } from './note-use.ts';
