import type { Raw } from '../engine.ts';
import type { IndexedTexts, TrigramConnection, TrigramQuery, TrigramReader, Trigrams } from '../trigrams.ts';
import { literal } from '../values.ts';

/** The table of all indexes: of which form each is, and up to which row it has entries. */
const STATES = 'quire_trigram';
/** Of the texts of one row, more than this many bytes are not indexed: one call would hold the event loop. */
const MOST_BYTES = 20_000;
/** Stands for texts that are not indexed, and is found by every question. Of no meaning in Unicode. */
const LONG = '\u{f8ff}'.repeat(3);
/** The bytes and rows of one batch: some milliseconds. */
const BATCH_BYTES = 40_000;
const BATCH_ROWS = 200;

/**
 * FTS5 with its tokenizer of three characters (sqlite.org/fts5.html#the_trigram_tokenizer). It ignores the case of letters by
 * its own table, which knows fewer letters than JavaScript; questions name the others in all their forms.
 *
 * Rows behind the position have no entries yet, so creating a row costs a look at it. Triggers see every other change, also
 * those of earlier versions and of other programs. Each statement reads the position, so index and rows are of one state.
 * `not indexed` leaves the primary key: statistics of a small table make the planner prefer any other index.
 */
export const trigrams: Trigrams = {
  async prepare(connection, all) {
    await connection.command(
      `create table if not exists "${STATES}" (name text primary key, form text not null, position integer not null) without rowid`,
    );
    const present = await connection.all({ sql: `select name, form from "${STATES}"`, parameters: [] });
    const forms = new Map(present.map(({ name, form }) => [String(name), String(form)]));
    const names = new Set(all.map(({ table }) => table));
    for (const table of await tablesOf(connection)) if (!names.has(table)) await remove(connection, table);
    for (const texts of all)
      if (forms.get(texts.table) !== formOf(texts) || !(await hasTriggers(connection, texts)))
        await makeAnew(connection, texts);
  },

  renew: (connection, texts) => makeAnew(connection, texts),

  async forget(connection, table) {
    if (!(await exists(connection, STATES))) return;
    for (const { name } of triggersOf(table)) await connection.command(`drop trigger if exists "${name}"`);
    await connection.run({ sql: `delete from "${STATES}" where name = ?`, parameters: [table] });
  },

  async extend(connection, texts, least) {
    const { position, behind } = await this.stateOf(connection, texts, least + 1);
    if (position === undefined || behind <= least) return 0;
    const sizes = texts.columns.map((column) => `coalesce(octet_length("${column}"), 0)`).join(' + ');
    const rows = await connection.all({
      sql: `select id, ${sizes} as size from "${texts.table}" where id > ? order by id limit ${BATCH_ROWS}`,
      parameters: [position],
    });
    const batch = rows.slice(0, sizeOfBatch(rows));
    const last = batch.at(-1)?.id;
    await connection.run({
      sql: `insert into "${indexOf(texts)}"(rowid, ${ownColumns(texts)}) select id, ${valuesOf(texts, '')} from "${texts.table}" where id > ? and id <= ?`,
      parameters: [position, last],
    });
    await connection.run({
      sql: `update "${STATES}" set position = ? where name = ?`,
      parameters: [last, texts.table],
    });
    return batch.length;
  },

  async stateOf(reader, texts, most) {
    if (!(await exists(reader, STATES))) return { position: undefined, behind: 0 };
    const [state] = await reader.all({
      sql: `select position, (select count(*) from (select 1 from "${texts.table}" not indexed where id > position limit ${most})) as behind from "${STATES}" where name = ? and form = ?`,
      parameters: [texts.table, formOf(texts)],
    });
    return state
      ? { position: BigInt(state.position as bigint), behind: Number(state.behind) }
      : { position: undefined, behind: 0 };
  },

  async countsOf(reader, texts) {
    const [counted] = await reader.all({
      sql: `select (select count(*) from "${indexOf(texts)}_docsize") as entries, (select count(*) from "${texts.table}" where id > 0 and id <= position) as "rows" from "${STATES}" where name = ?`,
      parameters: [texts.table],
    });
    return { entries: Number(counted?.entries ?? 0), rows: Number(counted?.rows ?? 0) };
  },

  hasEntries: (texts) => ({
    sql: `select 1 as found from "${STATES}" where name = ? and form = ? and position > 0`,
    parameters: [texts.table, formOf(texts)],
  }),

  candidates(query) {
    const { texts, most } = query;
    const position = `select position from "${STATES}" where name = ? and form = ?`;
    const state = [texts.table, formOf(texts)];
    return {
      sql: [
        `select null as id from (${position})`,
        `select * from (select rowid from "${indexOf(texts)}" where "${indexOf(texts)}" match ? limit ${most})`,
        `select * from (select id from "${texts.table}" not indexed where id > (${position}) limit ${most})`,
      ].join(' union all '),
      parameters: [...state, matchOf(query), ...state],
    };
  },
};

