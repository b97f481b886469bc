import { freeName } from '../forms/names.ts';
import { channelEntries, type Element, textIn } from './elements.ts';

/** A taxonomy's term: the key is its slug. */
export interface Term {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly parent: string;
}

/** A type of posts that becomes a collection. */
export interface PostType {
  /** Its name there, and that of the collection. */
  readonly type: string;
  readonly name: string;
  /** Whether its posts have parents of the same type, an order, or a picture. */
  isTree: boolean;
  hasOrder: boolean;
  hasPicture: boolean;
  readonly taxonomies: Set<string>;
  /** Names of fields, by the keys of custom fields. */
  readonly custom: Map<string, string>;
}

export interface Author {
  readonly login: string;
  readonly email: string;
  readonly name: string;
}

/** What an export holds, but for the posts themselves. */
export interface Survey {
  readonly site: string;
  readonly authors: Map<string, Author>;
  readonly types: Map<string, PostType>;
  /** Terms by taxonomy and slug, and the collections of taxonomies. */
  readonly terms: Map<string, Map<string, Term>>;
  readonly taxonomies: Map<string, string>;
  readonly leftOut: Map<string, number>;
}

/** What WordPress keeps as posts, although nobody wrote it as one. */
const INTERNAL: Readonly<Record<string, string>> = {
  nav_menu_item: 'entries of menus',
  revision: 'revisions: their posts come as they are now',
  custom_css: 'styles of themes',
  customize_changeset: 'changes of themes',
  oembed_cache: 'cached embeds',
  user_request: 'requests of users',
  wp_block: 'reusable blocks',
  wp_template: 'templates of themes',
  wp_template_part: 'templates of themes',
  wp_global_styles: 'styles of themes',
  wp_navigation: 'menus',
  wp_font_family: 'fonts',
  wp_font_face: 'fonts',
};
const LEFT_STATES: Readonly<Record<string, string>> = {
  trash: 'posts in the trash',
  'auto-draft': 'drafts that nobody began',
};
const TAXONOMY_NAMES: Readonly<Record<string, string>> = { post_tag: 'tag' };
const OWN_TAXONOMIES = new Set([
  'nav_menu',
  'post_format',
  'wp_theme',
  'wp_template_part_area',
  'link_category',
]);

/** Reads the whole export once. Throws SourceProblem. */
export async function surveyOf(path: string): Promise<Survey> {
  const survey: Survey = {
    site: '',
    authors: new Map(),
    types: new Map(),
    terms: new Map(),
    taxonomies: new Map(),
    leftOut: new Map([
      ['roles of users: the export names none', 0],
      ['passwords of users: they ask for a link by which they set one', 0],
      ['settings, themes, plug-ins and widgets', 0],
    ]),
  };
  let site = '';
  for await (const entry of channelEntries(path)) {
    if (entry.name === 'wp:base_blog_url' || (entry.name === 'link' && site === '')) site = entry.text.trim();
    else add(survey, entry);
  }
  return { ...survey, site };
}

function add(survey: Survey, entry: Element): void {
  const { name } = entry;
  if (name === 'wp:author') addAuthor(survey, entry);
  else if (name === 'item') addItem(survey, entry);
  else addDeclaredTerm(survey, entry);
}

function addDeclaredTerm(survey: Survey, entry: Element): void {
  switch (entry.name) {
    case 'wp:category':
      addTerm(survey, 'category', {
        slug: textIn(entry, 'wp:category_nicename'),
        name: textIn(entry, 'wp:cat_name'),
        description: textIn(entry, 'wp:category_description'),
        parent: textIn(entry, 'wp:category_parent'),
      });
      break;
    case 'wp:tag':
      addTerm(survey, 'post_tag', {
        slug: textIn(entry, 'wp:tag_slug'),
        name: textIn(entry, 'wp:tag_name'),
        description: textIn(entry, 'wp:tag_description'),
        parent: '',
      });
      break;
    case 'wp:term':
      addTerm(survey, textIn(entry, 'wp:term_taxonomy'), {
        slug: textIn(entry, 'wp:term_slug'),
        name: textIn(entry, 'wp:term_name'),
        description: textIn(entry, 'wp:term_description'),
        parent: textIn(entry, 'wp:term_parent'),
      });
  }
}

