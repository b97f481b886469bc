import { MAX_FOLLOWED } from '../../../contract/limits.ts';
import type { Database, Raw, Reader } from '../../database/index.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { inTurn, type MaybePromise, whenKnown } from '../../shared/maybe-promise.ts';
import {
  CREATOR,
  columnsInEach,
  type Expansion,
  flagsOfSeen,
  isSeenIn,
  MINE,
  type Queries,
  type Selection,
  valuesIn,
} from '../query/index.ts';
import { idsBy } from '../record.ts';
import {
  charactersOf,
  isAlwaysBounded,
  mayBeTooLong,
  mostCharacters,
  requireBounded,
  untilTooLong,
  type Weight,
} from './answer-weight.ts';
import { type Backward, type Backwards, makeBackwards } from './backwards.ts';
import { makeTargetReader } from './target-records.ts';

/** Adds referenced records under `expanded`, by field. Records that the actor may not read are null, or missing from a list. */
export type Expand = (
  records: readonly Raw[],
  values: Raw,
  longReads: Reader,
) => MaybePromise<readonly Raw[]>;

/** The columns that must be read to show a selection. */
export function columnsOf({ definition, columns, locales, expanded, mine }: Selection): string[] {
  const read = columns.flatMap(
    (name) => columnsInEach(definition, name, locales)?.map(([, column]) => column) ?? name,
  );
  const followed = expanded.flatMap(({ column, back }) => (back ? [] : column));
  return [...new Set([...read, ...followed, ...(mine ? [CREATOR] : [])])];
}

/** What to read of the records of a selection, and further columns. */
function readFor(selection: Selection, more: readonly string[] = []) {
  const { definition, locales } = selection;
  const columns = [...new Set([...columnsOf(selection), ...more])];
  return { definition, columns, locales, flags: flagsOfSeen(selection) };
}

/** A record as shown, and its weight in the answer with everything expanded below it. */
interface Shown extends Weight {
  readonly record: Raw;
}

type Weigh = (shown: Raw, found: Expansions, record: Raw) => Weight;

/** The expansions by name: how to find the records, and whether there is at most one. */
type Expansions = readonly (readonly [name: string, targets: Targets])[];

interface Targets {
  readonly of: (record: Raw) => readonly Shown[];
  readonly isOne: boolean;
}

type Follow = (records: readonly Raw[], context: Context) => MaybePromise<Targets>;

/** Shows the records of a selection, with what is expanded below them. */
type Show = (records: readonly Raw[], context: Context) => MaybePromise<readonly Shown[]>;

/** Plans expansions: one statement for each reference and level, however many records there are. */
export function makePlanExpand({ engine, listReads: reads }: Database, queries: Queries) {
  const backwards = makeBackwards(engine, queries);

  /** Refuses too heavy answers before anything is copied. */
  function planShow(selection: Selection): Show {
    const follows = selection.expanded.map((expansion) => {
      const follow = expansion.back ? planBack(expansion, expansion.back) : planReferred(expansion);
      return [expansion.name, follow] as const;
    });
    const put = (records: readonly Raw[], { weigh }: Context, found: Expansions, counts: Counts) => {
      const weighed = shownOf(selection, records).map((record, place) => {
        const { characters, placed } = weigh(record, found, records[place] ?? {});
        return { record, characters, placed };
      });
      requireBounded(weighed);
      for (let place = 0; place < records.length; place += 1)
        addParts(weighed[place]?.record ?? {}, records[place] ?? {}, found, counts);
      return weighed;
    };
    return (records, context) => {
      const following = inTurn(follows, ([name, follow]) =>
        whenKnown(follow(records, context), (targets): Expansions[number] => [name, targets]),
      );
      return whenKnown(following, (found) =>
        whenKnown(readCounts(backwards, selection, records, context), (counts) =>
          put(records, context, found, counts),
        ),
      );
    };
  }

  function planReferred(expansion: Expansion): Follow {
    const { name, reference, visible, selection } = expansion;
    const isOne = !leadsToMany(expansion);
    const asked = readFor(selection);
    const { definition, columns } = asked;
    const show = planShow(selection);
    const readTargets = makeTargetReader(queries, { ...asked, visible });
    return (records, context) => {
      const ids = idsHeld(reference, records);
      if (ids.length === 0) return { of: () => [], isOne };
      if (ids.length > MAX_FOLLOWED)
        throw badParameters({ expand: message('tooManyFollowed', { name, max: MAX_FOLLOWED }) });
      const isLong = mayBeTooLong(definition, columns, ids.length);
      const reader = isLong ? untilTooLong(reads, 'expand') : reads;
      return whenKnown(readTargets(reader, ids, context.values), (found) =>
        whenKnown(show(found, context), (shown): Targets => {
          const byId = shownById(found, shown);
          return { of: (record) => targetsOf(idsBy(reference, record), byId), isOne };
        }),
      );
    };
  }

  function planBack({ visible, selection }: Expansion, back: NonNullable<Expansion['back']>): Follow {
    const asked = { ...readFor(selection, [back.by]), visible, ...back };
    const show = planShow(selection);
    return async (records, context) => {
      const found = await backwards.records(asked, idsOf(records), context);
      const shown = await show(found, context);
      return { of: byTargets(found, shown, back.by), isOne: false };
    };
  }

  return (selection: Selection): Expand => {
    const { expanded, counts } = selection;
    if (expanded.length + counts.length === 0) return (records) => shownOf(selection, records);
    const most = mostOf(selection);
    const show = planShow(selection);
    return (records, values, longReads) => {
      const weigh = isAlwaysBounded(most, records.length) ? () => weightless : weighAll;
      return whenKnown(show(records, { values, weigh, longReads }), (shown) =>
        shown.map(({ record }) => record),
      );
    };
  };
}

