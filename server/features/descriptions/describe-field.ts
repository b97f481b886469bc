import {
  type Definition,
  type Field,
  type Fields,
  hasTextIds,
  holdsFiles,
  labelOf,
  type NestedFields,
  textId,
  titleOf,
  wordsFor,
} from '../../definitions/for-server.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import {
  filledIn,
  isSortable,
  MINE,
  MINE_OPERATORS,
  mine,
  offersIsMine,
  operatorsOf,
} from '../../records/index.ts';
import type { Allowed } from './allowed.ts';
import { message } from './messages/message.ts';

/** A collection, and what the caller may do with it. */
export interface SeenCollection {
  readonly definition: Definition;
  readonly allowed: Allowed;
  /** The collection that holds its drafts, and what the caller may do with these. */
  readonly drafts?: SeenCollection;
}

/** The context of a description: its reader, and facts beside the definition. */
export interface DescribeContext {
  readonly language: Language;
  readonly allowed: Allowed;
  /** Finds a collection by its name or by that of its drafts; undefined if the caller may not see it. */
  readonly find: (collection: string) => SeenCollection | undefined;
  /** The most bytes of an uploaded file. */
  readonly maxFileBytes: number;
}

const SERVER_LABELS = {
  id: message('idField'),
  create_time: message('createTimeField'),
  update_time: message('updateTimeField'),
} as const;

/**
 * The fields that the caller may read or write and those that the server fills in, with everything that a form or a filter
 * needs.
 */
export function describeFields(definition: Definition, context: DescribeContext): object[] {
  const { allowed } = context;
  const own = Object.entries(definition.fields).flatMap(([name, field]) => {
    const isFilled = definition.filled?.has(name) === true;
    const may = {
      ...mayOf(allowed, name),
      ...(isFilled && { creatable: false, updatable: false, filled: true }),
      ...(definition.key?.includes(name) && { updatable: false }),
    };
    return may.readable || may.creatable || may.updatable
      ? [{ name, ...may, ...described(definition, name, field, context) }]
      : [];
  });
  return allowed.uses.read === undefined ? own : [...own, ...serverFields(definition, context)];
}

function mayOf({ uses, shown, changeable }: Allowed, name: string) {
  const mayChange = changeable.includes(name);
  return {
    readable: uses.read !== undefined && shown.includes(name),
    creatable: uses.create !== undefined && mayChange,
    updatable: uses.update !== undefined && mayChange,
  };
}

function described(definition: Definition, name: string, field: Field, context: DescribeContext): object {
  const { language, allowed } = context;
  const isReadable = mayOf(allowed, name).readable;
  const rule = definition.writeRules.get(name);
  const isClosed = rule !== undefined && !allowed.changeable.includes(name);
  return {
    ...facts(name, field, context),
    ...(isReadable ? { ...inLists(field), ...orderOf(name, field, context) } : notInLists),
    // The records that it refers to are not followed where it is hidden from some.
    ...(allowed.inSome.includes(name) && { searchable: false, target: undefined }),
    ...(isClosed && { refused: render(message('onlyFor', { who: wordsFor(rule) }), language) }),
  };
}

/** The facts about a field and the fields inside it, nested or not. */
function facts(name: string, field: Field, context: DescribeContext): object {
  const { kind, required, nullable, initial, help, width, made, unique, nested } = field;
  const { locale, translates, legacy, display, control, cell } = field;
  const { language } = context;
  return {
    kind,
    label: render(labelOf(name, field), language),
    ...(help !== undefined && { help: render(help, language) }),
    ...(width !== undefined && { width }),
    ...(control !== undefined && { control }),
    ...(cell !== undefined && { cell }),
    required,
    allows_null: nullable,
    unique,
    ...(initial !== null && { default: initial }),
    ...(made && { made_from: made.from }),
    ...(locale !== undefined && { locale }),
    ...(translates !== undefined && { translates }),
    ...(legacy !== undefined && { legacy: render(legacy, language) }),
    ...boundsOf(field),
    ...choicesOf(field, language),
    ...(display && { display }),
    ...targetOf(field, context),
    ...(nested && inside(nested, context)),
  };
}

