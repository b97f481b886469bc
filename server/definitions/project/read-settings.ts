import type { Environment } from '../../shared/system/environment.ts';
import type { Setting } from './setting-kinds.ts';

/** Settings by name. */
export type SettingsTable = Readonly<Record<string, Setting<unknown>>>;

/** The value of every setting of a table. */
export type ValuesOf<Table extends SettingsTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never;
};

interface ReadSettings<Table extends SettingsTable> {
  readonly values: ValuesOf<Table>;
  /** Problems by name, with the allowed values. */
  readonly problems: readonly string[];
}

/** Reads the settings of a table; one that is not given has its default. */
export function readSettingsTable<Table extends SettingsTable>(
  table: Table,
  given: Environment,
): ReadSettings<Table> {
  const problems: string[] = [];
  const entries = Object.entries(table).map(([name, setting]) => {
    const text = given[name] ?? setting.initial;
    if (!setting.fits(text)) problems.push(problemOf(name, text, setting.allowed));
    return [name, setting.read(text)];
  });
  return { values: Object.fromEntries(entries), problems };
}

function problemOf(name: string, text: string, allowed: string): string {
  const what = text === '' ? 'not set' : `'${withoutSecrets(name, text)}' cannot be used`;
  return `${name}: ${what}; allowed: ${allowed}`;
}

function withoutSecrets(name: string, text: string): string {
  return /SECRET|PASSWORD|KEY|TOKEN/.test(name) ? '…' : text.replace(/(:\/\/[^:]*:).*@/, '$1…@');
}
