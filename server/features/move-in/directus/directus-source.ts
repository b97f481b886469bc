import { isObject } from '../forms/check-forms.ts';
import { timeOf } from '../forms/values.ts';
import type { Api } from '../http/api.ts';
import type { MovedFile, MovedGroup, MovedPerson, MovedRecord, MoveSource } from '../source.ts';
import { ASKED, type EarlierVersions, earlierVersionsOf } from './earlier-versions.ts';
import { type PlannedCollection, type PlannedField, planOf } from './plan.ts';
import { listAt, readSchema } from './schema.ts';

/** Records, users and files that are asked for at once. */
const PAGE = 100;

/** What the tables of Directus hold beside records. */
const LEFT_OUT = [
  'passwords, tokens and second factors of users',
  'policies and permissions: the groups of roles come without any',
  'flows, dashboards, presets, comments and settings',
  'folders of files',
];

/** A running Directus, asked with the token of an administrator. Earlier versions of records come on demand. */
export async function openDirectus(api: Api, withVersions: boolean): Promise<MoveSource> {
  const isPublic = await api.isPublic('/files?limit=1');
  const plan = planOf(await readSchema(api), !isPublic);
  const languages = new Set<string>();
  const hasLanguages = plan.collections.some(({ translations }) => translations);
  if (hasLanguages) for (const code of await languageCodes(api, plan.collections)) languages.add(code);
  const earlier = withVersions ? earlierVersionsOf(plan.collections) : undefined;
  const unasked = earlier ? [] : ['earlier versions of records: --revisions brings them'];
  return {
    name: `directus:${api.host}`.slice(0, 64),
    collections: [...plan.collections.map(({ form }) => form), ...(earlier ? [earlier.form] : [])],
    locales: [...languages],
    groups: () => groupsOf(api),
    people: () => peopleOf(api),
    files: () => filesOf(api, isPublic),
    records: (name) =>
      name === earlier?.form.name
        ? versionsOf(api, earlier)
        : recordsOf(
            api,
            plan.collections.find(({ form }) => form.name === name),
          ),
    leftOut: () => [...LEFT_OUT, ...unasked, ...plan.leftOut],
    async close() {},
  };
}

async function languageCodes(api: Api, collections: readonly PlannedCollection[]): Promise<string[]> {
  const codes = new Set<string>();
  for (const { collection, translations } of collections)
    if (translations)
      for await (const record of everything(api, {
        path: `/items/${collection.name}`,
        key: collection.key,
        fields: `${collection.key},${translations.alias}.${translations.language}`,
      }))
        for (const one of linksIn(record[translations.alias])) codes.add(String(one[translations.language]));
  return [...codes];
}

/** A list: where it is, the field by which its items are told apart, and what is asked of each. */
interface Listed {
  readonly path: string;
  readonly key?: string;
  readonly fields: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** All items of a list, a page at a time, in the order of their keys: what is added meanwhile shifts nothing. */
async function* everything(api: Api, { path, key = 'id', fields, more = {} }: Listed) {
  for (let last: unknown; ; ) {
    const filter = last === undefined ? {} : { filter: JSON.stringify({ [key]: { _gt: String(last) } }) };
    const items = await listAt(api, path, { limit: String(PAGE), sort: key, fields, ...filter, ...more });
    yield* items;
    if (items.length < PAGE) return;
    last = items.at(-1)?.[key];
  }
}

async function* groupsOf(api: Api): AsyncGenerator<MovedGroup> {
  for await (const { id, name, description } of everything(api, {
    path: '/roles',
    fields: 'id,name,description',
  }))
    yield { key: String(id), name: String(name), info: String(description ?? ''), permissions: [] };
}

async function* peopleOf(api: Api): AsyncGenerator<MovedPerson> {
  const fields = 'id,email,first_name,last_name,status,role';
  for await (const { id, email, first_name, last_name, status, role } of everything(api, {
    path: '/users',
    fields,
  })) {
    const name = [first_name, last_name].filter((one) => typeof one === 'string' && one !== '').join(' ');
    const address = typeof email === 'string' ? email : null;
    yield {
      key: String(id),
      username: address?.split('@', 1)[0] ?? `user-${String(id).slice(0, 8)}`,
      nickname: name,
      email: address,
      isActive: status === 'active',
      groups: typeof role === 'string' ? [role] : [],
    };
  }
}

/** Files that not everybody may read there become private: readers of a record that has one may read it. */
async function* filesOf(api: Api, isPublic: boolean): AsyncGenerator<MovedFile> {
  const fields = 'id,filename_download,title,description';
  for await (const { id, filename_download, description } of everything(api, { path: '/files', fields })) {
    const key = String(id);
    yield {
      key,
      name: String(filename_download ?? 'file'),
      alt: typeof description === 'string' && description !== '' ? { en: description } : {},
      isPrivate: !isPublic,
      addresses: [`/assets/${key}`, `${api.origin}/assets/${key}`],
      open: () => api.bytes(`/assets/${encodeURIComponent(key)}`),
    };
  }
}

async function* versionsOf(api: Api, { recordOf }: EarlierVersions): AsyncGenerator<MovedRecord> {
  for await (const revision of everything(api, { path: '/revisions', fields: ASKED })) {
    const record = recordOf(revision);
    if (record) yield record;
  }
}

async function* recordsOf(api: Api, planned: PlannedCollection | undefined): AsyncGenerator<MovedRecord> {
  if (!planned) return;
  const { collection, translations, fields } = planned;
  const asked = [
    '*',
    ...fields.flatMap(({ asks }) => asks ?? []),
    ...(translations ? [`${translations.alias}.*`] : []),
  ];
  const many = [
    ...fields.filter(({ asks }) => asks).map(({ there }) => there),
    ...(translations ? [translations.alias] : []),
  ];
  const deep = Object.fromEntries(many.map((alias) => [alias, { _limit: -1 }]));
  const more: Record<string, string> = many.length > 0 ? { deep: JSON.stringify(deep) } : {};
  const path = `/items/${collection.name}`;
  if (collection.isSingleton) {
    for (const record of await listAt(api, path, { fields: asked.join(','), ...more }))
      yield recordOf(planned, record);
    return;
  }
  for await (const record of everything(api, {
    path,
    key: collection.key,
    fields: asked.join(','),
    more,
  }))
    yield recordOf(planned, record);
}

function recordOf(planned: PlannedCollection, record: Record<string, unknown>): MovedRecord {
  const { collection, fields, status, stamps, translations } = planned;
  const at = (name: string | undefined) => (name === undefined ? undefined : record[name]);
  const created = timeOf(at(stamps.created));
  const updated = timeOf(at(stamps.updated)) ?? created;
  const creator = at(stamps.creator);
  return {
    key: collection.isSingleton ? 'singleton' : String(record[collection.key]),
    values: {
      ...Object.fromEntries(fields.map(({ there, here, read }) => [here, read(record[there])])),
      ...(translations && translated(translations.fields, translations.language, record[translations.alias])),
    },
    published: status !== undefined && record[status] === 'published',
    ...(created !== null && updated !== null && { times: { created, updated } }),
    ...(typeof creator === 'string' && { creator }),
  };
}

function translated(
  fields: readonly PlannedField[],
  language: string,
  value: unknown,
): Record<string, unknown> {
  const links = linksIn(value);
  return Object.fromEntries(
    fields.map(({ there, here, read }) => [
      here,
      Object.fromEntries(links.map((one) => [String(one[language]), read(one[there])])),
    ]),
  );
}

function linksIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
