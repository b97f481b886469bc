import type { Engine, Raw, Reader } from '../engine.ts';
import { fitted, unfit } from './fitting.ts';
import { valuesOf } from './rows.ts';
import type { Check } from './step.ts';

const EXAMPLES = 3;
const LONGEST_EXAMPLE = 40;

/** Why a step cannot be made: how many rows are in its way, and some of them. Undefined where none is. */
export async function obstacleTo(engine: Engine, reader: Reader, check: Check): Promise<string | undefined> {
  const ask = (sql: string) => reader.all({ sql, parameters: [] });
  const { table } = check;
  switch (check.kind) {
    case 'empty':
      return rowsThat(ask, table, '"id" > 0', ['row is there', 'rows are there']);
    case 'noneDeleted':
      return rowsThat(ask, table, '"is_deleted" = true', [
        'deleted row would come back to life',
        'deleted rows would come back to life',
      ]);
    case 'noNulls':
      return rowsThat(ask, table, `"${check.column}" is null`, ['row holds null', 'rows hold null']);
    case 'fits':
      return misfits(engine, reader, check);
    case 'distinct':
      return shared(engine, ask, check);
  }
}

type Ask = (sql: string) => Promise<Raw[]>;

/** What is told of one, and of several. */
type Words = readonly [one: string, several: string];

async function rowsThat(ask: Ask, table: string, where: string, words: Words): Promise<string | undefined> {
  const [counted] = await ask(`select count(*) as "rows" from "${table}" where ${where}`);
  const examples = await ask(`select "id" from "${table}" where ${where} order by "id" limit ${EXAMPLES}`);
  return told(
    Number(counted?.rows),
    words,
    examples.map(({ id }) => `${id}`),
  );
}

async function misfits(
  engine: Engine,
  reader: Reader,
  { table, column, before, to }: Check & { kind: 'fits' },
): Promise<string | undefined> {
  const examples: string[] = [];
  let count = 0;
  for await (const some of valuesOf(engine, reader, table, { name: column, column: before })) {
    for (const { id, value } of some) {
      if (fitted(value, to) !== unfit) continue;
      count += 1;
      if (examples.length < EXAMPLES)
        examples.push(to.field.secret ? `${id}` : `${id} (${shortened(value)})`);
    }
  }
  return told(count, ['row holds what does not fit', 'rows hold what does not fit'], examples);
}

async function shared(
  engine: Engine,
  ask: Ask,
  { table, columns, visibleOnly, isSecret }: Check & { kind: 'distinct' },
): Promise<string | undefined> {
  const names = Object.keys(columns).map((column) => `"${column}"`);
  const conditions = [
    ...names.map((name) => `${name} is not null`),
    ...(visibleOnly ? ['"is_deleted" = false'] : []),
  ];
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const by = names.length > 0 ? `group by ${names.join(', ')}` : '';
  const groups = `select ${[...names, 'count(*) as "rows"'].join(', ')} from "${table}" ${where} ${by} having count(*) > 1`;
  const [counted] = await ask(`select count(*) as "groups" from (${groups}) g`);
  const examples = await ask(`${groups} order by ${[...names, '"rows"'].join(', ')} limit ${EXAMPLES}`);
  return told(
    Number(counted?.groups),
    ['value is or would be held by several rows', 'values are or would be held by several rows each'],
    examples.map((row) => {
      const values = Object.entries(columns).map(([name, column]) => engine.decode(column, row[name]));
      return `${isSecret ? 'one' : values.map(shortened).join(' and ') || 'the default'} by ${row.rows}`;
    }),
  );
}

function told(count: number, [one, several]: Words, examples: readonly string[]): string | undefined {
  if (count === 0) return undefined;
  return `${count} ${count === 1 ? one : several}${count > examples.length ? ', such as' : ':'} ${examples.join(', ')}`;
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length <= LONGEST_EXAMPLE ? text : `${text.slice(0, LONGEST_EXAMPLE)}…`;
}
