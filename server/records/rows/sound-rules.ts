import { glob } from '../../database/any-case.ts';
import { type AccessRule, type Actor, alternativesOf } from '../../definitions/access-rule.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { inFile } from '../../definitions/origin.ts';
import { CannotStart } from '../../errors.ts';
import { Bindings } from '../query/bindings.ts';
import { readRows } from '../query/filter.ts';

/** A user without groups and permissions: a rule's function must have an answer for such a user too. */
const newcomer: Actor = { id: 1n, username: 'newcomer', groupIds: [], permissions: new Set() };

/** Throws if a rule's condition names a field that its record does not have, or a value that the field cannot hold. */
export function requireSoundRules(catalogue: Catalogue): void {
  for (const definition of catalogue.all)
    for (const [use, rule] of Object.entries(definition.access ?? {}))
      for (const one of alternativesOf(rule)) requireSound(catalogue, definition, use, one);
}

function requireSound(catalogue: Catalogue, definition: Definition, use: string, rule: AccessRule): void {
  if (!('rows' in rule) || rule.rows === undefined) return;
  const isPublic = rule.level === 'public';
  const bindings = new Bindings({ encode: (_, value) => value, anyCase: glob });
  try {
    const rows = typeof rule.rows === 'function' ? rule.rows(isPublic ? undefined : newcomer) : rule.rows;
    readRows({ catalogue, bindings }, definition, rows === 'own' ? { create_user_id: newcomer.id } : rows);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new CannotStart(`access: the rule for '${use}'${inFile(definition)}: ${problem}`, { cause });
  }
}
