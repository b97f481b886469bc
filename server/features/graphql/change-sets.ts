import type { RootFields, SchemaParts } from './parts.ts';

export function changeSetFields(_parts: SchemaParts): { queries: RootFields; mutations: RootFields } {
  return { queries: {}, mutations: {} };
}
