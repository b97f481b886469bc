import type { SettingsTable } from '../definitions/project/read-settings.ts';
import type { Environment } from '../shared/system/environment.ts';

/** Settings whose names follow from the values of others, such as those of each provider. */
export interface FurtherSettings<Values, Further> {
  /** Each once, by a name such as OIDC_<NAME>_ISSUER. */
  readonly described: SettingsTable;
  /** Whether a name of the environment is one of them, or meant to be. */
  isName(name: string): boolean;
  /** What joins the values of the module's settings, or takes the place of some. */
  read(
    values: Values,
    given: Environment,
  ): { readonly values: Further; readonly problems: readonly string[] };
}