function shownById(found: readonly Raw[], shown: readonly Shown[]): ReadonlyMap<unknown, Shown> {
  const byId = new Map<unknown, Shown>();
  for (let place = 0; place < found.length; place += 1) byId.set(found[place]?.id, shown[place] as Shown);
  return byId;
}

/** The ids that records hold by a reference, each once. */
function idsHeld(reference: Expansion['reference'], records: readonly Raw[]): readonly bigint[] {
  const ids = new Set<bigint>();
  for (const record of records) for (const id of idsBy(reference, record)) ids.add(id);
  return [...ids];
}

/** The records of several ids, each once. */
function targetsOf(ids: readonly bigint[], byId: ReadonlyMap<unknown, Shown>): readonly Shown[] {
  const [only] = ids;
  if (ids.length > 1) return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const target = only === undefined ? undefined : byId.get(only);
  return target ? [target] : [];
}

/** The numbers of records that refer to a record, by the names of their ways back. */
type Counts = readonly (readonly [name: string, byId: ReadonlyMap<unknown, unknown>])[];

/** Which of the shown records refer to a record by a field. */
function byTargets(found: readonly Raw[], shown: readonly Shown[], by: string): Targets['of'] {
  const places = Map.groupBy(found.keys(), (index) => found[index]?.[by]);
  return (record) => (places.get(record.id) ?? []).flatMap((index) => shown[index] ?? []);
}

function readCounts(
  backwards: Backwards,
  { counts }: Selection,
  records: readonly Raw[],
  context: Context,
): MaybePromise<Counts> {
  return inTurn(counts, (count) =>
    whenKnown(backwards.counts(count, idsOf(records), context), (byId): Counts[number] => [count.name, byId]),
  );
}

function addParts(shown: Raw, record: Raw, found: Expansions, counts: Counts): void {
  const { id } = record;
  if (found.length > 0) {
    const expanded: Raw = {};
    for (const [name, there] of found) expanded[name] = follow(there, record);
    shown.expanded = expanded;
  }
  if (counts.length > 0)
    shown.counts = Object.fromEntries(counts.map(([name, byId]) => [name, byId.get(id) ?? 0]));
}

function idsOf(records: readonly Raw[]): readonly unknown[] {
  return [...new Set(records.map(({ id }) => id))];
}

/** The context that records of all levels share. */
interface Context extends Backward {
  readonly weigh: Weigh;
}

const weightless: Weight = { characters: 0, placed: 0 };

/** The most that a record of a selection can add to an answer. References to many are unbounded. */
function mostOf({ definition, columns, expanded }: Selection): Weight {
  let characters = mostCharacters(definition, columns);
  let placed = 0;
  for (const expansion of expanded) {
    const there = mostOf(expansion.selection);
    const most = leadsToMany(expansion) ? Number.POSITIVE_INFINITY : 1;
    const times = expansion.back?.limit ?? most;
    characters += times * there.characters;
    placed += times * (1 + there.placed);
  }
  return { characters, placed };
}

function weighAll(shown: Raw, found: Expansions, record: Raw): Weight {
  let characters = charactersOf(shown);
  let placed = 0;
  for (const [, targets] of found)
    for (const there of targets.of(record)) {
      characters += there.characters;
      placed += 1 + there.placed;
    }
  return { characters, placed };
}

/** The record, or records in their order, that a record refers to, without those that the actor may not read. */
function follow({ of, isOne }: Targets, record: Raw): Raw | Raw[] | null {
  const records = of(record);
  return isOne ? (records[0]?.record ?? null) : records.map(({ record: there }) => there);
}

/** A reference inside a field may occur many times. */
function leadsToMany({ reference: { path, leaf } }: Expansion): boolean {
  return path !== undefined || leaf.column.type === 'ids';
}

/** The records without columns that were read for other purposes; the same objects if nothing changes. */
function shownOf(selection: Selection, records: readonly Raw[]): readonly Raw[] {
  const { definition, columns, locales, seen, mine } = selection;
  const isPlain =
    !mine && seen.size === 0 && (!locales || locales.chain !== undefined || definition.localised.size === 0);
  const [first] = records; // records of one statement have the same columns
  if (isPlain && first && Object.keys(first).length === columns.length) return records;
  return records.map((record) => copyOf(selection, record));
}

function copyOf(selection: Selection, record: Raw): Raw {
  const { definition, columns, locales, mine } = selection;
  const shown: Raw = {};
  for (const name of columns) {
    if (!isSeenIn(selection, name, record)) continue;
    const each = columnsInEach(definition, name, locales);
    shown[name] = each ? valuesIn(each, record) : record[name];
  }
  if (mine) shown[MINE] = mine.by !== undefined && record[CREATOR] === mine.by;
  return shown;
}
