import type { SourceEngine } from '../../import-lin/exports.ts';
import type { ForeignDialect, ForeignTable } from '../schema/foreign-schema.ts';
import { isDateType, isMomentType } from './sqlite-types.ts';

/** What a column holds, where its type alone does not decide how it is served. */
export interface Facts {
  /** The characters of the longest text found. */
  readonly longest: number;
  /** The storage classes of its values; SQLite decides them value by value. */
  readonly classes: readonly string[];
  /** Whether a value does not have the form that the type promises. SQLite lets in any. */
  readonly hasMisfits: boolean;
  /** Whether a moment is written in another form than `2026-01-31 23:59:59`, so that nobody knows which form is meant. */
  readonly hasOtherForms: boolean;
  /** The greatest number found. */
  readonly most: number;
}

const NOTHING: Facts = { longest: 0, classes: [], hasMisfits: false, hasOtherForms: false, most: 0 };

/** The number of rows read to estimate how long texts are. */
const SAMPLE = 1000;

/** The facts about the columns of a table, by their names. `from` is the quoted table. */
export async function factsOf(
  engine: SourceEngine,
  dialect: ForeignDialect,
  { columns }: ForeignTable,
  from: string,
): Promise<ReadonlyMap<string, Facts>> {
  const readable = columns.filter(({ mayRead }) => mayRead);
  const asked = readable.map((column) => askedOf(dialect, column, quoted(column.name)));
  const parts = asked.flatMap((each, index) => each.map(([name, sql]) => `${sql} as "${name}${index}"`));
  if (parts.length === 0) return new Map();
  const names = readable.map(({ name }) => quoted(name)).join(', ');
  const some = dialect === 'sqlite' ? from : `(select ${names} from ${from} limit ${SAMPLE}) as "sample"`;
  const [found = {}] = await engine.records(`select ${parts.join(', ')} from ${some}`, []);
  return new Map(
    readable.map(({ name }, index) => [
      name,
      {
        longest: Number(found[`longest${index}`] ?? 0),
        classes: (found[`classes${index}`] ?? '').split(',').filter((one) => one !== 'null' && one !== ''),
        hasMisfits: Number(found[`misfits${index}`] ?? 0) > 0,
        hasOtherForms: Number(found[`others${index}`] ?? 0) > 0,
        most: Number(found[`most${index}`] ?? 0),
      },
    ]),
  );
}

/** The facts about a column of which nothing is known. */
export function factAbout(facts: ReadonlyMap<string, Facts>, column: string): Facts {
  return facts.get(column) ?? NOTHING;
}

/** A name in SQL, on every engine. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A moment as `current_timestamp` writes it. */
const MOMENT = '????-??-?? ??:??:??'.replaceAll('?', '[0-9]');

type Asked = readonly (readonly [name: string, sql: string])[];

function askedOf(
  dialect: ForeignDialect,
  { base, sizes }: ForeignTable['columns'][number],
  name: string,
): Asked {
  if (dialect === 'mysql') return []; // every type of short texts has a length there
  if (dialect === 'postgres')
    return /^(text|citext|character varying)$/.test(base) && sizes.length === 0
      ? [['longest', `max(char_length(${name}::text))`]]
      : [];
  const misfit = misfitOf(base, sizes, name);
  return [
    ['longest', `max(length(cast(${name} as text)))`],
    ['classes', `group_concat(distinct typeof(${name}))`],
    ['most', `max(case when typeof(${name}) = 'integer' then abs(${name} / 2) * 2 end)`],
    ...(isMomentType(base)
      ? [['others', `count(case when ${name} not glob '${MOMENT}' then 1 end)`] as const]
      : []),
    ...(misfit === undefined ? [] : [['misfits', `count(case when ${misfit} then 1 end)`] as const]),
  ];
}

/** SQL that is true of a value that does not have the form of its type. */
function misfitOf(base: string, sizes: readonly number[], name: string): string | undefined {
  if (isDateType(base)) return `${name} is not null and date(${name}) is not ${name}`;
  if (isMomentType(base)) return `typeof(${name}) = 'text' and julianday(${name}) is null`;
  const [, scale = 0] = sizes;
  const scaled = `${name} * 1${'0'.repeat(scale)}`;
  return /dec|num/.test(base) && sizes.length > 0
    ? `abs(${scaled} - round(${scaled})) > 0.000001`
    : undefined;
}
