import type { Values } from './record-merge.ts';

interface Titled {
  readonly title_field: string;
  readonly builtin?: boolean;
  readonly fields: readonly { readonly name: string; readonly readable: boolean }[];
}

/** What people call a record. */
export function titleIn({ title_field }: Pick<Titled, 'title_field'>, values: Values): string {
  const title = values[title_field];
  return typeof title === 'string' ? title : '';
}

/** The fields to take the title from; the first that holds a text wins. Users without a nickname go by their readable username. */
export function titleFieldsOf({ title_field, builtin = false, fields }: Titled): readonly string[] {
  const isNamed = builtin && fields.some(({ name, readable }) => name === 'username' && readable);
  return isNamed ? [title_field, 'username'] : [title_field];
}
