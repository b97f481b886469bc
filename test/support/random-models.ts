import fc from 'fast-check';
import { projectOf } from './project-of.ts';

/** A random record: the records that it refers to, and the features that it uses. */
export interface RandomModel {
  readonly name: string;
  readonly references: readonly Reference[];
  readonly hasDrafts: boolean;
  readonly isLocalised: boolean;
  readonly nested: 'none' | 'group' | 'list' | 'blocks';
  readonly rule: 'none' | 'rows' | 'field';
  readonly audit: 'full' | 'creation' | 'none';
}

interface Reference {
  readonly field: string;
  readonly target: string;
  readonly isMany: boolean;
}

/** The languages that a server of these models has. */
export const LOCALES = 'en,de';

const nameOf = (place: number) => `thing${place}`;

/** Records that refer to each other at random, themselves included: the same ones for the same seed. */
export function randomModels(count: number, seed: number): RandomModel[] {
  const model = fc.record({
    references: fc.array(fc.record({ target: fc.nat(count - 1), isMany: fc.boolean() }), {
      minLength: 3,
      maxLength: 3,
    }),
    hasDrafts: fc.boolean(),
    isLocalised: fc.boolean(),
    nested: fc.constantFrom('none', 'group', 'list', 'blocks'),
    rule: fc.constantFrom('none', 'rows', 'field'),
    audit: fc.constantFrom('full', 'creation', 'none'),
  });
  return fc.sample(model, { seed, numRuns: count }).map((one, place) => ({
    ...one,
    name: nameOf(place),
    audit: one.hasDrafts ? 'full' : one.audit,
    references: one.references.map(({ target, isMany }, number) => ({
      field: `to${number}`,
      target: nameOf(target),
      isMany,
    })),
  }));
}

/** A project of these records; answers its content folder. */
export function projectOfModels(models: readonly RandomModel[]): string {
  return projectOf(
    Object.fromEntries(models.map((model) => [`content/${model.name}.ts`, definitionOf(model)])),
  );
}

const NESTED: Readonly<Record<RandomModel['nested'], string>> = {
  none: '',
  group: "place: group({ street: text({ max: 40 }), near: reference('thing0') }),",
  list: 'tags: list(text({ max: 20 })),',
  blocks:
    "parts: blocks({ words: group({ body: text({ max: 40 }) }), link: group({ there: reference('thing0') }) }),",
};

const LOCALISED = `sold: boolean({ default: false, localised: true }), facts: json({ localised: true }),
      price: decimal({ precision: 8, scale: 2, localised: true }), seen_at: dateTime({ localised: true }),`;

function definitionOf({
  name,
  references,
  hasDrafts,
  isLocalised,
  nested,
  rule,
  audit,
}: RandomModel): string {
  const followed = references.map(({ field, target, isMany }) =>
    isMany ? `${field}: references('${target}'),` : `${field}: reference('${target}'),`,
  );
  const read =
    rule === 'rows'
      ? `anyOf(recordsWhere(login, { size: { gte: 0 } }), permission('See all of ${name}'))`
      : 'login';
  return `import { boolean, dateTime, decimal, json } from 'quire-cms';
  export default defineCollection({
    name: '${name}', label: '${name}', path: '/v1/${name}', audit: '${audit}', ${hasDrafts ? 'drafts: true,' : ''}
    fields: {
      title: text({ max: 40, required: true, searchable: true, ${isLocalised ? "collation: 'en', localised: true" : ''} }),
      ${isLocalised ? LOCALISED : ''}
      size: integer({ default: 0, indexed: true, ${rule === 'field' ? `read: permission('See sizes of ${name}')` : ''} }),
      ${NESTED[nested]}
      ${followed.join('\n      ')}
    },
    access: { read: ${read}, create: login, update: login, delete: login${hasDrafts ? ', drafts: login, publish: login' : ''} },
  });`;
}

/** What a record of a model says besides its references. */
export function valuesOf({ name, isLocalised, nested }: RandomModel, place: number): Record<string, unknown> {
  const title = `${name} ${place}`;
  return {
    title: isLocalised ? { en: title, de: `${title} deutsch` } : title,
    size: place,
    ...(isLocalised && {
      sold: { en: true, de: null },
      facts: { en: { place }, de: [place] },
      price: { de: '1.50' },
      seen_at: { en: place, de: place + 1 },
    }),
    ...(nested === 'group' && { place: { street: `street ${place}`, near: null } }),
    ...(nested === 'list' && { tags: ['a', `b${place}`] }),
    ...(nested === 'blocks' && { parts: [{ type: 'words', body: `body ${place}` }] }),
  };
}
