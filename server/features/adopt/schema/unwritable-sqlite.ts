import type { SourceRecord } from '../../import-lin/exports.ts';
import type { ForeignTable } from './foreign-schema.ts';

/** Foreign keys that are checked at the commit, which several writes of this server share. */
const DEFERRED = /initially\s+deferred/i;
/** A trigger or a constraint that undoes a transaction, of which other writes may be parts. */
const ROLLBACK = /raise\s*\(\s*rollback|on\s+conflict\s+rollback/i;
/** A foreign key that writes where a record that it refers to is written. */
const FOLLOWS = /on\s+(delete|update)\s+(cascade|set)/i;

/** Why tables of SQLite cannot be written without harm to other writes of this server; `texts` has what made each, triggers apart. */
export function unwritableTables(
  tables: readonly ForeignTable[],
  texts: readonly SourceRecord[],
  triggers: readonly SourceRecord[],
): ReadonlyMap<string, string> {
  const sqlOf = new Map(texts.map(({ table, sql }) => [table ?? '', sql ?? '']));
  const refersTo = (one: ForeignTable, name: string) =>
    one.references.some(({ table }) => isSame(table, name));
  /** The tables that a write to this one writes as well, by triggers and foreign keys. */
  const followers = ({ name }: ForeignTable) => {
    const own = triggers.flatMap(({ table, sql }) =>
      isSame(table ?? '', name) ? (sql ?? '').toLowerCase() : [],
    );
    return tables.filter(
      (one) =>
        own.some((sql) => sql.includes(one.name.toLowerCase())) ||
        (refersTo(one, name) && FOLLOWS.test(sqlOf.get(one.name) ?? '')),
    );
  };
  const written = (table: ForeignTable, seen = new Set<ForeignTable>()): ReadonlySet<ForeignTable> => {
    if (!seen.has(table)) {
      seen.add(table);
      for (const other of followers(table)) written(other, seen);
    }
    return seen;
  };
  const isDeferred = ({ name }: ForeignTable) =>
    tables.some(
      (one) => DEFERRED.test(sqlOf.get(one.name) ?? '') && (one.name === name || refersTo(one, name)),
    );
  const undoes = ({ name }: ForeignTable) =>
    ROLLBACK.test(sqlOf.get(name) ?? '') ||
    triggers.some(({ table, sql }) => isSame(table ?? '', name) && ROLLBACK.test(sql ?? ''));
  const reasonFor = (table: ForeignTable): string | undefined => {
    const all = [...written(table)];
    if (all.some(isDeferred)) return 'foreign keys are checked at the commit, which other writes share';
    return all.some(undoes) ? 'a trigger or a constraint rolls back the writes of others' : undefined;
  };
  return new Map(
    tables.flatMap((table) => {
      const reason = reasonFor(table);
      return reason === undefined ? [] : [[table.name, reason] as const];
    }),
  );
}

/** Whether two names are of one table, as SQLite tells them. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
