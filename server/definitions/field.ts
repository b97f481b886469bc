import type { Column } from '../../contract/column.ts';
import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import type { Color, Display } from '../../contract/looks.ts';
import { isText, message, type Text } from '../messages/message.ts';
import type { FieldRule } from './access-rule.ts';
import { anything, flag, namedPart, names, oneOf, text } from './checks/option-checks.ts';
import { type AnyOptionTable, type OptionTable, problemsOfOptions } from './checks/options.ts';
import { fieldRule } from './checks/rule-problem.ts';
import { limitsOf } from './options/limits.ts';
import type { Problem } from './problem.ts';
import type { Unheld } from './unheld.ts';

/**
 * A field: how its value is stored, what a client may send, and what is returned.
 * `Value` is what a record holds, `Required` whether a client must send it on creation.
 */
export interface Field<Value = unknown, Required extends boolean = boolean, C extends Column = Column> {
  readonly kind: string;
  /** The problems of its options: unknown, wrong, or contradicting each other. */
  readonly problems?: readonly string[];
  readonly column: C;
  /** The policy that all stored values have passed, for kinds that are stored as text. */
  readonly policy?: Policy;
  /** Whether its values are one line of text, stored without marks that nobody can see. */
  readonly isLine?: true;
  /** Whether `clean` may take milliseconds, as parsing does. */
  readonly isSlow?: true;
  /** The markup of a rich text; searches read the text without it. */
  readonly format?: 'html' | 'markdown';
  /** The options that say which values it accepts, as its author wrote them. */
  readonly limits?: Readonly<Record<string, unknown>>;
  /** Why its records may hold values that it refuses by now: they stay, and can be saved as they were read. */
  readonly legacy?: Text | undefined;
  /** What stored words of a choice are called by now. */
  readonly renamedWords?: Readonly<Record<string, string>> | undefined;
  /** JSON Schema of what a client may send and of what is returned. */
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** Turns a sent value into the stored one, or returns its problem. Never called with null. */
  clean(value: unknown): NonNullable<Value> | Problem;
  /** Reads a text to compare with, if its type alone does not say how (`toCompared`). */
  compared?(text: string): NonNullable<Value> | Unheld | Problem;
  /** How its values are read in its place if no two records may share them, for kinds that then unite more of them. */
  readonly distinct?: Distinct<Value>;
  /** Whether no two records may share its value, alone or in a group of fields. */
  readonly isDistinct?: true;
  /** Why no value of the type contains this text, or starts with it, for texts that have a form. */
  problemOfPart?(text: string, how: 'contains' | 'starts'): Text | undefined;
  /** Why an author who compares with this constant is mistaken, although a question may. */
  problemOfConstant?(value: unknown): Text | undefined;
  readonly required: Required;
  readonly nullable: boolean;
  /** The stored value if a client sends none. */
  readonly initial: Value | null;
  readonly unique: boolean;
  readonly indexed: boolean;
  /** Stored, but never returned, filtered by or written into a revision, such as a password's hash. */
  readonly secret: boolean;
  /** Whether `q` searches it. */
  readonly searchable: boolean;
  /** The fields inside its values, if these are groups or lists. */
  readonly nested?: NestedFields;
  /** The collection that the field refers to, and what deleting a record there does here. */
  readonly target?: string;
  /** Whether the definition names users as its target, so that requests may follow the reference. */
  readonly showsUsers?: true;
  readonly onDelete?: OnDelete;
  /** Whether it holds the parent in a tree of the collection's own records. */
  readonly tree?: true;
  /** The file types that a file field accepts; all by default. */
  readonly accept?: readonly string[] | undefined;
  /** Whether a file field takes private files alone. */
  readonly isPrivate?: boolean | undefined;
  /** What becomes of the files that nothing uses any more once a record is destroyed; they are kept by default. */
  readonly onRecordPurge?: OnRecordPurge | undefined;
  /** Who may read and who may change the field, among those who may read or write the record; by default all of them. */
  readonly read?: FieldRule | undefined;
  readonly write?: FieldRule | undefined;
  /** Its label and its help text. */
  readonly label?: Text | undefined;
  readonly help?: Text | undefined;
  /** How much of a line its control takes in forms. */
  readonly width?: FieldWidth;
  /** The least and the greatest allowed value, if the author set bounds. */
  readonly range?: { readonly min: unknown; readonly max: unknown };
  /** The label of each choice. */
  readonly words?: Readonly<Record<string, Text>> | undefined;
  /** The colour of each choice that has one. */
  readonly colors?: Readonly<Record<string, Color>>;
  /** How interfaces show its values in place of their text. */
  readonly display?: Display;
  /** The parts of the console that are its input in forms, and show it in lists. */
  readonly control?: string;
  readonly cell?: string;
  /** Earlier names of the field, for tables that have not been migrated. */
  readonly renamedFrom: readonly string[];
  /** The language whose readers' order lists by it have, as a BCP 47 tag. */
  readonly collation?: string;
  /** Whether it holds a value in each language of the setting LOCALES. */
  readonly localised?: true;
  /** The language of its values, if the field is localised and LOCALES is set. */
  readonly locale?: string;
  /** The localised field that this one belongs to, if it holds the values in a language that is not the default. */
  readonly translates?: string;
  /** Makes a missing value from another field's text: the first candidate that no record holds. */
  readonly made?: { readonly from: string; candidates(text: string): Iterable<string> };
  /** Set if it holds the positions of an order that people make by hand. */
  readonly position?: {
    /** The field whose equal values form a list of their own. */
    readonly within?: string;
    /** Whether lists have this order by default. */
    readonly sortsLists?: true;
  };
}

