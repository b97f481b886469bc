import type { NamedGroup } from './module/define-module.ts';
import { modules } from './modules.ts';
import type { Settings } from './settings/values.ts';

/** The groups that settings name: those of the core, then those of the modules. */
export function groupsInSettings(settings: Settings): NamedGroup[] {
  const ofFactors = [...settings.factorPolicy.groups].filter((name) => name !== '*');
  return [
    ...ofFactors.map((name) => ({ setting: 'SECOND_FACTOR_GROUPS', name })),
    ...modules.flatMap(({ groupsIn }) => groupsIn?.(settings) ?? []),
  ];
}
