import type { Column } from '../../../contract/column.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { linkName } from '../../definitions/link-record.ts';
import type { Engine, PresentIndex } from '../engine.ts';
import { asideName, asidesIn, draftOf, fieldOfDraft, lastDayOf } from './aside.ts';
import { changeOf, describeColumn, describeType, literal, wantedColumns } from './columns.ts';
import { isOurs, wantedIndexes } from './indexes.ts';
import type { Kept, Present } from './present.ts';
import type { Check, Deed, Step, Target } from './step.ts';

/** What a step is, where it says nothing else: a start makes it, in a moment, of rows that need not be looked at. */
const plain = {
  when: 'atStart',
  weight: 'moment',
  rows: undefined,
  checks: [],
  isApart: false,
} satisfies Partial<Step>;
const asked = { ...plain, when: 'whileStopped' } satisfies Partial<Step>;

/**
 * What it takes to bring the tables in step with the definitions, in this order; nothing where they are. Pure: it reads
 * nothing and changes nothing. After each step, what is left is again a plan.
 */
export function planSchema(
  engine: Engine,
  definitions: readonly Definition[],
  present: Present,
  today: string,
): Step[] {
  const steps = definitions.map((definition) => {
    const isThere = present.tables.has(definition.name);
    const old = definition.renamedFrom.find((name) => present.tables.has(name) && !present.left.has(name));
    if (!isThere && old === undefined) return { made: createTable(engine, definition), changed: [] };
    const table = new TablePlan(engine, definition, present, old ?? definition.name, today);
    const renamed = old === undefined ? [] : table.rename(old, isThere);
    return { made: [], changed: [...renamed, ...table.columns(), ...table.indexes()] };
  });
  // A column of many references needs its link table.
  return [...steps.flatMap(({ made }) => made), ...steps.flatMap(({ changed }) => changed)];
}

/** The columns that were put aside so long ago that they are let go. */
export function planPruning({ tables }: Present, today: string, days: number): Step[] {
  return [...tables].flatMap(([table, columns]) =>
    asidesIn(columns)
      .filter((aside) => lastDayOf(aside, days) <= today)
      .map(({ name }) => prune(table, name)),
  );
}

/** Lets go of a column that was put aside. */
export function prune(table: string, column: string): Step {
  return {
    ...plain,
    when: 'anyTime',
    place: `${table}.${column}`,
    says: 'was put aside long enough: its values are dropped for good',
    rows: { table, column },
    deeds: [
      { record: `${table}.${column}`, as: undefined },
      { sql: `alter table "${table}" drop column "${column}"` },
    ],
  };
}

/** Brings a column back that was put aside. */
export function recover(
  engine: Engine,
  definitions: readonly Definition[],
  present: Present,
  { table, column, field }: { table: string; column: string; field: string },
): Step {
  const place = `${table}.${column}`;
  const kept = present.recorded.get(place);
  const link = kept?.column.type === 'ids' ? linkName(table, field) : undefined;
  const linkDefinition = definitions.find(({ name }) => name === link);
  const definition = definitions.find(({ name }) => name === table);
  const wanted = definition && wantedColumns(definition).get(field);
  const isSame = kept && wanted && changeOf(kept, wanted) === 'same';
  const initial = isSame ? (definition?.fields[field]?.initial ?? null) : null;
  const isMissing = link !== undefined && !present.tables.has(link);
  return {
    ...asked,
    place,
    says: `comes back as ${field}`,
    rows: { table, column },
    deeds: [
      ...(isMissing && linkDefinition
        ? createTable(engine, linkDefinition).flatMap(({ deeds }) => deeds)
        : []),
      ...(link === undefined ? [] : [{ link, table, column }]),
      // Rows that were made meanwhile may hold null.
      ...(kept && initial !== null
        ? [fillNulls(table, column, literal(engine.encode(kept.column, initial)))]
        : []),
      ...move(table, column, field, kept && { ...kept, nullable: initial === null }),
    ],
  };
}

function fillNulls(table: string, column: string, value: string): Deed {
  return { sql: `update "${table}" set "${column}" = ${value} where "${column}" is null` };
}

function createTable(engine: Engine, definition: Definition): Step[] {
  const { name, columns, fields } = definition;
  const described = Object.entries(columns).map(([column, type]) =>
    describeColumn(engine, column, type, fields[column]),
  );
  const indexes = wantedIndexes(definition).flatMap((index) => engine.createIndex(index, false));
  const sql = [`create table "${name}" (${described.join(', ')})`, ...indexes];
  return [{ ...plain, place: name, says: 'is new', deeds: sql.map((one) => ({ sql: one })) }];
}

