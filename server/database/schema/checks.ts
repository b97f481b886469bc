import { toJson } from '../../shared/exact-json.ts';
import type { Engine, Raw, Reader } from '../engine.ts';
import { type Misfit, misfitsOf } from './misfits.ts';
import { isChanging, type Repeated, repeatedAfter } from './repeated-values.ts';
import type { Check, DistinctCheck, FitsCheck, SchemaStep } from './steps/step.ts';
import { unplacedRows } from './tree-rows.ts';

const EXAMPLES = 3;
const LONGEST_EXAMPLE = 40;

/** Why a step cannot be applied; empty if it can. */
export async function findObstacles(engine: Engine, reader: Reader, step: SchemaStep): Promise<string[]> {
  const obstacles: string[] = [];
  for (const check of step.checks) {
    const obstacle = await findObstacle(engine, reader, check);
    if (obstacle !== undefined) obstacles.push(obstacle);
  }
  return obstacles;
}

/** Why a check fails: the number of rows in the way, with examples. Undefined if it passes. */
async function findObstacle(engine: Engine, reader: Reader, check: Check): Promise<string | undefined> {
  const ask: Ask = async (sql) => reader.all({ sql, parameters: [] });
  const { table } = check;
  switch (check.kind) {
    case 'empty':
      return findRows(ask, { table, where: '"id" > 0' }, ['record exists', 'records exist']);
    case 'noneDeleted':
      return findRows(ask, { table, where: '"is_deleted" = true' }, [
        'deleted record would become visible',
        'deleted records would become visible',
      ]);
    case 'noNulls':
      return findRows(ask, { table, where: `"${check.column}" is null` }, [
        'record holds null',
        'records hold null',
      ]);
    case 'fits':
      return findMisfits(engine, reader, check);
    case 'distinct':
      return isChanging(check)
        ? findRepeated(await repeatedAfter(engine, reader, check), check)
        : findDuplicates(engine, ask, check);
    case 'tree':
      return findMisplaced(ask, check);
  }
}

type Ask = (sql: string) => Promise<Raw[]>;

/** A phrase after the number 1, and after any other. */
type Phrase = readonly [singular: string, plural: string];

async function findRows(
  ask: Ask,
  { table, where }: { table: string; where: string },
  phrase: Phrase,
): Promise<string | undefined> {
  const [counted] = await ask(`select count(*) as "rows" from "${table}" where ${where}`);
  const examples = await ask(`select "id" from "${table}" where ${where} order by "id" limit ${EXAMPLES}`);
  return describe(
    Number(counted?.rows),
    phrase,
    examples.map(({ id }) => `${id}`),
  );
}

async function findMisfits(engine: Engine, reader: Reader, check: FitsCheck): Promise<string | undefined> {
  const { secret } = check.to;
  const first: Misfit[] = [];
  let count = 0;
  for await (const batch of misfitsOf(engine, reader, check)) {
    count += batch.length;
    first.push(...batch.slice(0, EXAMPLES - first.length));
  }
  const phrase: Phrase = ['record holds a value that does not fit', 'records hold values that do not fit'];
  const examples = first.map(({ id, value }) => (secret ? `${id}` : `${id} (${shorten(value)})`));
  const said = describe(count, phrase, examples);
  const why = secret ? undefined : first[0]?.why;
  return said === undefined || why === undefined ? said : `${said}; record ${first[0]?.id}: ${why}`;
}

/** Rows that are below themselves, or too deep, where their parents become a tree. */
async function findMisplaced(
  ask: Ask,
  check: { readonly table: string; readonly column: string },
): Promise<string | undefined> {
  const rows = unplacedRows(check);
  const [counted] = await ask(`select count(*) as "rows" from (${rows}) unplaced`);
  const examples = await ask(`${rows} order by "id" limit ${EXAMPLES}`);
  return describe(
    Number(counted?.rows),
    ['record is below itself or too deep for a tree', 'records are below themselves or too deep for a tree'],
    examples.map(({ id }) => `${id}`),
  );
}

const notUnique: Phrase = ['value would not be unique', 'values would not be unique'];

function findRepeated(repeated: readonly Repeated[], { nulls, isSecret }: DistinctCheck): string | undefined {
  const examples = repeated.slice(0, EXAMPLES).map(({ values, rows }) => {
    const ids = rows.slice(0, EXAMPLES).map(({ id }) => id);
    const more = rows.length > ids.length ? ', …' : '';
    const said = [...values.map(shorten), ...nulls.map((column) => `no ${column}`)].join(' and ');
    return `${isSecret ? 'one' : said} in ${rows.length} records (${ids.join(', ')}${more})`;
  });
  return describe(repeated.length, notUnique, examples);
}

async function findDuplicates(
  engine: Engine,
  ask: Ask,
  { table, columns, nulls, visibleOnly, isSecret }: DistinctCheck,
): Promise<string | undefined> {
  const names = Object.keys(columns).map((column) => `"${column}"`);
  const conditions = names.map((name) => `${name} is not null`);
  conditions.push(...nulls.map((column) => `"${column}" is null`));
  if (visibleOnly) conditions.push('"is_deleted" = false');
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const by = names.length > 0 ? `group by ${names.join(', ')}` : '';
  const groups = `select ${[...names, 'count(*) as "rows"'].join(', ')} from "${table}" ${where} ${by} having count(*) > 1`;
  const [counted] = await ask(`select count(*) as "groups" from (${groups}) g`);
  const examples = await ask(`${groups} order by ${[...names, '"rows"'].join(', ')} limit ${EXAMPLES}`);
  const describeGroup = (row: Raw) => {
    if (isSecret) return `one in ${row.rows} records`;
    const values = Object.entries(columns).map(([name, column]) => shorten(engine.decode(column, row[name])));
    values.push(...nulls.map((column) => `no ${column}`));
    return `${values.join(' and ') || 'the default'} in ${row.rows} records`;
  };
  return describe(Number(counted?.groups), notUnique, examples.map(describeGroup));
}

function describe(
  count: number,
  [singular, plural]: Phrase,
  examples: readonly string[],
): string | undefined {
  if (count === 0) return undefined;
  const lead = `${count} ${count === 1 ? singular : plural}`;
  return `${lead}${count > examples.length ? ', such as' : ':'} ${examples.join(', ')}`;
}

function shorten(value: unknown): string {
  const isWritten = typeof value === 'string' || (typeof value === 'object' && value !== null);
  const text = isWritten ? toJson(value) : String(value);
  return text.length <= LONGEST_EXAMPLE ? text : `${text.slice(0, LONGEST_EXAMPLE)}…`;
}
