// The types of what definitions hold.

export type { AccessSource, CheckedSource, CollectionSource, Served, Source } from './collection-source.ts';
export type { Records } from './collections-api.ts';
export type { SqlByDialect, WrittenTable } from './query-source.ts';
export type { SoundRule } from './sound-keys.ts';
export type { ParamNames, SoundRoute } from './sound-route.ts';