/** How many rows make a batch: at least one, and no more than its bytes allow. */
function sizeOfBatch(rows: readonly Raw[]): number {
  let bytes = 0;
  for (const [place, { size }] of rows.entries()) {
    bytes += Math.min(Number(size), MOST_BYTES);
    if (bytes > BATCH_BYTES) return Math.max(1, place);
  }
  return rows.length;
}

/** Identifies what the entries are made of. */
function formOf({ columns, isByColumn }: IndexedTexts): string {
  return JSON.stringify([1, isByColumn, columns]);
}

/** Names of collections hold no point, so no other table has this name. */
function indexOf({ table }: Pick<IndexedTexts, 'table'>): string {
  return `${table}.trigrams`;
}

/** FTS5 reserves some names, so its columns are numbered. */
function ownColumns({ columns }: IndexedTexts): string {
  return columns.map((_, place) => `c${place}`).join(', ');
}

function valuesOf({ columns }: IndexedTexts, prefix: string): string {
  const long = literal(LONG);
  return columns
    .map((column) => `iif(octet_length(${prefix}"${column}") > ${MOST_BYTES}, ${long}, ${prefix}"${column}")`)
    .join(', ');
}

function triggersOf(table: string): { readonly name: string; readonly event: string }[] {
  return ['insert', 'update', 'delete'].map((event) => ({ name: `${table}.trigrams.${event}`, event }));
}

/** The triggers that keep the entries in step with rows up to the position. Trials have ids below zero. */
function triggerSql(texts: IndexedTexts): string[] {
  const { table, columns } = texts;
  const hasEntry = (row: string) =>
    `${row}.id > 0 and ${row}.id <= (select position from "${STATES}" where name = ${literal(table)})`;
  const remove = `delete from "${indexOf(texts)}" where rowid = old.id;`;
  const add = `insert into "${indexOf(texts)}"(rowid, ${ownColumns(texts)}) values (new.id, ${valuesOf(texts, 'new.')});`;
  const changed = columns.map((column) => `new."${column}" is not old."${column}"`).join(' or ');
  const named = columns.map((column) => `"${column}"`).join(', ');
  const [onInsert, onUpdate, onDelete] = triggersOf(table).map(
    ({ name }) => `create trigger "${name}" after`,
  );
  return [
    `${onInsert} insert on "${table}" when ${hasEntry('new')} begin ${add} end`,
    `${onUpdate} update of ${named} on "${table}" when ${hasEntry('old')} and (${changed}) begin ${remove} ${add} end`,
    `${onDelete} delete on "${table}" when ${hasEntry('old')} begin ${remove} end`,
  ];
}

async function makeAnew(connection: TrigramConnection, texts: IndexedTexts): Promise<void> {
  await remove(connection, texts.table);
  const detail = texts.isByColumn ? 'column' : 'none';
  await connection.command(
    `create virtual table "${indexOf(texts)}" using fts5(${ownColumns(texts)}, content='', contentless_delete=1, detail=${detail}, tokenize='trigram')`,
  );
  for (const sql of triggerSql(texts)) await connection.command(sql);
  await connection.run({
    sql: `insert into "${STATES}" (name, form, position) values (?, ?, 0)`,
    parameters: [texts.table, formOf(texts)],
  });
}

async function remove(connection: TrigramConnection, table: string): Promise<void> {
  await trigrams.forget(connection, table);
  await connection.command(`drop table if exists "${indexOf({ table })}"`);
}

/** The tables that have an index, in step or not. */
async function tablesOf(connection: TrigramConnection): Promise<string[]> {
  const found = await connection.all({
    sql: `select name from sqlite_master where type = 'table' and name like '%.trigrams'`,
    parameters: [],
  });
  return found.map(({ name }) => String(name).replace(/\.trigrams$/, ''));
}

/** Whether the triggers are those that this version makes. */
async function hasTriggers(connection: TrigramConnection, texts: IndexedTexts): Promise<boolean> {
  const present = await connection.all({
    sql: `select sql from sqlite_master where type = 'trigger' and tbl_name = ?`,
    parameters: [texts.table],
  });
  const all = new Set(present.map(({ sql }) => String(sql)));
  return triggerSql(texts).every((sql) => all.has(sql.replace('create trigger', 'CREATE TRIGGER')));
}

async function exists(reader: TrigramReader, table: string): Promise<boolean> {
  const found = await reader.all({
    sql: 'select 1 as found from sqlite_master where name = ?',
    parameters: [table],
  });
  return found.length > 0;
}

function matchOf({ texts, columns, wanted }: TrigramQuery): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const any = (parts: readonly string[]) => `(${parts.join(' OR ')})`;
  const all = (parts: readonly string[]) => `(${parts.join(' AND ')})`;
  const words = wanted.map((spellings) =>
    any(spellings.map((trigram) => all(trigram.map((forms) => any(forms.map(quoted)))))),
  );
  const text = any([all(words), quoted(LONG)]);
  if (!texts.isByColumn) return text;
  const places = columns.map((column) => `c${texts.columns.indexOf(column)}`);
  return `{${places.join(' ')}} : ${text}`;
}
