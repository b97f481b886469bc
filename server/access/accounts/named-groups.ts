import type { Reads } from '../../records/rows/reads.ts';
import { suggestion } from '../../shared/text/words.ts';
import { group } from './group.record.ts';

/** The settings that name groups. */
export interface NamingSettings {
  readonly factorPolicy: { readonly groups: ReadonlySet<string> };
  readonly signUpGroup: string | undefined;
  readonly scimGroups: readonly string[];
  readonly oidcProviders: readonly {
    readonly name: string;
    readonly groups: readonly (readonly [claimed: string, group: string])[];
  }[];
}

interface Named {
  readonly setting: string;
  readonly name: string;
}

function groupsInSettings({ factorPolicy, signUpGroup, scimGroups, oidcProviders }: NamingSettings): Named[] {
  const naming = (setting: string, names: Iterable<string>) => [...names].map((name) => ({ setting, name }));
  return [
    ...naming('SECOND_FACTOR_GROUPS', factorPolicy.groups).filter(({ name }) => name !== '*'),
    ...naming('SIGN_UP_GROUP', signUpGroup === undefined ? [] : [signUpGroup]),
    ...naming('SCIM_GROUPS', scimGroups),
    ...oidcProviders.flatMap(({ name, groups }) =>
      naming(
        `OIDC_${name.toUpperCase()}_GROUPS`,
        groups.map(([, joined]) => joined),
      ),
    ),
  ];
}

/** The groups that settings name. */
export function namesInSettings(settings: NamingSettings): Set<string> {
  return new Set(groupsInSettings(settings).map(({ name }) => name));
}

/** Which groups in settings do not exist, a sentence each; `made` are those that a seed makes. */
export async function missingInSettings(
  reads: Reads,
  settings: NamingSettings,
  made: readonly string[],
): Promise<string[]> {
  const named = groupsInSettings(settings);
  if (named.length === 0) return [];
  const rows = await reads.where(group, (select) => select);
  const known = [...made, ...rows.map(({ name }) => name)];
  return named
    .filter(({ name }) => !known.includes(name))
    .map(({ setting, name }) => `${setting}: group '${name}' does not exist${suggestion(name, known)}`);
}
