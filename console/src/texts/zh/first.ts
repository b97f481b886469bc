/** What is read before anybody has signed in: the rest comes later, so that the sign-in page is small. */
export { errors } from './errors.ts';
export { shell } from './shell.ts';
export { signIn } from './sign-in.ts';
