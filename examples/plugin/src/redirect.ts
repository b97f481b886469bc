import { bigint, type Definition, defineCollection, permission, superAdministrator, text } from 'quire-cms';

/** A slug that a record had before. Only the plug-in writes them; people may see and remove them. */
export const redirect: Definition = defineCollection({
  name: 'redirect',
  label: { en: 'Redirects', zh: '重定向' },
  path: '/v1/redirect',
  audit: 'creation',
  fields: {
    collection: text({ max: 40, required: true, label: { en: 'Collection', zh: '记录' } }),
    slug: text({ max: 100, required: true, label: { en: 'Former slug', zh: '旧网址名' } }),
    record: bigint({ required: true, label: { en: 'Row', zh: '行' } }),
  },
  unique: [['collection', 'slug']],
  access: {
    read: permission({ en: 'See redirects', zh: '查看重定向' }, 'read'),
    create: superAdministrator,
    update: superAdministrator,
    delete: permission({ en: 'Remove redirects', zh: '删除重定向' }, 'delete'),
  },
});
