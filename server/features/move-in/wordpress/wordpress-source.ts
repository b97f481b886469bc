import { basename } from 'node:path';
import { momentIn } from '../../../shared/moments.ts';
import type { FetchFile } from '../http/fetch-file.ts';
import {
  type MovedFile,
  type MovedPerson,
  type MovedRecord,
  type MoveSource,
  SourceProblem,
} from '../source.ts';
import { channelEntries, type Element, textIn } from './elements.ts';
import { formsOf, termsField } from './forms-of.ts';
import { htmlOf } from './html-of.ts';
import { customFields, isSerialised, type PostType, type Survey, surveyOf } from './survey.ts';

/** An export of WordPress: Tools, Export, All content. */
export async function openWordpress(path: string, fetchFile: FetchFile): Promise<MoveSource> {
  const survey = await surveyOf(path);
  if (survey.types.size === 0 && survey.terms.size === 0)
    throw new SourceProblem(`${path}: holds no posts: this is no export of WordPress, or an empty one`);
  return {
    name: nameOf(survey.site),
    collections: formsOf(survey),
    locales: [],
    groups: nothing,
    people: () => peopleOf(survey),
    files: () => filesOf(path, fetchFile),
    records: (collection) => recordsOf(path, survey, collection),
    leftOut: () => [...survey.leftOut].map(([what, times]) => (times > 0 ? `${times} ${what}` : what)),
    async close() {},
  };
}

async function* nothing(): AsyncGenerator<never> {}

function nameOf(site: string): string {
  const host = URL.parse(site)?.host.replace(/[^\w.:-]/g, '') ?? '';
  return `wordpress:${host === '' ? 'export' : host}`.slice(0, 64);
}

async function* peopleOf({ authors }: Survey): AsyncGenerator<MovedPerson> {
  for (const { login, email, name } of authors.values())
    yield { key: login, username: login, nickname: name, email: email || null, isActive: true, groups: [] };
}

async function* itemsOf(path: string): AsyncGenerator<Element> {
  for await (const entry of channelEntries(path)) if (entry.name === 'item') yield entry;
}

async function* filesOf(path: string, fetchFile: FetchFile): AsyncGenerator<MovedFile> {
  for await (const item of itemsOf(path)) {
    const address = textIn(item, 'wp:attachment_url').trim();
    if (textIn(item, 'wp:post_type') !== 'attachment' || address === '') continue;
    const alt = customFields(item).find(([key]) => key === '_wp_attachment_image_alt')?.[1];
    const at = URL.parse(address);
    yield {
      key: textIn(item, 'wp:post_id'),
      name: basename(decoded(at?.pathname ?? '')) || 'file',
      alt: alt ? { en: alt } : {},
      isPrivate: false,
      addresses: at ? [address, at.pathname] : [],
      open: () => fetchFile(address),
    };
  }
}

async function* recordsOf(path: string, survey: Survey, collection: string): AsyncGenerator<MovedRecord> {
  for (const [taxonomy, name] of survey.taxonomies)
    if (name === collection)
      for (const { slug, name: title, description, parent } of survey.terms.get(taxonomy)?.values() ?? [])
        yield {
          key: slug,
          values: { name: title || slug, slug: decoded(slug), description, parent_id: parent || null },
        };
  const type = [...survey.types.values()].find(({ name }) => name === collection);
  if (!type) return;
  for await (const item of itemsOf(path)) {
    const status = textIn(item, 'wp:status');
    if (textIn(item, 'wp:post_type') === type.type && status !== 'trash' && status !== 'auto-draft')
      yield recordOf(survey, type, item);
  }
}

function recordOf(survey: Survey, type: PostType, item: Element): MovedRecord {
  const status = textIn(item, 'wp:status');
  const created = timeOf(item, 'wp:post_date_gmt') ?? timeOf(item, 'wp:post_date');
  const updated = timeOf(item, 'wp:post_modified_gmt') ?? created;
  const isOpen = textIn(item, 'wp:post_password') === '';
  const creator = textIn(item, 'dc:creator');
  const isFuture = status === 'future' && created !== undefined;
  const now = Date.now();
  return {
    key: textIn(item, 'wp:post_id'),
    values: valuesOf(survey, type, item),
    published: status === 'publish' && isOpen,
    ...(isFuture && isOpen && { publishAt: created }),
    ...(created !== undefined && {
      times: { created: Math.min(created, now), updated: Math.min(updated ?? created, now) },
    }),
    ...(creator !== '' && { creator }),
  };
}

function valuesOf({ taxonomies }: Survey, type: PostType, item: Element): Record<string, unknown> {
  const title = textIn(item, 'title').replace(/\s+/g, ' ').trim();
  const custom = new Map(customFields(item));
  const terms = [...type.taxonomies].map((taxonomy) => {
    const slugs = item.children.flatMap(({ name, attributes }) =>
      name === 'category' && attributes.domain === taxonomy ? (attributes.nicename ?? []) : [],
    );
    return [termsField(taxonomies.get(taxonomy) ?? ''), slugs] as const;
  });
  const picture = custom.get('_thumbnail_id') ?? '';
  const parent = textIn(item, 'wp:post_parent');
  return {
    title: title === '' ? `(${type.type} ${textIn(item, 'wp:post_id')})` : title,
    slug: decoded(textIn(item, 'wp:post_name')) || null,
    body: htmlOf(textIn(item, 'content:encoded')),
    excerpt: textIn(item, 'excerpt:encoded') || null,
    author_id: textIn(item, 'dc:creator') || null,
    ...(type.isTree && { parent_id: Number(parent) > 0 ? parent : null }),
    ...(type.hasOrder && { menu_order: Number(textIn(item, 'wp:menu_order')) || 0 }),
    ...(type.hasPicture && { picture_id: /^\d+$/.test(picture) ? picture : null }),
    ...Object.fromEntries(terms),
    ...Object.fromEntries(
      [...type.custom].map(([key, field]) => {
        const value = custom.get(key);
        return [field, value === undefined || isSerialised(value) ? null : value];
      }),
    ),
  };
}

/** WordPress writes times without a zone; those of drafts are all zero. */
function timeOf(item: Element, name: string): number | undefined {
  const text = textIn(item, name).trim();
  const isTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);
  const time = isTime ? momentIn(`${text}Z`) : undefined;
  return time !== undefined && time > 0 ? time : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // no address, although it looks like one
  }
}
