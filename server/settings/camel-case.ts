import type { SettingsTable, ValuesOf } from '../definitions/project/read-settings.ts';

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;

/** The values of a table, DATABASE_URL as `databaseUrl`. */
export type CamelCased<Table extends SettingsTable> = {
  readonly [Name in keyof Table as CamelCase<Name & string>]: ValuesOf<Table>[Name];
};

export function camelCased<Table extends SettingsTable>(values: ValuesOf<Table>): CamelCased<Table> {
  const camelCase = (name: string) =>
    name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const entries = Object.entries(values).map(([name, value]) => [camelCase(name), value]);
  return Object.fromEntries(entries);
}