/** How values are read of which no two records may hold the same. */
export interface Distinct<Value = unknown> {
  clean(value: unknown): NonNullable<Value> | Problem;
  compared(text: string): NonNullable<Value> | Unheld | Problem;
}

/**
 * Kind or format, and a number if the rule protects readers, which rises when the rule gets
 * stricter. Stored with the table, so that values of another rule are detected.
 */
export type Policy =
  | 'text'
  | 'choice'
  | 'date'
  | 'email'
  | 'slug'
  | `${'html' | 'markdown' | 'url'} ${number}`
  | `nested ${string}`;

/** What deleting a referenced record does: it is refused, sets the reference to null, or deletes the referring records too. */
export type OnDelete = 'refuse' | 'detach' | 'delete';

/** What destroying a record does to its files: nothing, or those that nothing else uses are destroyed too. */
export type OnRecordPurge = 'keep' | 'purge';

/** How much of a line of a form a field takes; fields that fit stand side by side. */
export type FieldWidth = (typeof FIELD_WIDTHS)[number];
export const FIELD_WIDTHS = ['third', 'half', 'full'] as const;

/** A collection's fields by name. */
export type Fields = Readonly<Record<string, Field>>;

/** Further options of the kinds that can be localised. */
export interface Localisable {
  /** Whether it holds a value in each language of the setting LOCALES. */
  readonly localised?: true;
}

/** The fields inside a nested field. */
export type NestedFields =
  | { readonly form: 'group'; readonly members: Fields }
  | { readonly form: 'list'; readonly items: Field }
  | BlockFields;

/** A list whose elements are groups; the `type` of each names its group. */
export interface BlockFields {
  readonly form: 'blocks';
  readonly groups: Readonly<Record<string, Fields>>;
  readonly labels: Readonly<Record<string, Text | undefined>>;
  readonly type: Field;
}

/** The options of every field kind. */
export interface FieldOptions<Value> {
  /** Its label and its help text, as the API page shows them. */
  readonly label?: Text;
  readonly help?: Text;
  /** How much of a line it takes in forms; by default what its kind needs. */
  readonly width?: FieldWidth;
  /** The part of the console that is its input in forms, by the name that `defineControl` gives it. */
  readonly control?: string;
  /** The part of the console that shows it in lists, by the name that `defineCell` gives it. */
  readonly cell?: string;
  /** Must be sent on creation; an empty string does not count. */
  readonly required?: true;
  /** Stored if nothing is sent. Without a default, and unless required, null is stored. */
  readonly default?: Value;
  /** No two records have the same value. Deleted records do not count. */
  readonly unique?: true;
  readonly indexed?: true;
  readonly secret?: true;
  /** Who may see it. Others cannot filter, sort or search by it either. */
  readonly read?: FieldRule;
  /** Who may change it. */
  readonly write?: FieldRule;
  /** The field's earlier name, or several in their order; `quire migrate` then keeps its values. */
  readonly renamedFrom?: string | readonly string[];
  /**
   * Why records may hold values that the field refuses by now, for the readers of the API: they stay as they are, and can be
   * saved as they were read.
   */
  readonly legacy?: Text;
}

/** For kinds stored in unbounded columns, which not every engine can index. */
export type UnindexedOptions<Value> = Omit<FieldOptions<Value>, 'unique' | 'indexed'>;

/** Further options of texts. */
export interface Searchable {
  /** Whether `q` searches it. */
  readonly searchable?: true;
}

/** A field of `Value`, or of `Value | null` if its options allow null. */
export type FieldOf<Value, Options, C extends Column = Column> = Field<
  Options extends { required: true } | { default: unknown } ? Value : Value | null,
  Options extends { required: true } ? true : false,
  C
