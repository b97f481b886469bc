import { type Door, explain } from '../../../access/index.ts';
import {
  type AccessRule,
  alternativesOf,
  bothOf,
  type Catalogue,
  type ServedDefinition,
  type WhichRecords,
} from '../../../definitions/for-server.ts';
import { type Use, usesOf } from '../../../records/rights.ts';
import { toJson } from '../../../shared/exact-json.ts';
import { toExtent } from '../explanations.ts';
import { rulesOf } from '../subject.ts';
import type { Affected } from './affected.ts';

/** Records are counted up to this many; beyond it, the count is a lower bound. */
const MOST_RECORDS = 1000;
/** The uses whose records are counted: those of existing records. */
const COUNTED: ReadonlySet<Use> = new Set(['read', 'update', 'delete', 'history']);
/** Conditions whose records are counted at all. */
const MOST_COUNTS = 200;

/** A rule that may decide differently: that of an action, a field or a route. */
export interface Subject {
  readonly name: string;
  /** All of them must allow. */
  readonly rules: readonly AccessRule[];
  /** Absent for fields and routes. */
  readonly collection?: { readonly definition: ServedDefinition; readonly use: Use };
}

/** Every action and field that rules guard. */
export function subjectsOf({ served }: Catalogue): Subject[] {
  return served.flatMap((definition) => {
    const { name, readRules, writeRules } = definition;
    return [
      ...usesOf(definition).map((use) => ({
        name: `${name} ${use}`,
        rules: rulesOf(definition, use),
        collection: { definition, use },
      })),
      ...[...readRules].map(([field, rule]) => ({ name: `${name}.${field} read`, rules: [rule] })),
      ...[...writeRules].map(([field, rule]) => ({ name: `${name}.${field} write`, rules: [rule] })),
    ];
  });
}

/** Whether rules can depend on groups and permissions at all. */
export function dependsOnGrants({ rules }: Subject): boolean {
  return rules
    .flatMap((rule) => [...alternativesOf(rule)])
    .some((one) => one.level === 'permission' || ('records' in one && typeof one.records === 'function'));
}

/** What one user could do more or less than before. */
export interface Difference {
  readonly subject: Subject;
  readonly before: WhichRecords;
  readonly after: WhichRecords;
}

/** The effect of the changes on one user, rule by rule, decided as requests are. */
export function differencesOf(
  { before, after }: Affected,
  subjects: readonly Subject[],
  switchedOff: ReadonlySet<string>,
): Difference[] {
  return subjects.flatMap((subject) => {
    const recordsFor = (actor: Affected['before']) =>
      subject.rules.reduce<WhichRecords>(
        (both, rule) => bothOf(both, explain(actor, rule, switchedOff).records),
        'all',
      );
    const [then, now] = [recordsFor(before), recordsFor(after)];
    return toJson(then) === toJson(now) ? [] : { subject, before: then, after: now };
  });
}

/** Some records as a preview shows them; `count` is null where nothing was counted, and a lower bound unless it is exact. */
export interface Counted {
  readonly records: ReturnType<typeof toExtent>;
  readonly count: number | null;
  readonly exact: boolean;
}

/**
 * Counts the records of conditions, each condition once. Only super administrators get these counts, because they could reveal
 * hidden values. Other callers get the count of all records, if they may read all of them.
 */
export function makeRecordCounter(door: Door) {
  const { actor, admission } = door;
  const mayCount = ({ access }: ServedDefinition, records: WhichRecords) =>
    actor.isSuper ||
    (records === 'all' && explain(actor, access.read, admission.switchedOff).records === 'all');
  const counted = new Map<string, Promise<Counted>>();
  return ({ collection }: Subject, records: WhichRecords): Promise<Counted> => {
    const extent = toExtent(records);
    const nothing = { records: extent, count: null, exact: false };
    if (extent === 'none') return Promise.resolve({ records: extent, count: 0, exact: true });
    if (!collection || !COUNTED.has(collection.use) || !mayCount(collection.definition, records))
      return Promise.resolve(nothing);
    const key = `${collection.definition.name} ${toJson(records)}`;
    const known = counted.get(key);
    if (known) return known;
    if (counted.size >= MOST_COUNTS) return Promise.resolve(nothing);
    const count = countRecords(door, collection.definition, records);
    counted.set(key, count);
    return count;
  };
}

async function countRecords(
  door: Door,
  definition: ServedDefinition,
  records: WhichRecords,
): Promise<Counted> {
  const { longReads } = await door.reach(definition, 'read');
  const all = longReads.query.selectFrom(definition.name).select('id');
  const wanted = records === 'all' ? all : all.where(longReads.ruleCondition(definition, records));
  const found = await longReads.records(wanted.limit(MOST_RECORDS + 1), { id: { type: 'bigint' } });
  return {
    records: toExtent(records),
    count: Math.min(found.length, MOST_RECORDS),
    exact: found.length <= MOST_RECORDS,
  };
}
