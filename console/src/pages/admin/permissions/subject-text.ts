import type { Description } from '../../../api/definitions.ts';
import { t } from '../../../texts/admin.ts';

/** A rule in words, such as `article read` or `article.price write`. Routes are shown unchanged. */
export function subjectText(subject: string, find: (collection: string) => Description | undefined): string {
  const [, name = '', field, action = ''] = /^(\w+)(?:\.(\w+))? (\w+)$/.exec(subject) ?? [];
  const collection = find(name);
  if (!collection) return subject;
  if (field === undefined)
    return `${collection.label} · ${t.access.actions[action as keyof typeof t.access.actions] ?? action}`;
  const label = collection.fields.find((one) => one.name === field)?.label ?? field;
  return `${collection.label} · ${label} · ${action === 'write' ? t.preview.write : t.preview.read}`;
}
