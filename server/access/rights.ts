import { type AccessRule, isForAll } from '../definitions/access-rule.ts';
import { bothOf, type Rows } from '../definitions/where.ts';
import type { Rights } from '../records/rights.ts';
import type { Actor } from './actor.ts';
import { decide, withSettings } from './decide.ts';
import { user } from './user.record.ts';

interface Circumstances {
  /** Settings that make login rules public. */
  readonly switchedOff: ReadonlySet<string>;
  /** Told of each rule that does not say the same of everybody, and what it left. */
  readonly consulted: (rule: AccessRule, rows: Rows) => void;
}

/** What the rules of the definitions leave to somebody: the one place where they are asked about rows and fields. */
export function makeRights(actor: Actor, { switchedOff, consulted }: Circumstances): Rights {
  const left = (declared: AccessRule): Rows => {
    const rule = withSettings(declared, switchedOff);
    if (isForAll(rule)) return 'all';
    const decision = decide(actor, rule);
    const rows = decision.allowed ? decision.rows : 'none';
    consulted(rule, rows);
    return rows;
  };
  const rows: Rights['rows'] = ({ access, isFollowed }, ...uses) => {
    if (!access) return isFollowed && uses.every((use) => use === 'read') ? 'all' : 'none';
    return uses.reduce<Rows>((both, use) => bothOf(both, left(access[use])), 'all');
  };
  const may = (rule: AccessRule | undefined) => rule === undefined || left(rule) === 'all';
  return {
    rows,
    known(definition) {
      if (definition.access) return rows(definition, 'read');
      // The server's own are for super administrators, and users for themselves.
      if (actor.isSuper) return 'all';
      return definition === user ? { id: actor.id } : 'none';
    },
    shows: ({ fields, readRules }, field) => Object.hasOwn(fields, field) && may(readRules.get(field)),
    changes: ({ writeRules }, field) => may(writeRules.get(field)),
  };
}
