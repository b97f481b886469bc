import type { Column } from '../../contract/column.ts';
import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import type { Translations } from '../messages/languages.ts';
import { isText, message } from '../messages/message.ts';
import type { FieldRule } from './access-rule.ts';
import { anything, flag, names, text } from './option-checks.ts';
import { type AnyOptionTable, type OptionTable, problemsOfOptions } from './options.ts';
import type { Problem } from './problem.ts';
import { fieldRule } from './rule-problem.ts';

/**
 * A field kind: how a value is kept, what a client may send, what is answered, and which widget edits it.
 * `Value` is what a row holds, `Required` whether a client must send it on creation.
 */
export interface Field<Value = unknown, Required extends boolean = boolean> {
  readonly kind: string;
  /** Why it cannot be used: options that are unknown, wrong, or contradict each other. */
  readonly problems?: readonly string[];
  readonly column: Column;
  /** The rule that every stored value has passed, for kinds kept as text. */
  readonly policy?: Policy;
  readonly widget: string;
  /** JSON Schema of what a client may send, and of what is answered. */
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** Turns what a client sent into what is kept, or says why it cannot. Never sees null. */
  clean(value: unknown): NonNullable<Value> | Problem;
  /** What it may be compared with by size, where that is less than any text and more than `clean` takes. */
  bound?(value: unknown): NonNullable<Value> | Problem;
  readonly required: Required;
  readonly nullable: boolean;
  /** What is kept when a client sends nothing. */
  readonly initial: Value | null;
  readonly unique: boolean;
  readonly indexed: boolean;
  /** Kept, but never answered, filtered by or written into a revision: a password's hash. */
  readonly secret: boolean;
  /** Whether `q` looks for words in it. */
  readonly searchable: boolean;
  /** The name of the record that this field holds an id of, or many, and what a deletion there does here. */
  readonly target?: string;
  readonly onDelete?: OnDelete;
  /** The types of files that a file field takes; all by default. */
  readonly accept?: readonly string[] | undefined;
  /** Who may see and who may change it, of those who may see or write the row; by default all of them. */
  readonly read?: FieldRule | undefined;
  readonly write?: FieldRule | undefined;
  /** What people read for its name, and what helps them fill it in. */
  readonly label?: AuthorsText | undefined;
  readonly help?: AuthorsText | undefined;
  /** The least and the greatest value that it takes, where its author set bounds. */
  readonly range?: { readonly min: unknown; readonly max: unknown };
  /** What people read for each choice. */
  readonly words?: Readonly<Record<string, AuthorsText>> | undefined;
  /** What the field was called before, in tables that have not been migrated. */
  readonly renamedFrom: readonly string[];
  /** How a value is made from another field's text where a new row comes without: the first candidate that no row holds. */
  readonly made?: { readonly from: string; candidates(text: string): readonly string[] };
}

/**
 * Kind or format, and a number where passing the rule protects who is shown the value: it rises when the rule gets
 * stricter. Recorded with the table, so that values of another rule are noticed.
 */
export type Policy =
  | 'text'
  | 'choice'
  | 'date'
  | 'email'
  | 'slug'
  | `${'html' | 'markdown' | 'url'} ${number}`;

/** What an author writes for people, in one language or several. */
export type AuthorsText = string | Translations;

/** A row that is referred to stays; or it goes and leaves null behind; or who refers to it goes along. */
export type OnDelete = 'refuse' | 'detach' | 'delete';

/** A record's fields by name. */
export type Fields = Readonly<Record<string, Field>>;

/** The options of every field kind. */
export interface FieldOptions<Value> {
  /** What people read for its name, and what helps them fill it in, as the API page shows them. */
  readonly label?: AuthorsText;
  readonly help?: AuthorsText;
  /** Must be sent on creation; an empty string does not count as sent. */
  readonly required?: true;
  /** Kept when nothing is sent. Without it, and unless required, that is null. */
  readonly default?: Value;
  /** No two visible rows hold the same value. Deleted rows do not count. */
  readonly unique?: true;
  readonly indexed?: true;
  readonly secret?: true;
  /** Who may see it. All others cannot filter, sort or search by it either. */
  readonly read?: FieldRule;
  /** Who may change it. */
  readonly write?: FieldRule;
  /** What the field was called before, or names it had one after the other; `quire migrate` then keeps its values. */
  readonly renamedFrom?: string | readonly string[];
}

