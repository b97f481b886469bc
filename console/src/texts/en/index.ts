import { errors } from './errors.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';

export const en = { shell, signIn, errors };
