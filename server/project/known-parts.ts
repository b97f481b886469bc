import type { ConsolePart } from '../console-parts/define-parts.ts';
import { type Catalogue, type Field, partName, permissionsIn } from '../definitions/for-server.ts';
import type { PanelDefinition } from '../definitions/project/define-panel.ts';
import type { Mistakes } from '../shared/mistakes.ts';
import { suggestion } from '../shared/text/words.ts';
import { toAccessRule } from './access-lines.ts';
import { permissionKeys } from './known-permissions.ts';
import type { Project } from './project.ts';

/** Notes parts of the console that name collections or permissions that do not exist, and fields that name no part. */
export function checkParts(catalogue: Catalogue, project: Project, mistakes: Mistakes): void {
  const { console: parts } = project;
  if (parts.length > 0) {
    const keys = permissionKeys(catalogue, project.routes);
    for (const { defined, name, file } of parts)
      for (const problem of [
        ...problemsOfCollections(catalogue, defined, mistakes),
        ...problemsOfAccess(defined, keys),
      ])
        mistakes.note(`${file}: ${name}: ${problem}`);
  }
  const all = [...parts.map(({ defined }) => defined), ...describedOf(project)];
  for (const { name: collection, fields } of catalogue.all)
    for (const [name, field] of fieldsIn(fields))
      for (const problem of problemsOfField(field, all))
        mistakes.note(`collection '${collection}': field '${name}': ${problem}`);
}

function problemsOfCollections({ served }: Catalogue, part: ConsolePart, mistakes: Mistakes): string[] {
  const names = served.map(({ name }) => name);
  return ('collections' in part ? part.collections : [])
    .filter((one) => !names.includes(one) && !mistakes.hasLeftOut(one))
    .map((one) => `there is no collection '${one}'${suggestion(one, names)}`);
}

function problemsOfAccess(part: ConsolePart | PanelDefinition, keys: readonly string[]): string[] {
  if (!('access' in part)) return [];
  return permissionsIn(toAccessRule(part.access))
    .filter(({ key }) => !keys.includes(key))
    .map(({ key }) => `there is no permission '${key}'${suggestion(key, keys)}`);
}

/** All fields, those inside of others with their path. */
function fieldsIn(fields: Readonly<Record<string, Field>>, before = ''): [string, Field][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = before + name;
    const { nested } = field;
    const inner =
      nested === undefined
        ? []
        : nested.form === 'group'
          ? [nested.members]
          : nested.form === 'list'
            ? [{ items: nested.items }]
            : Object.values(nested.groups);
    return [[path, field], ...inner.flatMap((one) => fieldsIn(one, `${path}.`))];
  });
}

/** A part as fields name it. */
type NamedPart = Pick<ConsolePart, 'kind' | 'name'> & { readonly kinds?: readonly string[] };

/** The cells and controls that isolated plug-ins describe. */
function describedOf({ plugins }: Project): NamedPart[] {
  return plugins.flatMap(({ name: plugin, defined: { isolated } }) =>
    Object.entries(isolated?.manifest.needs.console ?? {}).map(([part, needed]) => ({
      kind: needed.kind,
      name: partName(plugin, part),
      ...('kinds' in needed && { kinds: needed.kinds }),
    })),
  );
}

function problemsOfField({ kind, ...field }: Field, parts: readonly NamedPart[]): string[] {
  return (['control', 'cell'] as const).flatMap((place) => {
    const asked = field[place];
    if (asked === undefined) return [];
    const known = parts.filter((part) => part.kind === place);
    const part = known.find(({ name }) => name === asked);
    const names = known.map(({ name }) => name);
    if (!part) return [`there is no ${place} '${asked}' in console/${suggestion(asked, names)}`];
    if (!part.kinds || part.kinds.includes(kind)) return [];
    return [`the ${place} '${asked}' is for ${part.kinds.join(', ')}, not for ${kind}`];
  });
}

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