function addAuthor({ authors }: Survey, entry: Element): void {
  const login = textIn(entry, 'wp:author_login');
  const name = textIn(entry, 'wp:author_display_name');
  if (login !== '') authors.set(login, { login, email: textIn(entry, 'wp:author_email'), name });
}

function addTerm({ terms, taxonomies, types }: Survey, taxonomy: string, term: Term): void {
  if (taxonomy === '' || term.slug === '' || OWN_TAXONOMIES.has(taxonomy)) return;
  const known = terms.get(taxonomy) ?? new Map<string, Term>();
  terms.set(taxonomy, known);
  if (!taxonomies.has(taxonomy)) {
    const taken = [...taxonomies.values(), ...[...types.values()].map(({ name }) => name)];
    taxonomies.set(taxonomy, freeName(TAXONOMY_NAMES[taxonomy] ?? taxonomy, taken));
  }
  if (!known.has(term.slug) || term.description !== '' || term.parent !== '') known.set(term.slug, term);
}

function addItem(survey: Survey, item: Element): void {
  const { authors, leftOut } = survey;
  const type = textIn(item, 'wp:post_type');
  const count = (what: string, times = 1) => leftOut.set(what, (leftOut.get(what) ?? 0) + times);
  const comments = item.children.filter(({ name }) => name === 'wp:comment').length;
  if (comments > 0) count('comments', comments);
  const internal = INTERNAL[type];
  const passedOver = internal ?? LEFT_STATES[textIn(item, 'wp:status')];
  if (passedOver !== undefined) {
    count(passedOver);
    return;
  }
  const login = textIn(item, 'dc:creator');
  if (login !== '' && !authors.has(login)) authors.set(login, { login, email: '', name: login });
  if (type === 'attachment') return;
  if (textIn(item, 'wp:post_password') !== '') count('passwords of posts: these posts come as drafts');
  addType(survey, type, item);
}

function addType(survey: Survey, type: string, item: Element): void {
  const { types, taxonomies } = survey;
  const taken = [...taxonomies.values(), ...[...types.values()].map(({ name }) => name)];
  const found: PostType = types.get(type) ?? {
    type,
    name: freeName(type, taken),
    isTree: false,
    hasOrder: false,
    hasPicture: false,
    taxonomies: new Set(),
    custom: new Map(),
  };
  types.set(type, found);
  if (Number(textIn(item, 'wp:post_parent')) > 0) found.isTree = true;
  if (Number(textIn(item, 'wp:menu_order')) > 0) found.hasOrder = true;
  for (const { name, attributes, text } of item.children) {
    const { domain = '', nicename = '' } = attributes;
    if (name !== 'category' || nicename === '') continue;
    addTerm(survey, domain, { slug: nicename, name: text, description: '', parent: '' });
    if (taxonomies.has(domain)) found.taxonomies.add(domain);
  }
  for (const [key, value] of customFields(item)) {
    if (key === '_thumbnail_id') found.hasPicture = true;
    else if (isSerialised(value)) survey.leftOut.set(`custom field '${key}': values that PHP serialised`, 0);
    else if (!key.startsWith('_') && !found.custom.has(key) && found.custom.size < 200)
      found.custom.set(
        key,
        freeName(key, [...OWN_FIELDS, ...found.custom.values(), ...[...found.taxonomies]]),
      );
  }
}

/** Names of fields that every type may have. */
const OWN_FIELDS = ['title', 'slug', 'body', 'excerpt', 'author_id', 'parent_id', 'picture_id', 'position'];

export function customFields({ children }: Element): [key: string, value: string][] {
  return children.flatMap((one) =>
    one.name === 'wp:postmeta' ? [[textIn(one, 'wp:meta_key'), textIn(one, 'wp:meta_value')]] : [],
  );
}

/** What PHP wrote for itself: arrays and objects. */
export function isSerialised(value: string): boolean {
  return /^(?:[aO]:\d+:|C:\d+:")/.test(value);
}
