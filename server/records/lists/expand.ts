import { MAX_FOLLOWED } from '../../../contract/limits.ts';
import type { Database } from '../../database/database.ts';
import type { Raw } from '../../database/engine.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { Bindings } from '../query/bindings.ts';
import { allOf, toSql } from '../query/condition.ts';
import type { Queries } from '../query/queries.ts';
import type { Expansion, Selection } from '../query/selection.ts';
import { columnsInEach, valuesIn } from '../query/speech.ts';
import { idsBy } from '../row.ts';
import {
  charactersOf,
  isAlwaysBounded,
  mayBeTooLong,
  mostCharacters,
  requireBounded,
  untilTooLong,
  type Weight,
} from './answer-weight.ts';
import { selected, shapeOf } from './page-query.ts';

/** Adds the rows that rows refer to, under `expanded` by field; null, or fewer, if the actor may not read them. */
export type Expand = (selection: Selection, rows: readonly Raw[], values: Raw) => Promise<readonly Raw[]>;

/** The columns that must be read to show a selection. */
export function columnsOf({ definition, columns, speech, expanded }: Selection): string[] {
  const read = columns.flatMap(
    (name) => columnsInEach(definition, name, speech)?.map(([, column]) => column) ?? name,
  );
  return [...new Set([...read, ...expanded.map(({ column }) => column)])];
}

/** A row as it is shown, and what it adds to the answer, everything expanded below it included. */
interface Shown extends Weight {
  readonly row: Raw;
}

type Weigh = (shown: Raw, found: Found, row: Raw) => Weight;

/** The rows that each expanded reference leads to, by their ids. */
type Found = readonly (readonly [expansion: Expansion, byId: ReadonlyMap<unknown, Shown>])[];

/** Expands with exactly one statement for each reference and level, however many rows there are. */
export function makeExpand({ engine, reads }: Database, queries: Queries): Expand {
  /** Refuses what is too much before anything is copied. */
  async function show(
    selection: Selection,
    rows: readonly Raw[],
    context: Context,
  ): Promise<readonly Shown[]> {
    const found: [expansion: Expansion, byId: ReadonlyMap<unknown, Shown>][] = [];
    for (const expansion of selection.expanded)
      found.push([expansion, await targets(expansion, rows, context)]);
    const weighed = rows.map((row) => {
      const shown = shownOf(selection, row);
      const { characters, placed } = context.weigh(shown, found, row);
      return { row: shown, characters, placed };
    });
    requireBounded(weighed);
    if (found.length > 0)
      for (const [place, { row: shown }] of weighed.entries()) {
        const expanded: Raw = {};
        for (const [expansion, byId] of found)
          expanded[expansion.name] = follow(expansion, byId, rows[place] ?? {});
        shown.expanded = expanded;
      }
    return weighed;
  }

  async function targets(
    { name, reference, visible, selection }: Expansion,
    rows: readonly Raw[],
    context: Context,
  ): Promise<ReadonlyMap<unknown, Shown>> {
    const ids = [...new Set(rows.flatMap((row) => idsBy(reference, row)))];
    if (ids.length === 0) return new Map();
    if (ids.length > MAX_FOLLOWED)
      throw badParameters({ expand: message('tooManyFollowed', { name, max: MAX_FOLLOWED }) });
    const { definition } = selection;
    const bindings = new Bindings(engine, 'id');
    const wanted = allOf([visible, { column: 'id', in: bindings.addList({ type: 'bigint' }, ids) }]);
    const columns = columnsOf(selection);
    const found = await queries.rows(
      mayBeTooLong(definition, columns, ids.length) ? untilTooLong(reads, 'expand') : reads,
      [definition.name, columns, selection.speech?.chain, wanted],
      Object.assign(bindings.values, context.values),
      (writer) => ({
        query: writer.query
          .selectFrom(definition.name)
          .select(selected(definition, columns, selection.speech))
          .where(toSql(writer, wanted)),
        columns: shapeOf(definition, columns),
      }),
    );
    const shown = await show(selection, found, context);
    return new Map(found.map(({ id }, index) => [id, shown[index] as Shown]));
  }

  return async (selection, rows, values) => {
    if (selection.expanded.length === 0) return rows.map((row) => shownOf(selection, row));
    const weigh = isAlwaysBounded(mostOf(selection), rows.length) ? () => weightless : weighAll;
    return (await show(selection, rows, { values, weigh })).map(({ row }) => row);
  };
}

/** What the rows of all levels of an answer have in common. */
interface Context {
  readonly values: Raw;
  readonly weigh: Weigh;
}

const weightless: Weight = { characters: 0, placed: 0 };

/** The most that a row of a selection can add to an answer. References to many know no bound. */
function mostOf({ definition, columns, expanded }: Selection): Weight {
  let characters = mostCharacters(definition, columns);
  let placed = 0;
  for (const expansion of expanded) {
    const there = mostOf(expansion.selection);
    const times = leadsToMany(expansion) ? Number.POSITIVE_INFINITY : 1;
    characters += times * there.characters;
    placed += times * (1 + there.placed);
  }
  return { characters, placed };
}

function weighAll(shown: Raw, found: Found, row: Raw): Weight {
  let characters = charactersOf(shown);
  let placed = 0;
  for (const [{ reference }, byId] of found)
    for (const id of idsBy(reference, row)) {
      const there = byId.get(id);
      if (!there) continue;
      characters += there.characters;
      placed += 1 + there.placed;
    }
  return { characters, placed };
}

/** The row of an id, or the rows of many ids in their order, as far as the actor may read them. */
function follow(expansion: Expansion, byId: ReadonlyMap<unknown, Shown>, row: Raw): Raw | Raw[] | null {
  const there = (id: unknown): Raw | undefined => byId.get(id)?.row;
  if (!leadsToMany(expansion)) return there(row[expansion.column]) ?? null;
  return [...new Set(idsBy(expansion.reference, row))].flatMap<Raw>((id) => there(id) ?? []);
}

/** A reference inside a field may stand there many times. */
function leadsToMany({ reference: { path, leaf } }: Expansion): boolean {
  return path !== undefined || leaf.column.type === 'ids';
}

/** The row as it is answered: without columns that were read for other purposes; the same row if nothing changes. */
function shownOf({ definition, columns, speech }: Selection, row: Raw): Raw {
  const isPlain = !speech || speech.chain !== undefined || definition.localised.size === 0;
  if (isPlain && Object.keys(row).length === columns.length) return row;
  return Object.fromEntries(
    columns.map((name) => {
      const each = columnsInEach(definition, name, speech);
      return [name, each ? valuesIn(each, row) : row[name]];
    }),
  );
}
