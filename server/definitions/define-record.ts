import {
  ACTIONS,
  type Action,
  AUDIT_FIELDS,
  type AuditForm,
  PAST_ACTIONS,
  type PastAction,
} from '../../contract/audit.ts';
import type { Shape } from '../../contract/column.ts';
import { MAX_INDEXED_CHARACTERS } from '../../contract/limits.ts';
import type { FailureKey } from '../errors.ts';
import { type AccessRule, alternativesOf, type RecordRule, superAdministrator } from './access-rule.ts';
import { auditColumns } from './audit-columns.ts';
import type { Field, Fields } from './field.ts';
import { type AnyHooks, type Hooks, problemOfHooks } from './hooks.ts';
import type { InputOf } from './input-of.ts';
import { Problem } from './problem.ts';

/** What a definition file says. Only `access` has no default: nothing is allowed unless it is declared. */
export interface RecordSource<F extends Fields> {
  /** Names the table, the permissions' keys and the revisions; snake_case. */
  readonly name: string;
  /** What the record was called before, or names it had one after the other; `quire migrate` then keeps its rows. */
  readonly renamedFrom?: string | readonly string[];
  /** What people read, and the module of the record's permissions. */
  readonly label: string;
  /** Where the record is served, such as `/v1/book`. Records without one are kept, not served. */
  readonly path?: `/${string}`;
  readonly audit: AuditForm;
  readonly fields: F;
  /** Groups of fields of which no two visible rows hold the same values. */
  readonly unique?: readonly (readonly (keyof F & string)[])[];
  /** Further indexes, over fields and audit fields. */
  readonly indexes?: readonly (readonly string[])[];
  /** What a client is told when `unique` would be broken, by the fields' names joined with a comma; otherwise `duplicate`. */
  readonly conflicts?: Readonly<Record<string, FailureKey>>;
  /** The past is the super administrators', unless it is said otherwise. */
  readonly access?: Readonly<
    Record<Action, RecordRule<RowNames<NoInfer<F>>>> &
      Partial<Record<PastAction, RecordRule<RowNames<NoInfer<F>>>>>
  >;
  /** The numeric codes of successful writes, for clients that tell them apart. */
  readonly codes?: { readonly created: number; readonly updated: number; readonly deleted: number };
  /** Whoever sees a row that refers to one of these sees it too, though no route serves them by themselves. */
  readonly isFollowed?: true;
  /** Rows that a new embedded database begins with, unless the setting SAMPLE_DATA is false. */
  readonly samples?: readonly InputOf<F>[];
}

/** What a definition file says whose hooks are told rows of its fields and audit form. */
interface Source<F extends Fields, A extends AuditForm> extends RecordSource<F> {
  readonly audit: A;
  readonly hooks?: Hooks<F, A>;
}

/** What a rule's condition may name. */
type RowNames<F> =
  | (keyof F & string)
  | 'id'
  | 'create_time'
  | 'create_user_id'
  | 'update_time'
  | 'update_user_id';

