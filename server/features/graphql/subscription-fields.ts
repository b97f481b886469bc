import type { RootFields, SchemaParts } from './parts.ts';

export function subscriptionFields(_parts: SchemaParts): RootFields {
  return {};
}
