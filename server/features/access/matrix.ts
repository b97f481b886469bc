import { explain } from '../../access/explain.ts';
import type { AccessRule, Catalogue, ServedDefinition } from '../../definitions/for-server.ts';
import type { Route } from '../../http/route.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { usesOf } from '../../records/rights.ts';
import { type Extent, extentOf } from './explanations.ts';
import { isLetIn, type Person } from './people.ts';
import { rulesOf } from './subject.ts';

/** Everything that the server offers: collections with their actions and fields, and all other routes. */
export interface Offered {
  readonly served: readonly ServedDefinition[];
  readonly others: readonly Route[];
}

export function offeredBy({ served }: Catalogue, routes: readonly Route[]): Offered {
  const isOfCollection = (path: string) => served.some((one) => `${path}/`.startsWith(`${one.path}/`));
  return { served, others: routes.filter(({ path }) => !isOfCollection(path)) };
}

type RecordsOf = (rules: readonly AccessRule[], isForSetUp?: boolean) => Extent;

/** What a person may do with each collection and route, with labels in the reader's language. */
export function matrixOf(
  { served, others }: Offered,
  person: Person,
  { switchedOff, reader }: { readonly switchedOff: ReadonlySet<string>; readonly reader: Language },
) {
  const recordsOf: RecordsOf = (rules, isForSetUp = false) =>
    isLetIn(person, isForSetUp)
      ? extentOf(rules.map((rule) => explain(person.actor, rule, switchedOff)))
      : 'none';
  return {
    collections: served.map((one) => ({ ...recordOf(one, recordsOf), label: render(one.label, reader) })),
    routes: others.map(({ method, path, summary, access, isForSetUp }) => ({
      method,
      path: path.replace(/:(\w+)/g, '{$1}'),
      summary: render(summary, reader),
      records: recordsOf([access], isForSetUp),
    })),
  };
}

export type Matrix = ReturnType<typeof matrixOf>;

function recordOf(definition: ServedDefinition, recordsOf: RecordsOf) {
  const { name, readRules, writeRules } = definition;
  const of = (rules: ServedDefinition['readRules'], extent: Extent) =>
    [...rules].flatMap(([field, rule]) => (recordsOf([rule]) === extent ? field : []));
  return {
    collection: name,
    actions: Object.fromEntries(usesOf(definition).map((use) => [use, recordsOf(rulesOf(definition, use))])),
    hidden_fields: of(readRules, 'none'),
    partly_hidden_fields: of(readRules, 'some'),
    fixed_fields: of(writeRules, 'none'),
    partly_fixed_fields: of(writeRules, 'some'),
  };
}

/** The matrix as lines of a table: what, action or method, records, label. Hidden and read-only fields have lines of their own. */
export function linesOfMatrix({ collections, routes }: Matrix): string[][] {
  return [
    ['subject', 'action', 'rows', 'label'], // their names in files since 0.1
    ...collections.flatMap(({ collection, label, actions, ...fields }) => {
      const lines = (names: readonly string[], action: string, extent: Extent) =>
        names.map((field) => [`${collection}.${field}`, action, extent, label]);
      return [
        ...Object.entries(actions).map(([action, records]) => [collection, action, records, label]),
        ...lines(fields.hidden_fields, 'read', 'none'),
        ...lines(fields.partly_hidden_fields, 'read', 'some'),
        ...lines(fields.fixed_fields, 'write', 'none'),
        ...lines(fields.partly_fixed_fields, 'write', 'some'),
      ];
    }),
    ...routes.map(({ method, path, records, summary }) => [path, method, records, summary]),
  ];
}