/** A record as the server knows it: its source, completed and checked. */
export interface Definition<F extends Fields = Fields, A extends AuditForm = AuditForm> {
  readonly name: string;
  /** What its table was called before, where that has not been migrated. */
  readonly renamedFrom: readonly string[];
  readonly label: string;
  readonly path: string | undefined;
  readonly audit: A;
  readonly fields: F;
  /** The names of the fields that must be sent on creation. */
  readonly required: readonly string[];
  /** What a row's fields hold where nothing is sent. */
  readonly initial: Readonly<Record<string, unknown>>;
  /** The names of the fields that are made from others where a new row comes without. */
  readonly made: readonly string[];
  /** Every column of the table in its order: id, fields, audit fields. */
  readonly columns: Shape;
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  readonly conflicts: Readonly<Record<string, FailureKey>>;
  readonly access: Readonly<Record<Action | PastAction, AccessRule>> | undefined;
  /** The rules of fields that not everybody may see, or change, who may see or write the row; and which these are. */
  readonly readRules: ReadonlyMap<string, AccessRule>;
  readonly writeRules: ReadonlyMap<string, AccessRule>;
  readonly guarded: readonly string[];
  readonly codes: { readonly created: number; readonly updated: number; readonly deleted: number };
  /** Whether requests may see its rows where others refer to them. */
  readonly isFollowed: boolean;
  readonly samples: readonly Readonly<Record<string, unknown>>[];
  readonly hooks: AnyHooks | undefined;
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/;
const closedPast = {
  history: superAdministrator,
  trash: superAdministrator,
  restore: superAdministrator,
  purge: superAdministrator,
};
/** Names that rows and filters use themselves. */
const RESERVED: ReadonlySet<string> = new Set(['id', ...AUDIT_FIELDS, 'expanded', 'and', 'or']);

/**
 * Describes a record type. Its table, API, permissions and history follow from the answer.
 * Throws with the record's name and the reason where the description contradicts itself.
 */
export function defineRecord<const F extends Fields, const A extends AuditForm>(
  source: Source<F, A>,
): Definition<F, A> {
  const refuse = (reason: string) => new Error(`record '${source.name}': ${reason}`);
  if (!NAME.test(source.name)) throw refuse('the name must be snake_case, at most 40 characters');
  if (![source.renamedFrom ?? []].flat().every((old) => NAME.test(old)))
    throw refuse('what it is renamed from must be snake_case, at most 40 characters');
  for (const [name, field] of Object.entries(source.fields)) {
    if (!NAME.test(name)) throw refuse(`field '${name}': the name must be snake_case, at most 40 characters`);
    if (RESERVED.has(name)) throw refuse(`field '${name}': this name is the server's own`);
    if (field.initial instanceof Problem)
      throw refuse(`field '${name}': bad default, it ${field.initial.text}`);
    if (!field.renamedFrom.every((old) => NAME.test(old)))
      throw refuse(`field '${name}': what it is renamed from must be snake_case, at most 40 characters`);
    const kept = field.renamedFrom.find((old) => Object.hasOwn(source.fields, old));
    if (kept !== undefined)
      throw refuse(`field '${name}': it cannot be renamed from '${kept}', which is a field`);
    if ([field.read, field.write].some((rule) => rule && 'rows' in rule))
      throw refuse(`field '${name}': its rules hold for all rows`);
    if (field.made && !isText(source.fields[field.made.from]))
      throw refuse(`field '${name}': it is made from '${field.made.from}', which is no text field`);
  }
  if (source.path && !source.access) throw refuse('it is served, so it must declare who may use it (access)');
  const undeclared = ACTIONS.find((action) => source.access && !source.access[action]?.level);
  if (undeclared) throw refuse(`access must say who may ${undeclared}`);
  const rules = Object.values(source.access ?? {}).flatMap((rule) => alternativesOf(rule as AccessRule));
  if (Object.values(source.access ?? {}).some((rule) => rule.level === 'any' && rule.rules.length === 0))
    throw refuse('anyOf must name a rule');
  if (rules.some((rule) => 'rows' in rule && 'publicWhenOff' in rule)) {
    throw refuse('own rows cannot be switched to public: nobody would own what a stranger sees');
  }
  const pastless = PAST_ACTIONS.find((action) => source.audit !== 'full' && source.access?.[action]);
  if (pastless) throw refuse(`access names '${pastless}', and only a fully audited record keeps its past`);
  if (source.audit === 'none' && rules.some((rule) => 'rows' in rule && rule.rows === 'own'))
    throw refuse('own rows need an audit form that keeps the creator');
  const hookProblem = source.hooks && problemOfHooks(source.hooks as AnyHooks, source.audit);
  if (hookProblem) throw refuse(hookProblem);
  const columns: Shape = {
    id: { type: 'bigint' },
    ...mapValues(source.fields, (field) => field.column),
    ...auditColumns[source.audit],
  };
  const unique = [...single(source.fields, 'unique'), ...(source.unique ?? [])];
  const indexes = [
    ...single(source.fields, 'indexed'),
    ...(source.indexes ?? []),
    ...(source.audit === 'full' && source.path ? [['delete_time']] : []),
  ];
  const unknown = [...unique, ...indexes].flat().find((name) => !Object.hasOwn(columns, name));
  if (unknown !== undefined) throw refuse(`an index names '${unknown}', which it does not have`);
  const wide = [...unique, ...indexes].find((index) => widthOf(index, columns) > MAX_INDEXED_CHARACTERS);
  if (wide) throw refuse(`an index over ${wide.join()} holds more than ${MAX_INDEXED_CHARACTERS} characters`);
  return {
    name: source.name,
    renamedFrom: [source.renamedFrom ?? []].flat(),
    label: source.label,
    path: source.path,
    audit: source.audit,
    fields: source.fields,
    required: Object.keys(source.fields).filter((name) => source.fields[name]?.required),
    initial: mapValues(source.fields, ({ initial }) => initial),
    made: Object.keys(source.fields).filter((name) => source.fields[name]?.made),
    columns,
    unique,
    indexes,
    conflicts: source.conflicts ?? {},
    access:
      source.access &&
      mapValues({ ...closedPast, ...source.access }, (rule, action) => complete(rule, action, source)),
    readRules: fieldRules(source, 'read'),
    writeRules: fieldRules(source, 'write'),
    guarded: Object.keys(source.fields).filter(
      (name) => source.fields[name]?.read ?? source.fields[name]?.write,
    ),
    codes: source.codes ?? { created: 1, updated: 2, deleted: 3 },
    hooks: source.hooks as AnyHooks | undefined,
    isFollowed: source.isFollowed ?? source.access !== undefined,
    samples: (source.samples ?? []) as readonly Readonly<Record<string, unknown>>[],
  };
}

/** How many characters the texts of an index may hold. */
/** How many characters a row may add to an index over these columns. */
export function widthOf(index: readonly string[], columns: Shape): number {
  return index.reduce((sum, name) => {
    const column = columns[name];
    switch (column?.type) {
      case 'text':
      case 'json':
      case 'ids':
        return Number.POSITIVE_INFINITY;
      case 'string':
        return sum + column.length;
      default:
        return sum;
    }
  }, 0);
}

function complete(rule: RecordRule, action: string, record: { name: string; label: string }): AccessRule {
  if (rule.level === 'any') return { ...rule, rules: rule.rules.map((one) => complete(one, action, record)) };
  if (rule.level !== 'permission') return rule;
  const { name, key = action, ...rest } = rule;
  return { ...rest, permission: { key: `${record.name}.${key}`, name, module: record.label } };
}

function isText(field: Field | undefined): boolean {
  return field?.column.type === 'string' || field?.column.type === 'text';
}

function fieldRules(
  source: { readonly name: string; readonly label: string; readonly fields: Fields },
  use: 'read' | 'write',
): ReadonlyMap<string, AccessRule> {
  const rules = Object.entries(source.fields).flatMap(([name, field]) => {
    const rule = field[use];
    return rule ? [[name, complete(rule, `${name}.${use}`, source)] as const] : [];
  });
  return new Map(rules);
}

function single(fields: Fields, option: 'unique' | 'indexed'): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => (field[option] ? [[name]] : []));
}

function mapValues<K extends string, V, W>(
  object: Readonly<Record<K, V>>,
  map: (value: V, key: K) => W,
): Record<K, W> {
  const entries = Object.entries(object) as [K, V][];
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value, key)])) as Record<K, W>;
}
