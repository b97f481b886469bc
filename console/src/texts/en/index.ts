import { admin } from './admin.ts';
import { fields } from './fields.ts';
import { filter } from './filter.ts';
import { first } from './first.ts';
import { form } from './form.ts';
import { conflict, history, toasts } from './history.ts';
import { home } from './home.ts';
import { imports } from './imports.ts';
import { kept } from './kept.ts';
import { list } from './list.ts';
import { palette } from './palette.ts';
import { profile } from './profile.ts';
import { richText } from './rich-text.ts';
import { trash } from './trash.ts';

export const en = {
  admin,
  ...first,
  filter,
  list,
  form,
  fields,
  richText,
  conflict,
  imports,
  palette,
  profile,
  history,
  trash,
  toasts,
  home,
  kept,
};
