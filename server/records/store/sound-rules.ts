import { likeAndGlob } from '../../database/any-case.ts';
import { type AccessRule, type Actor, alternativesOf } from '../../definitions/access-rule.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { inFile } from '../../definitions/origin.ts';
import type { Where } from '../../definitions/types/where.ts';
import { CannotStart } from '../../errors.ts';
import { withoutMistakes } from '../../shared/mistakes.ts';
import { Bindings } from '../query/conditions/bindings.ts';
import { readRecords } from '../query/conditions/filter.ts';

/** A user without groups and permissions: a rule's function must have an answer for such a user too. */
const newcomer: Actor = { id: 1n, username: 'newcomer', groupIds: [], permissions: new Set() };

/** Throws CannotStart if conditions of rules name fields that their collections do not have, or values that these cannot hold. */
export async function requireSoundRules(catalogue: Catalogue): Promise<void> {
  await withoutMistakes(async (mistakes) => {
    for (const definition of [...catalogue.all, ...catalogue.queries])
      for (const [place, rule] of rulesOf(definition))
        for (const one of alternativesOf(rule))
          await mistakes.attempt(() => requireSound(catalogue, definition, place, one));
  });
}

/** The rules of a collection and its fields, with their places. */
function rulesOf({ access, readRules, writeRules }: Definition): [place: string, rule: AccessRule][] {
  return [
    ...Object.entries(access ?? {}).map(([use, rule]): [string, AccessRule] => [
      `access: the rule for '${use}'`,
      rule,
    ]),
    ...[...readRules].map(([field, rule]): [string, AccessRule] => [`field '${field}': its read rule`, rule]),
    ...[...writeRules].map(([field, rule]): [string, AccessRule] => [
      `field '${field}': its write rule`,
      rule,
    ]),
  ];
}

function requireSound(catalogue: Catalogue, definition: Definition, place: string, rule: AccessRule): void {
  if (!('records' in rule) || rule.records === undefined) return;
  const { level, records: declared } = rule;
  requireReadable(`${place}${inFile(definition)}`, () => {
    const records =
      typeof declared === 'function' ? declared(level === 'public' ? undefined : newcomer) : declared;
    const ofNewcomer = records === 'own' ? { create_user_id: newcomer.id } : records;
    return readRecords({ catalogue, bindings: nowhere(), from: 'constants' }, definition, ofNewcomer);
  });
}

/** Throws CannotStart if a condition of own code names a field that the collection does not have, or a value that it cannot hold. */
export function requireSoundCondition(
  catalogue: Catalogue,
  definition: Definition,
  where: Where,
  what: string,
): void {
  requireReadable(what, () =>
    readRecords({ catalogue, bindings: nowhere(), from: 'constants' }, definition, where),
  );
}

/** Throws CannotStart, beginning with `what`, if reading something that the project declares throws. */
export function requireReadable(what: string, read: () => unknown): void {
  try {
    read();
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new CannotStart(`${what}: ${problem}`, { cause });
  }
}

/** Bindings for a condition that is read without a database. */
function nowhere(): Bindings {
  return new Bindings({ encode: (_, value) => value, anyCase: likeAndGlob });
}
