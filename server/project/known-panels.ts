import { type Catalogue, permissionsIn } from '../definitions/for-server.ts';
import type { PanelDefinition } from '../definitions/project/define-panel.ts';
import type { Mistakes } from '../shared/mistakes.ts';
import { suggestion } from '../shared/text/words.ts';
import { toAccessRule } from './access-lines.ts';
import { permissionKeys } from './known-permissions.ts';
import type { Project } from './project.ts';

/** Notes panels of collections, fields or permissions that do not exist. */
export function checkPanels(catalogue: Catalogue, { panels, routes }: Project, mistakes: Mistakes): void {
  const keys = permissionKeys(catalogue, routes);
  const served = new Set(catalogue.served.map(({ name }) => name));
  const certain = panels.filter(
    ({ defined: { collection } }) => served.has(collection) || !mistakes.hasLeftOut(collection),
  );
  for (const { defined, file } of certain)
    for (const problem of [...problemsOfFields(catalogue, defined), ...problemsOfAccess(defined, keys)])
      mistakes.note(`${file}: panel '${defined.name}': ${problem}`);
}

function problemsOfFields(catalogue: Catalogue, { collection, group, measure, where = {} }: PanelDefinition) {
  const served = catalogue.served.map(({ name }) => name);
  const definition = catalogue.served.find(({ name }) => name === collection);
  if (!definition) return [`there is no collection '${collection}'${suggestion(collection, served)}`];
  const fields = Object.keys(definition.columns);
  const [, measured] = measure.split('.');
  const named = [group?.split('.')[0], measured, ...Object.keys(where)];
  return named
    .filter((one) => one !== undefined)
    .filter((one) => !fields.includes(one) && !WORDS.includes(one) && !Object.hasOwn(definition.ways, one))
    .map((one) => `'${collection}' has no field '${one}'${suggestion(one, fields)}`);
}

/** What a filter may name beside fields. */
const WORDS = ['and', 'or', 'not', 'mine'];

function problemsOfAccess({ access }: PanelDefinition, keys: readonly string[]): string[] {
  return permissionsIn(toAccessRule(access))
    .filter(({ key }) => !keys.includes(key))
    .map(({ key }) => `there is no permission '${key}'${suggestion(key, keys)}`);
}
