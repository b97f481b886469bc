import { errors } from './errors.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';

/** What is read before anybody has signed in: the rest comes later, so that the sign-in page is small. */
export const first = { shell, signIn, errors };
