import { type AccessRule, isForAll } from '../definitions/access-rule.ts';
import { bothOf, type Rows } from '../definitions/where.ts';
import type { Rights } from '../records/rights.ts';
import { user } from './accounts/user.record.ts';
import type { Actor } from './actor.ts';
import { decide, isMomentary, withSettings } from './decide.ts';

interface Circumstances {
  /** Settings that make login rules public. */
  readonly switchedOff: ReadonlySet<string>;
  /** The rule that admitted the request. */
  readonly admittedBy: AccessRule;
}

/** An actor's rights, which know whether an answer depended on who that is. */
export interface ActorRights extends Rights {
  /**
   * Whether any rule asked so far may say something else to another actor. The rule that admitted the request does not
   * count while it leaves all rows: who is admitted to fewer is never given a shared answer.
   */
  readonly arePersonal: boolean;
  /** Whether a rule asked so far may say something else to the same actor at another moment. */
  readonly areMomentary: boolean;
}

/** The rights that the definitions' rules leave to an actor: the one place where rules are asked about rows and fields. */
export function makeRights(actor: Actor, { switchedOff, admittedBy }: Circumstances): ActorRights {
  let arePersonal = false;
  let areMomentary = false;
  const left = (declared: AccessRule): Rows => {
    const rule = withSettings(declared, switchedOff);
    if (isForAll(rule)) return 'all';
    if (isMomentary(actor, rule)) areMomentary = true;
    const decision = decide(actor, rule);
    const rows = decision.allowed ? decision.rows : 'none';
    if (rule !== admittedBy || rows !== 'all') arePersonal = true;
    return rows;
  };
  const rows: Rights['rows'] = ({ access, isFollowed }, ...uses) => {
    if (!access) return isFollowed && uses.every((use) => use === 'read') ? 'all' : 'none';
    return uses.reduce<Rows>((both, use) => bothOf(both, left(access[use])), 'all');
  };
  const may = (rule: AccessRule | undefined) => rule === undefined || left(rule) === 'all';
  return {
    get arePersonal() {
      return arePersonal;
    },
    get areMomentary() {
      return areMomentary;
    },
    rows,
    known(definition) {
      if (definition.access) return rows(definition, 'read');
      arePersonal = true;
      // The server's own records are for super administrators, and users for themselves.
      if (actor.isSuper) return 'all';
      return definition === user ? { id: actor.id } : 'none';
    },
    shows: ({ fields, readRules }, field) => Object.hasOwn(fields, field) && may(readRules.get(field)),
    changes: ({ writeRules }, field) => may(writeRules.get(field)),
  };
}
