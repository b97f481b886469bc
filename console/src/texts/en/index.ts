import { admin } from './admin.ts';
import { errors } from './errors.ts';
import { fields } from './fields.ts';
import { form } from './form.ts';
import { conflict, history, toasts } from './history.ts';
import { home } from './home.ts';
import { imports } from './imports.ts';
import { kept } from './kept.ts';
import { palette } from './palette.ts';
import { profile } from './profile.ts';
import { richText } from './rich-text.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { trash } from './trash.ts';

export const en = {
  admin,
  shell,
  signIn,
  errors,
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
