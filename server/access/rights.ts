import { type AccessRule, bothOf, isForAll, USER, type WhichRecords } from '../definitions/for-server.ts';
import { type Rights, usesOf } from '../records/rights.ts';
import { type Actor, keyWrites, onCollections } from './actor.ts';
import { decide, isMomentary, withSettings } from './decide.ts';
import { isBarred } from './key-reach.ts';

interface Circumstances {
  /** Settings that make login rules public. */
  readonly switchedOff: ReadonlySet<string>;
  /** The rule that admitted the request. */
  readonly admittedBy: AccessRule;
  /** Called with each rule that gave the actor something to see or to change. */
  readonly noteUse?: (rule: AccessRule) => void;
}

/** An actor's rights. They collection whether an answer depended on the actor. */
export interface ActorRights extends Rights {
  /**
   * Whether a rule evaluated so far may differ for another actor, or the actor was asked for. The rule that admitted the request does not
   * count if it leaves all records: callers with fewer records never receive a shared answer.
   */
  arePersonal(): boolean;
  /** Whether a rule evaluated so far may differ for the same actor at another time. */
  areMomentary(): boolean;
}

/** The rights that the definitions' rules give an actor: the one place that evaluates rules about records and fields. */
export function makeRights(actor: Actor, { switchedOff, admittedBy, noteUse }: Circumstances): ActorRights {
  const ruled = onCollections(actor);
  let arePersonal = false;
  let areMomentary = false;
  const left = (declared: AccessRule): WhichRecords => {
    const rule = withSettings(declared, switchedOff);
    if (isForAll(rule)) return 'all';
    if (isMomentary(ruled, rule)) areMomentary = true;
    const decision = decide(ruled, rule);
    const records = decision.allowed ? decision.records : 'none';
    if (rule !== admittedBy || records !== 'all') arePersonal = true;
    return records;
  };
  const records: Rights['records'] = (definition, ...uses) => {
    const { name, draftOf = name, access, isFollowed, isSingleton, sql } = definition;
    if (!access) return isFollowed && uses.every((use) => use === 'read') ? 'all' : 'none';
    if ((isSingleton || sql) && !uses.every((use) => usesOf(definition).includes(use))) return 'none';
    const [first = 'all', ...others] = uses.map((use) => left(access[use]));
    const recordsLeft = others.reduce(bothOf, first);
    if (actor.key === undefined || !isBarred(actor, draftOf, uses)) return recordsLeft;
    const isOpen = uses.every((use) => use === 'read' && isForAll(withSettings(access.read, switchedOff)));
    return isOpen ? recordsLeft : 'none';
  };
  const leftBy = (rule: AccessRule | undefined): WhichRecords => {
    if (rule === undefined) return 'all';
    const there = left(rule);
    if (there !== 'none') noteUse?.(rule);
    return there;
  };
  const shownIn: Rights['shownIn'] = ({ name, draftOf = name, fields, readRules, shown }, field) => {
    if (!Object.hasOwn(fields, field) || shown?.has(field) === false) return 'none';
    const rule = readRules.get(field);
    // Records that are everybody's are shown with any key; what only its user may see of them is not.
    if (rule && isBarred(actor, draftOf, ['read']) && !isForAll(withSettings(rule, switchedOff))) {
      arePersonal = true;
      return 'none';
    }
    return leftBy(rule);
  };
  const changedIn: Rights['changedIn'] = ({ name, draftOf = name, writeRules }, field) =>
    actor.key === undefined || keyWrites(actor.key, draftOf) ? leftBy(writeRules.get(field)) : 'none';
  // Methods, because each object with getters of its own gets a hidden class of its own, which V8 keeps for long.
  return {
    arePersonal: () => arePersonal,
    areMomentary: () => areMomentary,
    records,
    known(definition) {
      if (definition.access) return records(definition, 'read');
      arePersonal = true;
      if (actor.isSuper) return 'all';
      // Of the server's own collections, users may refer to themselves, and to others where these are shown.
      if (definition.name !== USER || actor.id === 0n) return 'none';
      return definition.isFollowed ? 'all' : { id: actor.id };
    },
    shows: (definition, field) => shownIn(definition, field) === 'all',
    shownIn,
    changes: (definition, field) => changedIn(definition, field) === 'all',
    changedIn,
    me() {
      arePersonal = true;
      return actor.id === 0n ? undefined : actor.id;
    },
  };
}

/** What two actors may both do. */
export function jointRights(one: Rights, other: Rights): Rights {
  return {
    records: (definition, ...uses) =>
      bothOf(one.records(definition, ...uses), other.records(definition, ...uses)),
    known: (definition) => bothOf(one.known(definition), other.known(definition)),
    shows: (definition, field) => one.shows(definition, field) && other.shows(definition, field),
    shownIn: (definition, field) => bothOf(one.shownIn(definition, field), other.shownIn(definition, field)),
    changes: (definition, field) => one.changes(definition, field) && other.changes(definition, field),
    changedIn: (definition, field) =>
      bothOf(one.changedIn(definition, field), other.changedIn(definition, field)),
    me: () => undefined, // two actors are no single caller
  };
}
