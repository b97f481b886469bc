// What indexes of trigrams offer to queries and to the store.

export { type AskedParts, findCandidates } from './candidates.ts';
export { wantedTrigrams } from './trigrams-of.ts';