/** A column gets another name. What is recorded of it is there before, and stays until after. */
function move(table: string, from: string, to: string, kept: Kept | undefined): Deed[] {
  return [
    { record: `${table}.${to}`, as: kept },
    { sql: `alter table "${table}" rename column "${from}" to "${to}"` },
    { record: `${table}.${from}`, as: undefined },
  ];
}

/** Plans one table that is there, under the name that it will have. */
class TablePlan {
  readonly #engine: Engine;
  readonly #definition: Definition;
  readonly #present: Present;
  /** Its name as long as it is not renamed. */
  readonly #source: string;
  readonly #today: string;
  readonly #has: ReadonlySet<string>;
  /** Fields whose values will be written anew, so that their indexes have to be made anew too. */
  readonly #rewritten = new Set<string>();

  constructor(engine: Engine, definition: Definition, present: Present, source: string, today: string) {
    this.#engine = engine;
    this.#definition = definition;
    this.#present = present;
    this.#source = source;
    this.#today = today;
    this.#has = present.tables.get(source) ?? new Set();
  }

  rename(old: string, isTaken: boolean): Step[] {
    const { name } = this.#definition;
    const places = [...this.#has].map((column) => [column, this.#recorded(column)] as const);
    const known = places.filter(([, kept]) => kept);
    return [
      {
        ...asked,
        place: name,
        says: `was called ${old}: its rows, their history and the rights to it go along`,
        rows: { table: old },
        checks: isTaken ? [{ kind: 'empty', table: name }] : [],
        deeds: [
          ...(isTaken ? [{ sql: `drop table "${name}"` }] : []),
          { renaming: { record: name, was: old } },
          ...known.map(([column, as]) => ({ record: `${name}.${column}`, as })),
          { sql: `alter table "${old}" rename to "${name}"` },
          ...known.map(([column]) => ({ record: `${old}.${column}`, as: undefined })),
        ],
      },
    ];
  }

  columns(): Step[] {
    const wanted = wantedColumns(this.#definition);
    const used = new Set([...wanted.keys()].flatMap((name) => this.#standingFor(name) ?? []));
    const vanished = [...this.#has].filter((column) => !used.has(column));
    const appeared = [...wanted.keys()].filter((name) => this.#standingFor(name) === undefined);
    return [
      ...vanished.flatMap((column) => this.#leave(column, appeared)),
      ...[...wanted].flatMap(([name, kept]) => this.#want(name, kept)),
    ];
  }

  indexes(): Step[] {
    const wanted = wantedIndexes(this.#definition);
    const present = this.#present.indexes.filter(({ table }) => table === this.#source);
    const obsolete = present.filter(
      (index) => isOurs(index) && !wanted.some(({ name }) => name === index.name),
    );
    const missing = wanted.filter(
      ({ name, columns }) =>
        !present.some((index) => index.name === name && index.form !== 'half') ||
        columns.some((column) => this.#rewritten.has(column)),
    );
    const isApart = this.#engine.indexesApart;
    return [
      ...obsolete.map(
        (index): Step => ({
          ...plain,
          weight: 'index',
          isApart,
          place: index.name,
          says: 'is an index that nothing asks for any more',
          deeds: this.#dropIndex(index, true),
        }),
      ),
      ...missing.map((index): Step => {
        const half = present.find(({ name, form }) => name === index.name && form === 'half');
        return {
          ...plain,
          weight: 'index',
          isApart,
          place: index.name,
          says: index.unique ? 'is a new unique index' : 'is a new index',
          rows: { table: this.#source },
          checks: this.#distinct(index),
          deeds: [
            ...(half ? this.#dropIndex(half, true) : []),
            ...this.#engine.createIndex(index, true).map((sql) => ({ sql })),
          ],
        };
      }),
    ];
  }

  /** The column that holds a field's values now; undefined where none does. */
  #standingFor(name: string): string | undefined {
    if (this.#has.has(name)) return name;
    if (this.#has.has(draftOf(name))) return draftOf(name);
    return this.#definition.fields[name]?.renamedFrom.find((old) => this.#has.has(old));
  }

  /** What becomes of a column that no field is kept in. */
  #leave(column: string, appeared: readonly string[]): Step[] {
    if (asidesIn(new Set([column])).length > 0) return [];
    const field = fieldOfDraft(column);
    if (field === undefined) return [this.#putAside(column, appeared)];
    if (!this.#has.has(field)) return [this.#finish(field)];
    // Where it is wanted still, it is begun anew.
    const isWanted = this.#change(field) === 'other';
    return isWanted
      ? []
      : [
          {
            ...plain,
            place: this.#place(column),
            says: 'is what an interrupted migration left',
            deeds: this.#dropDraft(field),
          },
        ];
  }

  #putAside(column: string, appeared: readonly string[]): Step {
    const { name } = this.#definition;
    const aside = asideName(column, this.#today, this.#has);
    const kept = this.#recorded(column);
    const link = linkName(name, column);
    const alike = appeared.filter((field) => {
      const wanted = this.#definition.columns[field];
      return kept && wanted && describeType(kept.column) === describeType(wanted);
    });
    const hint =
      alike.length > 0
        ? ` If it was renamed, say so: renamedFrom: '${column}' in ${alike.join(' or ')}.`
        : '';
    return {
      ...asked,
      place: this.#place(column),
      says: `is in the table but no longer in the definition: it is put aside as ${aside} and can be brought back.${hint}`,
      rows: { table: this.#source, column },
      checks: column === 'is_deleted' ? [{ kind: 'noneDeleted', table: this.#source }] : [],
      deeds: [
        ...move(name, column, aside, kept),
        ...(kept?.column.type === 'ids' && this.#present.tables.has(link)
          ? [{ sql: `drop table "${link}"` }]
          : []),
      ],
    };
  }

  #want(name: string, wanted: Kept): Step[] {
    const standing = this.#standingFor(name);
    if (standing === undefined) return [this.#add(name, wanted)];
    if (standing === draftOf(name)) return []; // `leave` finishes it
    const renamed = standing === name ? [] : [this.#renameColumn(name, standing)];
    const before = this.#recorded(standing);
    if (!before) return renamed;
    const column = this.#changeColumn(name, standing, before, wanted);
    return [...renamed, ...column];
  }

  #add(name: string, wanted: Kept): Step {
    const table = this.#definition.name;
    const field = this.#definition.fields[name];
    const described = describeColumn(this.#engine, name, wanted.column, field);
    const link = linkName(table, name);
    const deeds: Deed[] = [
      ...(wanted.column.type === 'ids' && this.#present.tables.has(link)
        ? [{ sql: `delete from "${link}"` }]
        : []),
      { record: `${table}.${name}`, as: wanted },
      { sql: `alter table "${table}" add column ${described}` },
    ];
    const step = { place: this.#place(name), deeds };
    if (field && !field.nullable && field.initial === null)
      return {
        ...asked,
        ...step,
        says: 'is new and holds no null, so rows that are there need a value: give it a default',
        checks: [{ kind: 'empty', table: this.#source }],
      };
    const aside = asidesIn(this.#has).find(({ field: of }) => of === name);
    if (!aside) return { ...plain, ...step, says: 'is new' };
    return {
      ...asked,
      ...step,
      says: `is new, but a column of this name was put aside. To bring it back: quire migrate --recover ${table}.${name}. Otherwise it begins anew, and ${aside.name} stays aside.`,
    };
  }

  #renameColumn(name: string, standing: string): Step {
    const table = this.#definition.name;
    return {
      ...asked,
      place: this.#place(name),
      says: `was called ${standing}: its values and their history go along`,
      rows: { table: this.#source },
      deeds: [
        { renaming: { record: table, field: name, was: standing } },
        ...move(table, standing, name, this.#recorded(standing)),
      ],
    };
  }

  #changeColumn(name: string, standing: string, before: Kept, wanted: Kept): Step[] {
    const change = changeOf(before, wanted);
    if (change === 'other') return [this.#convert(name, standing, before, wanted)];
    const table = this.#definition.name;
    const field = this.#definition.fields[name];
    const record = (as: Kept): Deed => ({ record: `${table}.${name}`, as });
    const bounded = this.#engine
      .boundColumn(table, describeColumn(this.#engine, name, wanted.column, field))
      .map((sql) => ({ sql }));
    const types = `${describeType(before.column)} in the table but ${describeType(wanted.column)} in the definition`;
    const steps: Step[] = [];
    const base = { place: this.#place(name), rows: { table: this.#source, column: standing } };
    const now = { ...wanted, nullable: before.nullable };
    if (change === 'wider')
      steps.push({ ...plain, ...base, says: `is ${types}: it is widened`, deeds: [...bounded, record(now)] });
    if (change === 'narrower')
      steps.push({
        ...asked,
        ...base,
        weight: 'rows',
        says: `is ${types}: it is narrowed, for each value fits`,
        checks: field ? [this.#fits(standing, before, { field, isConverted: false })] : [],
        deeds: [record({ ...now, unfinished: true }), ...bounded, record(now)],
      });
    if (before.nullable && !wanted.nullable) steps.push(this.#tighten(name, standing, wanted));
    return steps;
  }

  #tighten(name: string, standing: string, wanted: Kept): Step {
    const table = this.#definition.name;
    const initial = this.#definition.fields[name]?.initial ?? null;
    const value = initial === null ? undefined : literal(this.#engine.encode(wanted.column, initial));
    return {
      ...asked,
      weight: 'rows',
      place: this.#place(name),
      says:
        value === undefined
          ? 'may not be null any more, for no row holds null'
          : `may not be null any more: rows that hold null get ${value}`,
      rows: { table: this.#source, column: standing },
      checks: value === undefined ? [{ kind: 'noNulls', table: this.#source, column: standing }] : [],
      deeds: [
        ...(value === undefined ? [] : [fillNulls(table, name, value)]),
        { record: `${table}.${name}`, as: wanted },
      ],
    };
  }

  /**
   * Writes the values anew into a column beside the old one, and puts that aside. While there is no column of the field's
   * own name, the draft is complete.
   */
  #convert(name: string, standing: string, before: Kept, wanted: Kept): Step {
    const table = this.#definition.name;
    const field = this.#definition.fields[name];
    if (!field) throw new Error(`${table}.${name} is the server's own and never changes its kind`);
    this.#rewritten.add(name);
    const draft = draftOf(name);
    const to: Target = { field, isConverted: true };
    const covering = wantedIndexes(this.#definition)
      .filter(({ columns }) => columns.includes(name))
      .flatMap((index) => this.#present.indexes.filter((one) => one.name === index.name));
    return {
      ...asked,
      weight: 'rows',
      place: this.#place(name),
      says: `is ${describeType(before.column)} in the table but ${describeType(wanted.column)} in the definition: its values are converted, and put aside as they were`,
      rows: { table: this.#source, column: standing },
      checks: [this.#fits(standing, before, to)],
      deeds: [
        ...covering.flatMap((index) => this.#dropIndex(index, false)),
        ...(this.#has.has(draft) ? this.#dropDraft(name) : []),
        { record: `${table}.${draft}`, as: wanted },
        {
          sql: `alter table "${table}" add column ${describeColumn(this.#engine, draft, wanted.column, field)}`,
        },
        { fill: table, from: { name, column: before.column }, into: draft, to },
        ...move(table, name, asideName(name, this.#today, this.#has), before),
        ...this.#finishing(name, wanted),
      ],
    };
  }

  #finish(field: string): Step {
    return {
      ...asked,
      place: this.#place(field),
      says: 'was being converted when a migration was interrupted: its new values take their place',
      deeds: this.#finishing(field, this.#recorded(draftOf(field))),
      rows: { table: this.#source },
    };
  }

  #finishing(field: string, kept: Kept | undefined): Deed[] {
    const table = this.#definition.name;
    const link = { link: linkName(table, field), table, column: draftOf(field) };
    return [...(kept?.column.type === 'ids' ? [link] : []), ...move(table, draftOf(field), field, kept)];
  }

  #dropDraft(field: string): Deed[] {
    const draft = draftOf(field);
    return [
      { record: this.#place(draft), as: undefined },
      { sql: `alter table "${this.#definition.name}" drop column "${draft}"` },
    ];
  }

  #dropIndex(index: PresentIndex, online: boolean): Deed[] {
    const renamed = { ...index, table: this.#definition.name };
    return this.#engine.dropIndex(renamed, online).map((sql) => ({ sql }));
  }

  #distinct({
    unique,
    visibleOnly,
    columns,
  }: {
    unique: boolean;
    visibleOnly: boolean;
    columns: readonly string[];
  }): Check[] {
    const shape = columns.flatMap((column) => {
      const standing = this.#rewritten.has(column) ? undefined : this.#standingFor(column);
      return standing === undefined ? [] : [[standing, this.#definition.columns[column] as Column] as const];
    });
    return unique && shape.length === columns.length
      ? [{ kind: 'distinct', table: this.#source, columns: Object.fromEntries(shape), visibleOnly }]
      : [];
  }

  #fits(column: string, before: Kept, to: Target): Check {
    return { kind: 'fits', table: this.#source, column, before: before.column, to };
  }

  #change(field: string) {
    const before = this.#recorded(field);
    const wanted = wantedColumns(this.#definition).get(field);
    return before && wanted && changeOf(before, wanted);
  }

  #recorded(column: string): Kept | undefined {
    return this.#present.recorded.get(`${this.#source}.${column}`);
  }

  #place(column: string): string {
    return `${this.#definition.name}.${column}`;
  }
}
