import { writeValue } from '../../form/field-values.ts';
import { byLanguage } from '../../form/languages.ts';
import type { Values } from '../../form/record-merge.ts';
import type { ServedDescription } from '../definitions.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Values as the API takes them. */
export function wireOf({ fields }: ServedDescription, values: Values): Raw {
  const sent = fields.filter(({ name }) => name in values);
  return byLanguage(sent.map((field) => [field, writeValue(field, values[field.name] ?? null)]));
}
