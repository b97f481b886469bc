import type { CollectionForm, FieldForm } from '../forms/forms.ts';
import type { PostType, Survey } from './survey.ts';

const TITLE: FieldForm = { kind: 'text', options: { max: 500, required: true, searchable: true } };
const SLUG: FieldForm = { kind: 'text', options: { max: 200, indexed: true } };
const detach = { onDelete: 'detach' };

/** The collections of an export: one for each taxonomy, and one for each type of posts. */
export function formsOf({ types, taxonomies }: Survey): CollectionForm[] {
  return [
    ...[...taxonomies.values()].map(taxonomyForm),
    ...[...types.values()].map((type) => typeForm(type, taxonomies)),
  ];
}

function taxonomyForm(name: string): CollectionForm {
  const parent: FieldForm = { kind: 'reference', target: name, options: { tree: true, ...detach } };
  const description: FieldForm = { kind: 'longText', options: {} };
  return { name, label: labelOf(name), fields: { name: TITLE, slug: SLUG, description, parent_id: parent } };
}

function typeForm(type: PostType, taxonomies: ReadonlyMap<string, string>): CollectionForm {
  const { name, isTree, hasOrder, hasPicture, custom } = type;
  const terms = [...type.taxonomies].flatMap((taxonomy) => taxonomies.get(taxonomy) ?? []);
  return {
    name,
    label: labelOf(name),
    hasDrafts: true,
    fields: {
      title: TITLE,
      slug: SLUG,
      body: { kind: 'richText', options: { max: 1_000_000, searchable: true } },
      excerpt: { kind: 'longText', options: {} },
      author_id: { kind: 'reference', target: 'quire_user', options: detach },
      ...(isTree && { parent_id: { kind: 'reference', target: name, options: { tree: true, ...detach } } }),
      ...(hasOrder && { menu_order: { kind: 'integer', options: { default: 0 } } }),
      ...(hasPicture && { picture_id: { kind: 'file', options: detach } }),
      ...Object.fromEntries(
        terms.map((term) => [
          termsField(term),
          { kind: 'references', target: term, options: { max: 1000, ...detach } } as const,
        ]),
      ),
      ...Object.fromEntries(
        [...custom.values()].map((field) => [field, { kind: 'longText', options: {} }] as const),
      ),
    },
  };
}

export function termsField(collection: string): string {
  return `${collection}_ids`;
}

function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