>;

/** A kind of field with its own options applied. `toField` adds those that all kinds share. */
export interface Kind<Value>
  extends Pick<
    Field<Value>,
    | 'kind'
    | 'column'
    | 'policy'
    | 'isLine'
    | 'isSlow'
    | 'nested'
    | 'format'
    | 'clean'
    | 'compared'
    | 'distinct'
    | 'problemOfPart'
    | 'problemOfConstant'
    | 'target'
    | 'onDelete'
    | 'tree'
    | 'accept'
    | 'isPrivate'
    | 'onRecordPurge'
    | 'made'
    | 'position'
    | 'range'
    | 'words'
    | 'colors'
    | 'display'
    | 'renamedWords'
    | 'collation'
  > {
  readonly schema: JsonSchema;
  readonly output?: JsonSchema;
  /** Properties that no option changes. */
  readonly fixed?: Partial<Pick<Field<Value>, 'nullable' | 'unique' | 'indexed' | 'initial'>>;
}

/** The checks of the options that all kinds share. */
export const fieldChecks: OptionTable<FieldOptions<unknown>>['checks'] = {
  label: text,
  help: text,
  width: oneOf(...FIELD_WIDTHS),
  control: namedPart,
  cell: namedPart,
  required: flag,
  default: anything,
  unique: flag,
  indexed: flag,
  secret: flag,
  read: fieldRule,
  write: fieldRule,
  renamedFrom: names,
  legacy: text,
};

const { unique: _unique, indexed: _indexed, ...unindexed } = fieldChecks;

/** The checks of the options of kinds that cannot be indexed. */
export const unindexedChecks: OptionTable<UnindexedOptions<unknown>>['checks'] = unindexed;

/** Completes a kind with the options that all kinds share. A default is checked like a sent value. */
export function toField<Value, Options extends FieldOptions<Value> & Searchable & Localisable>(
  table: AnyOptionTable,
  options: object | undefined,
  build: (options: Options) => Kind<Value>,
): FieldOf<Value, Options> {
  const given = (options ?? {}) as Options; // the table checks each of them
  const problems = problemsOfField(table, given);
  const field =
    problems.length > 0 ? { ...unsound, kind: table.owner, problems } : completed(build(given), given);
  return field as FieldOf<Value, Options>;
}

/** Takes the place of a field with wrong options until its collection reports them with their place. */
const unsound: Omit<Field<unknown>, 'kind'> = {
  column: { type: 'json' },
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
  options: FieldOptions<Value> & Searchable & Localisable,
): Field<unknown> {
  const nullable = fixed?.nullable ?? (options.required !== true && options.default === undefined);
  const shown = options.legacy === undefined ? output : withoutRule(output);
  return {
    ...kind,
    limits: limitsOf(options, Object.keys(fieldChecks)),
    input: described(nullable ? Type.Nullable(schema) : schema, options),
    output: described(nullable ? Type.Nullable(shown) : shown, options),
    required: options.required === true,
    nullable,
    initial: options.default === undefined ? null : kind.clean(options.default),
    unique: options.unique === true,
    indexed: options.indexed === true,
    secret: options.secret === true,
    searchable: options.searchable === true,
    ...(options.localised && { localised: true }),
    label: options.label,
    help: options.help,
    ...(options.width !== undefined && { width: options.width }),
    ...(options.control !== undefined && { control: options.control }),
    ...(options.cell !== undefined && { cell: options.cell }),
    read: options.read,
    write: options.write,
    renamedFrom: [options.renamedFrom ?? []].flat(),
    ...(options.legacy !== undefined && { legacy: options.legacy }),
    ...fixed,
  };
}

/** What is answered where records may hold values that the rule refuses: any value of the type. */
function withoutRule({ type, items, properties, oneOf }: JsonSchema): JsonSchema {
  return {
    ...(type !== undefined && { type }),
    ...(items !== undefined && { items }),
    ...(properties !== undefined && { properties }),
    ...(oneOf !== undefined && { oneOf }),
  };
}

function described(schema: JsonSchema, { label, help, legacy }: FieldOptions<unknown>): JsonSchema {
  const exception = legacy === undefined ? undefined : message('legacyAbout', { reason: legacy });
  const [first, ...more] = [help, schema.about, exception].filter(isText);
  if (label === undefined && first === undefined) return schema;
  const about = more.reduce<Text | undefined>(
    (text, next) => (text === undefined ? next : message('helpAnd', { help: text, more: next })),
    first,
  );
  return { ...schema, ...(label !== undefined && { heading: label }), ...(about !== undefined && { about }) };
}
