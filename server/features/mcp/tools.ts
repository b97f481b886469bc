import { type Actor, type Admission, admits, asProposing } from '../../access/index.ts';
import { type Catalogue, type ServedDefinition, takes } from '../../definitions/for-server.ts';
import type { Language } from '../../messages/languages.ts';
import { type Message, render } from '../../messages/message.ts';
import { message } from './messages/message.ts';

/** The most records that one call lists. */
export const MOST_RECORDS = 50;

/** The tool that writes for everybody: a change set, and nothing else. */
export const PROPOSING = 'propose_changes';

/** The tools that write at once, for apps whose person let them. */
export const CHANGING = {
  create_record: 'create',
  change_record: 'update',
  delete_record: 'delete',
} as const satisfies Record<string, (typeof WRITING)[number]>;

const WRITING = ['create', 'update', 'delete', 'publish'] as const;

/** The collections that a caller may read and write. */
export interface Reachable {
  readonly readable: readonly ServedDefinition[];
  readonly writable: readonly ServedDefinition[];
  /** Those that it writes at once, by tool. */
  readonly changeable: Readonly<Record<keyof typeof CHANGING, readonly ServedDefinition[]>>;
}

/** The collections that this caller may read, and those of which they may propose some change. */
export function reachableBy({ served, writable }: Catalogue, admission: Admission, actor: Actor): Reachable {
  const mayAs = (who: Actor) => {
    const rights = admission.rightsOf(who);
    return (definition: ServedDefinition, use: 'read' | (typeof WRITING)[number]) =>
      admits(admission, who, definition, use) && rights.records(definition, use) !== 'none';
  };
  const [may, mayPropose] = [mayAs(actor), mayAs(asProposing(actor))];
  const changeable = (use: (typeof WRITING)[number]) =>
    actor.key?.app ? served.filter((one) => hasUse(one, use) && may(writable(one), use)) : [];
  return {
    readable: served.filter((one) => may(one, 'read') || may(writable(one), 'read')),
    writable: served.filter(
      (one) =>
        // What a table of another program holds, no change set can hold.
        !one.sql && WRITING.some((use) => hasUse(one, use) && mayPropose(writable(one), use)),
    ),
    changeable: {
      create_record: changeable(CHANGING.create_record),
      change_record: changeable(CHANGING.change_record),
      delete_record: changeable(CHANGING.delete_record),
    },
  };
}

function hasUse(definition: ServedDefinition, use: (typeof WRITING)[number]): boolean {
  const { isSingleton, hasDrafts } = definition;
  if (use === 'publish') return hasDrafts === true;
  return takes(definition, use) && (use === 'update' || !isSingleton);
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: false };
}

/** The tools for this caller, only those that they may use. */
export function toolsFor(
  { readable, writable, changeable }: Reachable,
  hasLocales: boolean,
  language: Language,
): Tool[] {
  const inLanguage = (text: Message) => render(text, language);
  const text = (about: Message) => ({ type: 'string', description: inLanguage(about) });
  const collection = (collections: readonly ServedDefinition[]) => ({
    type: 'string',
    enum: collections.map(({ name }) => name),
    description: collections.map(({ name, label }) => `${name}: ${render(label, language)}`).join('; '),
  });
  const shown = {
    fields: text(message('mcpFields')),
    expand: text(message('mcpExpand')),
    version: { type: 'string', enum: ['draft'], description: inLanguage(message('mcpVersion')) },
    ...(hasLocales && { locale: text(message('mcpLocale')) }),
  };
  const record = { description: inLanguage(message('mcpId')), type: ['integer', 'string'] };
  const reading = [
    tool('describe_collection', inLanguage(message('mcpDescribe')), { collection: collection(readable) }, [
      'collection',
    ]),
    tool(
      'list_records',
      inLanguage(message('mcpList', { max: MOST_RECORDS })),
      {
        collection: collection(readable),
        filter: { type: 'object', description: inLanguage(message('mcpFilter')) },
        q: text(message('mcpWords')),
        search: text(message('mcpSearch')),
        sort: text(message('mcpSort')),
        count: { type: 'integer', minimum: 1, maximum: MOST_RECORDS },
        after: text(message('mcpAfter')),
        total: { type: 'boolean', description: inLanguage(message('mcpTotal')) },
        ...shown,
      },
      ['collection'],
    ),
    tool(
      'read_record',
      inLanguage(message('mcpRead')),
      { collection: collection(readable), id: record, ...shown },
      ['collection'],
    ),
  ];
  const proposing = [
    tool(
      PROPOSING,
      inLanguage(message('mcpPropose')),
      {
        title: { type: 'string', maxLength: 120 },
        note: { type: 'string' },
        items: itemsOf(inLanguage, collection(writable)),
      },
      ['title', 'items'],
    ),
    tool('read_proposal', inLanguage(message('mcpReadProposal')), { id: record }, ['id']),
  ];
  const changing = changingTools(
    changeable,
    { id: record, locale: hasLocales && text(message('mcpLocale')) },
    language,
    collection,
  );
  return [...(readable.length > 0 ? reading : []), ...(writable.length > 0 ? proposing : []), ...changing];
}

/** The tools that write at once, each with the collections that it writes. */
function changingTools(
  changeable: Reachable['changeable'],
  { id, locale }: { readonly id: object; readonly locale: object | false },
  language: Language,
  collection: (collections: readonly ServedDefinition[]) => object,
): Tool[] {
  const inLanguage = (text: Message) => render(text, language);
  const values = { type: 'object', description: inLanguage(message('mcpValues')) };
  const written = { values, ...(locale && { locale }) };
  const inputs = { create_record: written, change_record: { id, ...written }, delete_record: { id } };
  return (Object.keys(inputs) as (keyof typeof inputs)[]) // their own names
    .filter((name) => changeable[name].length > 0)
    .map((name) => {
      const properties = { collection: collection(changeable[name]), ...inputs[name] };
      const required = ['collection', ...('values' in properties ? ['values'] : [])];
      return tool(name, inLanguage(message(name)), properties, required);
    });
}

function itemsOf(inLanguage: (text: Message) => string, collection: object): object {
  const named = (about: Message) => ({ type: 'string', description: inLanguage(about) });
  return {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      properties: {
        collection,
        action: { type: 'string', enum: ['create', 'update', 'delete', 'publish', 'unpublish'] },
        id: { type: ['integer', 'string'], description: inLanguage(message('mcpId')) },
        values: { type: 'object', description: inLanguage(message('setItemValues')) },
        name: named(message('setItemName')),
        new: named(message('setItemNew')),
        locale: named(message('mcpLocale')),
        etag: named(message('onlyIfUnchanged')),
      },
      required: ['collection', 'action'],
      additionalProperties: false,
    },
  };
}

function tool(
  name: string,
  description: string,
  properties: Readonly<Record<string, object>>,
  required: readonly string[],
): Tool {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: {
      readOnlyHint: name !== PROPOSING && !Object.hasOwn(CHANGING, name),
      destructiveHint: false,
    },
  };
}
