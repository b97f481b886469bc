import { CannotStart } from '../errors.ts';
import { tableOfModules } from '../module/module-settings.ts';
import { modules } from '../modules.ts';
import { isOfServer } from '../project/stray-settings.ts';
import { settingsTable } from '../settings/table.ts';
import { suggestion } from '../shared/text/words.ts';

type Value = string | number | boolean | undefined;

/** Settings by the names that `quire settings` lists; missing ones have their defaults. */
export type ServerSettings = { readonly [Name in keyof typeof settingsTable]?: Value } & {
  /** Those of features. A name that is no setting is refused at the start. */
  readonly [Name in Uppercase<string>]?: Value;
};

/** The settings as the environment would have them. Throws CannotStart if one has no such name. */
export function settingTexts(settings: ServerSettings): Record<string, string | undefined> {
  const known = Object.keys({ ...settingsTable, ...tableOfModules(modules) });
  const unknown = Object.keys(settings).filter((name) => !isOfServer(name));
  if (unknown.length > 0)
    throw new CannotStart(unknown.map((name) => `${name}: not a setting${suggestion(name, known)}`));
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
}
