const declared = document.querySelector<HTMLMetaElement>('meta[name=quire]')?.content ?? '/console/';

/** The path below which the console lies, such as `/console/`. */
export const consoleBase = new URL(declared, location.href).pathname;

/** The path below which the API lies, without a slash at its end: one above the console. */
export const apiBase = new URL('..', new URL(consoleBase, location.href)).pathname.replace(/\/$/, '');
