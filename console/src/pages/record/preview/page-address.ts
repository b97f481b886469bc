import { filledAddress, placesIn, withToken } from '../../../../../contract/preview-address.ts';
import type { FieldDescription } from '../../../api/definitions.ts';
import type { Entry } from '../../../form/entries.ts';
import type { FieldValue } from '../../../form/field-values.ts';
import { inLanguage } from './told-values.ts';

/** Stands for values that a record gets with its first save. */
const NEW = 'new';

interface Shown {
  /** Undefined for a record that is not saved yet. */
  readonly id: string | undefined;
  readonly language: string;
  readonly locales: Parameters<typeof inLanguage>[2];
  /** What opens a draft; undefined for what has none. */
  readonly token: string | undefined;
}

/** The address of the page that shows a record as it was saved. A value that is still missing is `new`. */
export function pageAddress(
  template: string,
  entries: readonly Entry<FieldDescription>[],
  { id, language, locales, token }: Shown,
): string {
  const isEmpty = ({ base }: Entry) => isGap(base.value);
  const saved = inLanguage(entries, language, locales, isEmpty).map(
    ([name, { base }]) => [name, base.value] as const,
  );
  const values = new Map<string, FieldValue>([
    ...[['locale', language] as const, ['id', id ?? ''] as const],
    ...saved,
    ['token', token ?? ''],
  ]);
  const at = (place: string) => (isGap(values.get(place)) ? NEW : String(values.get(place)));
  const address = filledAddress(template, at) ?? '';
  return token === undefined || placesIn(template).includes('token') ? address : withToken(address, token);
}

function isGap(value: FieldValue | undefined): boolean {
  return ['', '.', '..'].includes(String(value ?? ''));
}
