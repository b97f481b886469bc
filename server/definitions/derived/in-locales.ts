import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import { MAX_NAME } from '../checks/option-checks.ts';
import { isPlainObject } from '../checks/options.ts';
import { collationIn } from '../collation/sort-keys.ts';
import type { Definition, Localised } from '../define-collection.ts';
import type { Field, Fields } from '../field.ts';
import { columnIn, type Locales } from '../locales.ts';
import { labelOf } from '../options/presentation.ts';
import { partsOfFields } from '../parts-of-fields.ts';
import { Problem } from '../problem.ts';

/**
 * A definition with an extra field for each localised field and language but the default: `title__en` beside `title`. It is a
 * field like any other, so all code for fields works for each language. Throws if names collide.
 */
export function inLocales(definition: Definition, locales: Locales): Definition {
  const [first, ...others] = locales;
  const bases = Object.keys(definition.fields).filter((name) => definition.fields[name]?.localised);
  if (bases.length === 0) return definition;
  requireSound(definition, bases);
  if (!first) return definition;
  requireNoMember(definition, bases, locales);
  const localised: Localised = new Map(
    bases.map((base) => [
      base,
      new Map([[first.name, base], ...others.map(({ name }) => [name, columnIn(base, name)] as const)]),
    ]),
  );
  requireFreeNames(definition, localised);
  return { ...definition, ...expanded(definition, localised), localised };
}

function requireSound({ name, fields, unique, nullsEqual }: Definition, bases: readonly string[]): void {
  const refuse = (reason: string) => new Error(`collection '${name}': ${reason}`);
  for (const base of bases) {
    const from = fields[base]?.made?.from;
    if (from !== undefined && !fields[from]?.localised)
      throw refuse(`field '${base}': it is localised, so '${from}', from which it is made, must be too`);
  }
  const equal = unique.find((group) => nullsEqual.has(group) && group.some((one) => bases.includes(one)));
  if (equal)
    throw refuse(
      `unique: ${equal.join()} counts null as a value and names a localised field; a missing language would be one`,
    );
}

/** A group's value, or an object of JSON, and an object of languages are told apart by their names. */
function requireNoMember(
  { name: collection, fields }: Definition,
  bases: readonly string[],
  locales: Locales,
) {
  for (const base of bases) {
    const { nested, kind, initial } = fields[base] ?? {};
    const members =
      nested?.form === 'group' ? nested.members : kind === 'json' && isPlainObject(initial) ? initial : {};
    const member = locales.find(({ name }) => Object.hasOwn(members, name));
    if (member)
      throw new Error(
        `collection '${collection}': field '${base}': it is localised, so its '${member.name}' cannot have the name of a language of LOCALES`,
      );
  }
}

function requireFreeNames({ name: collection, fields }: Definition, localised: Localised): void {
  for (const [base, columns] of localised)
    for (const [locale, column] of columns) {
      if (column === base) continue;
      const place = `collection '${collection}': field '${base}': its column in '${locale}' is '${column}'`;
      if (Object.hasOwn(fields, column)) throw new Error(`${place}, which is another field`);
      if (column.length > MAX_NAME)
        throw new Error(`${place}, and a name has at most ${MAX_NAME} characters`);
    }
}

/** All parts of a definition that name fields. */
function expanded(definition: Definition, localised: Localised): Partial<Definition> {
  const { fields, audit, unique, indexes, search, conflicts, presentation } = definition;
  const all: Fields = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => fieldsOf(name, field, localised)),
  );
  const locales = [...(localised.values().next().value ?? new Map<string, string>()).keys()];
  const inEach = (group: readonly string[]) => groupsOf(group, localised, locales);
  return {
    ...partsOfFields(all, audit),
    unique: unique.flatMap(inEach),
    indexes: indexes.flatMap(inEach),
    search: search.map((level) => level.flatMap((name) => [...(localised.get(name)?.values() ?? [name])])),
    conflicts: Object.fromEntries(
      Object.entries(conflicts).flatMap(([names, failure]) =>
        inEach(names.split(',')).map((group) => [group.join(), failure] as const),
      ),
    ),
    readRules: rulesOf(definition.readRules, all),
    writeRules: rulesOf(definition.writeRules, all),
    presentation: {
      ...presentation,
      ...(presentation.groups && {
        groups: presentation.groups.map((group) => ({
          ...group,
          fields: group.fields.flatMap((name) => [...(localised.get(name)?.values() ?? [name])]),
        })),
      }),
    },
  };
}

function fieldsOf(name: string, field: Field, localised: Localised): [string, Field][] {
  const columns = localised.get(name);
  if (!columns) return [[name, field]];
  const apart = field.kind === 'json' ? withoutLanguages(field, columns) : field;
  return [...columns].map(([locale, column]) => [
    column,
    column === name
      ? { ...apart, locale }
      : translationOf(name, apart, locale, columnsFrom(field, localised)),
  ]);
}

/** An object of JSON with the name of a language could not be told from an object of languages. */
function withoutLanguages(field: Field, locales: ReadonlyMap<string, string>): Field {
  return {
    ...field,
    clean(value) {
      const named = isPlainObject(value) ? Object.keys(value).find((name) => locales.has(name)) : undefined;
      return named === undefined
        ? field.clean(value)
        : new Problem(message('namesLanguage', { name: named }));
    },
  };
}

/** The columns of the field that this one is made from. */
function columnsFrom({ made }: Field, localised: Localised) {
  return made && localised.get(made.from);
}

/** The field in another language: it may always be missing, and is otherwise like the field itself. */
function translationOf(
  name: string,
  field: Field,
  locale: string,
  from: ReadonlyMap<string, string> | undefined,
): Field {
  const { made, renamedFrom, collation } = field;
  return {
    ...field,
    locale,
    translates: name,
    label: message('joined', { parts: [labelOf(name, field), ` (${locale})`] }),
    required: false,
    nullable: true,
    initial: null,
    input: Type.Nullable(field.input),
    output: Type.Nullable(field.output),
    renamedFrom: renamedFrom.map((former) => columnIn(former, locale)),
    ...(collation !== undefined && { collation: collationIn(collation, locale) }),
    ...(made && { made: { ...made, from: from?.get(locale) ?? made.from } }),
  };
}

/** A group of fields, and the same in every other language if one of them is localised. */
function groupsOf(
  group: readonly string[],
  localised: Localised,
  locales: readonly string[],
): (readonly string[])[] {
  if (!group.some((name) => localised.has(name))) return [group];
  const [, ...others] = locales;
  return [group, ...others.map((locale) => group.map((name) => localised.get(name)?.get(locale) ?? name))];
}

/** A language has the rules of its field, with the same permission. */
function rulesOf<Rule>(rules: ReadonlyMap<string, Rule>, fields: Fields): ReadonlyMap<string, Rule> {
  const entries = Object.entries(fields).flatMap(([name, { translates }]) => {
    const rule = rules.get(translates ?? name);
    return rule === undefined ? [] : [[name, rule] as const];
  });
  return new Map(entries);
}
