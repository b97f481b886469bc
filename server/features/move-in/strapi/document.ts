import { toJson } from '../../../shared/exact-json.ts';
import { timeOf } from '../forms/values.ts';
import type { MovedRecord } from '../source.ts';
import type { PlannedField, PlannedType } from './plan.ts';

/** One of the rows that Strapi keeps for a document: in one language, as a draft or as readers see it. */
export interface Row {
  readonly key: string;
  readonly locale: string | null;
  readonly isPublished: boolean;
  readonly createdAt: unknown;
  readonly updatedAt: unknown;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The record that the rows of one document become. `locales` begin with the default one. */
export function recordOf(
  { type, form, fields }: PlannedType,
  rows: readonly Row[],
  locales: readonly string[],
): MovedRecord {
  const published = rows.filter(({ isPublished }) => isPublished);
  const drafts = rows.filter(({ isPublished }) => !isPublished);
  const hasDraft = (locale: Row['locale']) => drafts.some((one) => one.locale === locale);
  const latest = [...drafts, ...published.filter(({ locale }) => !hasDraft(locale))];
  const shown = form.hasDrafts || published.length === 0 ? latest : published;
  const valuesIn = (some: readonly Row[]) => joined({ type, form, fields }, some, locales);
  const values = valuesIn(shown);
  const seen = published.length > 0 && form.hasDrafts === true && valuesIn(published);
  const created = rows.map(({ createdAt }) => timeOf(createdAt)).filter((one) => one !== null);
  const updated = rows.map(({ updatedAt }) => timeOf(updatedAt)).filter((one) => one !== null);
  return {
    key: rows[0]?.key ?? '',
    values,
    published: seen && toJson(seen) === toJson(values) ? true : seen,
    ...(created.length > 0 &&
      updated.length > 0 && { times: { created: Math.min(...created), updated: Math.max(...updated) } }),
  };
}

/**
 * Localised fields hold a value for each language, so that none is left over from a draft; the others that of the first language
 * that has a row. What no row tells is left out, and stays as it is here.
 */
function joined(
  { type, fields }: PlannedType,
  rows: readonly Row[],
  [first = '', ...others]: readonly string[],
): Record<string, unknown> {
  const order = [first, ...others];
  const byLocale = new Map(rows.map((row) => [row.locale ?? first, row] as const));
  const foremost = order.map((locale) => byLocale.get(locale)).find((row) => row !== undefined) ?? rows[0];
  const inEach = ({ there, read }: PlannedField) =>
    Object.fromEntries(
      order.map((locale) => {
        const row = byLocale.get(locale);
        return [locale, row || locale === first ? read(row?.values[there]) : null];
      }),
    );
  const told = fields.filter(({ there }) => rows.some(({ values }) => values[there] !== undefined));
  return Object.fromEntries(
    told.map((field) => [
      field.here,
      field.isLocalised && type.isLocalised ? inEach(field) : field.read(foremost?.values[field.there]),
    ]),
  );
}