function inside(nested: NestedFields, context: DescribeContext): object {
  const membersOf = (members: Fields) =>
    Object.entries(members).map(([name, field]) => ({ name, ...facts(name, field, context) }));
  switch (nested.form) {
    case 'group':
      return { members: membersOf(nested.members) };
    case 'list':
      return { items: { name: 'items', ...facts('items', nested.items, context) } };
    case 'blocks':
      return {
        blocks: Object.entries(nested.groups).map(([type, members]) => ({
          type,
          label: render(nested.labels[type] ?? labelOf(type, {}), context.language),
          members: membersOf(members),
        })),
      };
  }
}

function serverFields(definition: Definition, { language }: DescribeContext): object[] {
  const { columns, shown } = definition;
  const idField = hasTextIds(definition) ? { id: textId } : {};
  return Object.entries({ ...filledIn(definition), ...idField })
    .filter(([name]) => name in columns && (name === 'id' || !shown))
    .map(([name, field]) => ({
      ...serverField(name, field),
      label: render(SERVER_LABELS[name as keyof typeof SERVER_LABELS], language), // the same three names
      unique: name === 'id',
      ...inLists(field),
    }));
}

/** Fields that records show only if `fields` names them. */
export function describeOnRequest(definition: Definition, { language, allowed }: DescribeContext): object[] {
  if (!allowed.isSignedIn || allowed.uses.read === undefined || !offersIsMine(definition)) return [];
  const label = render(message('isMineField'), language);
  const field = { ...serverField(MINE, mine), allows_null: false };
  return [{ ...field, label, unique: false, ...notInLists, filters: MINE_OPERATORS }];
}

function serverField(name: string, { kind, nullable }: Field): object {
  return {
    name,
    readable: true,
    creatable: false,
    updatable: false,
    filled: true,
    kind,
    required: false,
    allows_null: nullable,
  };
}

const notInLists = { sortable: false, searchable: false, filters: [] };

function inLists(field: Field) {
  return {
    sortable: isSortable(field),
    ...(field.collation !== undefined && { collation: field.collation }),
    searchable: field.searchable,
    filters: operatorsOf(field),
  };
}

/** A reference is sorted by the title of its record, because that is what people see. */
function orderOf(
  name: string,
  { target, column }: Field,
  { find }: DescribeContext,
): { readonly sort_by?: string } {
  const there = target !== undefined && column.type === 'bigint' ? find(target) : undefined;
  if (there?.allowed.uses.read === undefined) return {};
  const { shown, inSome } = there.allowed;
  const title = titleOf(
    there.definition,
    shown.filter((one) => !inSome.includes(one)),
  );
  const field = there.definition.fields[title];
  return field && isSortable(field) ? { sort_by: `${name}.${title}` } : {};
}

/** The limits that a form can check before sending, in the words of the API. */
function boundsOf({ input, range, column, format }: Field): object {
  const { minLength, maxLength, minItems, maxItems, pattern } = input;
  const bounds = {
    min: range?.min,
    max: range?.max,
    min_length: minLength,
    max_length: maxLength,
    min_items: minItems,
    max_items: maxItems,
    pattern,
    format,
    ...(column.type === 'decimal' && { precision: column.precision, scale: column.scale }),
  };
  return Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined));
}

function choicesOf({ kind, input, words, colors }: Field, language: Language): object {
  if (kind !== 'choice') return {};
  const values = (input.enum ?? []).filter((value) => typeof value === 'string');
  return {
    choices: values.map((value) => ({
      value,
      label: render(words?.[value] ?? value, language),
      ...(colors?.[value] && { color: colors[value] }),
    })),
  };
}

/** The name of a collection that the caller does not see is left out. */
function targetOf(field: Field, { find, maxFileBytes }: DescribeContext): object {
  const { target, column, onDelete, tree, accept, isPrivate, onRecordPurge } = field;
  if (target === undefined) return {};
  const there = find(target);
  return {
    many: column.type === 'ids',
    on_delete: onDelete,
    ...(tree && { tree }),
    ...(there && { target: there.definition.name }),
    ...(holdsFiles(field) && {
      max_bytes: maxFileBytes,
      ...(accept && { types: accept }),
      ...(isPrivate && { private: true }),
      ...(onRecordPurge === 'purge' && { on_record_purge: onRecordPurge }),
    }),
  };
}
