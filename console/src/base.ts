const declared = document.querySelector<HTMLMetaElement>('meta[name=quire]')?.content ?? '/console/';

/** The path below which the console lies, such as `/console/`. */
export const consoleBase = new URL(declared, location.href).pathname;

/** The path below which the server lies, without a slash at its end: one above the console. */
export const serverBase = new URL('..', new URL(consoleBase, location.href)).pathname.replace(/\/$/, '');

/** The path of the API in the form that HTTP clients expect. */
export const apiBase = `${serverBase}/api`;
