import type { ModuleSettingName } from '../modules.ts';
import type { settingsTable } from '../settings/table.ts';

type Value = string | number | boolean | undefined;

/** Settings by the names that `quire settings` lists; missing ones have their defaults. */
export type ServerSettings = { readonly [Name in keyof typeof settingsTable | ModuleSettingName]?: Value } & {
  readonly [Name in `${string}_LOGIN_REQUIRED`]?: Value;
} & {
  readonly [Name in `OIDC_${string}`]?: Value;
};

/** The settings as the environment would have them. */
export function settingTexts(settings: ServerSettings): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
}
