/** What this needs to know of a field of a definition. */
interface LocalisedField {
  readonly name: string;
  readonly locale?: string;
  readonly translates?: string;
}

type Raw = Readonly<Record<string, unknown>>;

/** Whether a collection holds texts in several languages, which a form reads and writes all at once. */
export function isLocalised(fields: readonly LocalisedField[]): boolean {
  return fields.some(({ locale }) => locale !== undefined);
}

/** What asks for all languages; an ETag belongs to the address that it was read from. */
export function localeOf(fields: readonly LocalisedField[]): { readonly locale?: 'all' } {
  return isLocalised(fields) ? { locale: 'all' } : {};
}

/** The value of a field in a record with all languages, or with only the default one. */
export function valueIn(record: Raw, { name, locale, translates }: LocalisedField): unknown {
  const value = record[translates ?? name];
  if (locale !== undefined && typeof value === 'object' && value !== null) return (value as Raw)[locale];
  return translates === undefined ? value : undefined;
}

/** Values of fields as the API takes them: a localised field is one object, with a member for each language. */
export function byLanguage(sent: readonly (readonly [field: LocalisedField, value: unknown])[]): Raw {
  const values: Record<string, unknown> = {};
  for (const [{ name, locale, translates = name }, value] of sent) {
    if (locale === undefined) values[name] = value;
    else values[translates] = { ...(values[translates] as Raw | undefined), [locale]: value };
  }
  return values;
}

/** The name of a language in the words of a reader, such as `German`. */
export function languageName(code: string, reader: string): string {
  try {
    return new Intl.DisplayNames(reader, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
