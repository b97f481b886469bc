import { type AccessRule, type Asker, alternativesOf } from '../definitions/access-rule.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import { CannotStart } from '../errors.ts';
import { Bindings } from './bindings.ts';
import { readRows } from './filter.ts';

/** Whoever signs in and belongs to nothing: a rule's function must have an answer for him too. */
const newcomer: Asker = { id: 1n, username: 'newcomer', groupIds: [], permissions: new Set() };

/** Throws where a rule's condition names what its record does not have, or compares it with what it never holds. */
export function requireSoundRules(catalogue: Catalogue): void {
  for (const definition of catalogue.all)
    for (const [use, rule] of Object.entries(definition.access ?? {}))
      for (const one of alternativesOf(rule)) requireSound(catalogue, definition, use, one);
}

function requireSound(catalogue: Catalogue, definition: Definition, use: string, rule: AccessRule): void {
  if (!('rows' in rule) || rule.rows === undefined) return;
  const isPublic = rule.level === 'public';
  const bindings = new Bindings({ encode: (_, value) => value });
  try {
    const rows = typeof rule.rows === 'function' ? rule.rows(isPublic ? undefined : newcomer) : rule.rows;
    readRows({ catalogue, bindings }, definition, rows === 'own' ? { create_user_id: newcomer.id } : rows);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new CannotStart(`access: the rule for '${use}': ${problem}`, { cause });
  }
}
