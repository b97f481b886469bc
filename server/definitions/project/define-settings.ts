import { CannotStart } from '../../errors.ts';
import { readEnvironment } from '../../shared/system/environment.ts';
import { shown } from '../checks/options.ts';
import type { Refused } from '../types/sound-source.ts';
import { markDefined } from './defined.ts';
import { readSettingsTable, type SettingsTable, type ValuesOf } from './read-settings.ts';
import { setting } from './setting-options.ts';

/** Names that no environment has are refused by the compiler as well. */
type SoundNames<Table> = string extends keyof Table
  ? unknown
  : {
      readonly [Name in Exclude<keyof Table, Uppercase<string>>]: Refused<
        'a setting has a name such as SHOP_CURRENCY',
        Uppercase<Name & string>
      >;
    };

const tables = new WeakMap<object, SettingsTable>();

/** Thrown for values that cannot be used; the names of the settings may be the server's, which only the server knows. */
export class UnusableSettings extends CannotStart {
  readonly names: readonly string[];

  constructor(problem: string, names: readonly string[]) {
    super(problem);
    this.names = names;
  }
}

const KINDS = `what ${Object.keys(setting)
  .map((kind) => `setting.${kind}(…)`)
  .join(' or ')} returns, with an 'initial' where it needs one`;

const NAME = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

/**
 * Describes a project's own settings and returns their values, read from the environment or `.env`, checked and frozen.
 * `defineSettings({ SHOP_CURRENCY: setting.choice(['EUR', 'CNY'], { initial: 'EUR', meaning: 'What prices are in.' }) })`
 */
export function defineSettings<const Table extends SettingsTable>(
  table: Table & SoundNames<Table>,
): ValuesOf<Table> {
  const misnamed = Object.keys(table).find((name) => !NAME.test(name));
  if (misnamed !== undefined)
    throw new CannotStart(`setting '${misnamed}': allowed are names such as SHOP_CURRENCY`);
  const odd = Object.entries(table).find(([, one]) => !isSetting(one));
  if (odd) throw new CannotStart(`setting '${odd[0]}': must be ${KINDS}, not ${shown(odd[1])}`);
  const { values, problems } = readSettingsTable(table, readEnvironment());
  if (problems.length > 0) throw new UnusableSettings(problems.join('\n'), Object.keys(table));
  tables.set(values, table);
  return markDefined('defineSettings', values);
}

function isSetting({ initial, fits, read }: Partial<SettingsTable[string]> = {}): boolean {
  return typeof fits === 'function' && typeof read === 'function' && initial !== 'undefined';
}

/** The table that these values were read by; undefined if `defineSettings` did not answer them. */
export function settingsTableOf(values: object): SettingsTable | undefined {
  return tables.get(values);
}
