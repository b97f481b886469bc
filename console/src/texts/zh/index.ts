import type { Texts } from '../index.ts';
import { errors } from './errors.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';

export const zh = { shell, signIn, errors } satisfies Texts;
