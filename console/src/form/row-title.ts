import type { Values } from './row-merge.ts';

interface Titled {
  readonly title_field: string;
  readonly builtin?: boolean;
  readonly fields: readonly { readonly name: string; readonly readable: boolean }[];
}

/** What people call a row. */
export function titleIn({ title_field }: Pick<Titled, 'title_field'>, values: Values): string {
  const title = values[title_field];
  return typeof title === 'string' ? title : '';
}

/** The fields of which the first with a text is the title: users without a nickname go by their username, if it may be read. */
export function titleFieldsOf({ title_field, builtin = false, fields }: Titled): readonly string[] {
  const isNamed = builtin && fields.some(({ name, readable }) => name === 'username' && readable);
  return isNamed ? [title_field, 'username'] : [title_field];
}