/** For kinds that are kept in columns without a bound, which not every engine can index. */
export type UnindexedOptions<Value> = Omit<FieldOptions<Value>, 'unique' | 'indexed'>;

/** Further options of texts. */
export interface Searchable {
  /** Lists look for the words of `q` in it. */
  readonly searchable?: true;
}

/** A field of `Value`, or of `Value | null` where its options leave room for null. */
export type FieldOf<Value, Options> = Field<
  Options extends { required: true } | { default: unknown } ? Value : Value | null,
  Options extends { required: true } ? true : false
>;

export interface Kind<Value>
  extends Pick<
    Field<Value>,
    | 'kind'
    | 'column'
    | 'policy'
    | 'widget'
    | 'clean'
    | 'bound'
    | 'target'
    | 'onDelete'
    | 'accept'
    | 'made'
    | 'range'
    | 'words'
  > {
  readonly schema: JsonSchema;
  readonly output?: JsonSchema;
  /** What is so whatever the options say. */
  readonly fixed?: Partial<Pick<Field<Value>, 'nullable' | 'unique' | 'indexed' | 'initial'>>;
}

/** The checks of the options that all kinds share. */
export const fieldChecks: OptionTable<FieldOptions<unknown>>['checks'] = {
  label: text,
  help: text,
  required: flag,
  default: anything,
  unique: flag,
  indexed: flag,
  secret: flag,
  read: fieldRule,
  write: fieldRule,
  renamedFrom: names,
};

const { unique: _unique, indexed: _indexed, ...unindexed } = fieldChecks;

/** The checks of the options of kinds that cannot be indexed. */
export const unindexedChecks: OptionTable<UnindexedOptions<unknown>>['checks'] = unindexed;

/** Completes a kind with the options that all kinds share. A default is checked like anything a client sends. */
export function toField<Value, Options extends FieldOptions<Value> & Searchable>(
  table: AnyOptionTable,
  options: Options | undefined,
  build: (options: Options) => Kind<Value>,
): FieldOf<Value, Options> {
  const given = options ?? ({} as Options);
  const problems = problemsOfField(table, given);
  const field =
    problems.length > 0 ? { ...unsound, kind: table.owner, problems } : completed(build(given), given);
  return field as FieldOf<Value, Options>;
}

/** Stands for a field until the record that it is in can say what is wrong with it, and where. */
const unsound: Omit<Field<unknown>, 'kind'> = {
  column: { type: 'json' },
  widget: '',
  input: {},
  output: {},
  clean: (value) => value as NonNullable<unknown>,
  required: false,
  nullable: true,
  initial: null,
  unique: false,
  indexed: false,
  secret: true,
  searchable: false,
  renamedFrom: [],
};

function problemsOfField(table: AnyOptionTable, options: FieldOptions<unknown>): string[] {
  const problems = problemsOfOptions(table, options);
  if (problems.length > 0) return problems;
  const isBoth = options.required !== undefined && options.default !== undefined;
  return isBoth ? ["'required' and 'default' exclude each other: what must be sent needs no default"] : [];
}

function completed<Value>(
  { schema, output = schema, fixed, ...kind }: Kind<Value>,
  options: FieldOptions<Value> & Searchable,
): Field<unknown> {
  const nullable = fixed?.nullable ?? (options.required !== true && options.default === undefined);
  return {
    ...kind,
    input: described(nullable ? Type.Nullable(schema) : schema, options),
    output: described(nullable ? Type.Nullable(output) : output, options),
    required: options.required === true,
    nullable,
    initial: options.default === undefined ? null : kind.clean(options.default),
    unique: options.unique === true,
    indexed: options.indexed === true,
    secret: options.secret === true,
    searchable: options.searchable === true,
    label: options.label,
    help: options.help,
    read: options.read,
    write: options.write,
    renamedFrom: [options.renamedFrom ?? []].flat(),
    ...fixed,
  };
}

function described(schema: JsonSchema, { label, help }: FieldOptions<unknown>): JsonSchema {
  if (label === undefined && help === undefined) return schema;
  const { about } = schema;
  const isBoth = help !== undefined && isText(about);
  return {
    ...schema,
    ...(label !== undefined && { heading: label }),
    ...(help !== undefined && { about: isBoth ? message('helpAnd', { help, more: about }) : help }),
  };
}
