import { Type } from '../../../contract/json-schema.ts';
import { type Door, decideReach, reachOf, withSettings } from '../../access/index.ts';
import { type Catalogue, login, type ServedDefinition } from '../../definitions/for-server.ts';
import type { RuledPanel } from '../../definitions/project/define-panel.ts';
import { AppError } from '../../errors.ts';
import { type Route, route } from '../../http/route.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { type Groups, toTree } from '../../records/index.ts';
import { message } from './messages/message.ts';

const shownPanel = Type.Object({
  name: Type.String(),
  label: Type.String(),
  collection: Type.String(),
  picture: Type.String({ enum: ['number', 'bars', 'line'], about: message('panelPicture') }),
  measure: Type.String(),
  group: Type.Nullable(Type.String({ about: message('panelGroup') })),
  items: Type.Array(
    Type.Object({
      key: Type.Nullable(Type.String({ about: message('panelKey') })),
      label: Type.Nullable(Type.String()),
      value: Type.Nullable(Type.String({ about: message('panelValue') })),
    }),
  ),
  more: Type.Boolean({ about: message('panelMore') }),
});

/** The panels of a project with their data, as far as the caller may see the panel, its records and its fields. */
export function panelRoute(catalogue: Catalogue, panels: readonly RuledPanel[]): Route {
  return route({
    method: 'GET',
    path: '/cms/panel',
    tag: message('panelsTag'),
    access: login,
    summary: message('listPanels'),
    answer: Type.Object({ items: Type.Array(shownPanel) }),
    async handle(door, { language }) {
      const items: object[] = [];
      for (const panel of panels) {
        const definition = catalogue.served.find(({ name }) => name === panel.collection);
        const groups = definition && (await groupsFor(door, panel, definition));
        if (groups) items.push(shown(panel, definition, groups, language()));
      }
      return { items };
    },
  });
}

/** What the caller may count; undefined if they may see neither the panel nor all that it names. */
async function groupsFor(
  door: Door,
  panel: RuledPanel,
  definition: ServedDefinition,
): Promise<Groups | undefined> {
  const { admission, actor } = door;
  const rules = [panel.access, definition.access.read];
  const reach = reachOf(definition.name, 'read');
  const mayRead = rules.every(
    (rule) => decideReach(actor, withSettings(rule, admission.switchedOff), reach).allowed,
  );
  if (!mayRead) return undefined;
  const { measure, group, where, most } = panel;
  const request = {
    select: measure,
    count: most,
    ...(group && { group }),
    ...(where && { filter: toTree(where) }),
  };
  try {
    return (await door.aggregate(definition, request)).value;
  } catch (error) {
    if (error instanceof AppError && error.key === 'badParameters') return undefined; // a field is hidden from them
    throw error;
  }
}

function shown(
  { name, label, collection, picture, measure, group }: RuledPanel,
  definition: ServedDefinition,
  { items, next }: Groups,
  language: Language,
): object {
  const field = group === undefined ? undefined : definition.fields[group];
  return {
    ...{ name, label: render(label, language), collection, picture, measure, group: group ?? null },
    items: items.map((one) => {
      const key = group === undefined ? undefined : one.group?.[group];
      const word = field?.words?.[String(key)];
      return {
        key: textOf(key),
        label: word === undefined ? textOf(key) : render(word, language),
        value: textOf(measured(one, measure)),
      };
    }),
    more: next !== null,
  };
}

function measured(group: Groups['items'][number], measure: string): unknown {
  const [kind = '', field = ''] = measure.split('.');
  const value = group[kind as keyof typeof group];
  return field === '' ? value : (value as Readonly<Record<string, unknown>> | undefined)?.[field];
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value);
}
