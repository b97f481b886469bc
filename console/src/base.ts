const declared = document.querySelector<HTMLMetaElement>('meta[name=quire]')?.content ?? '/console/';

/** The path below which the console lies, such as `/console/`. */
export const consoleBase = new URL(declared, location.href).pathname;

/** The path below which the server lies, without a slash at its end: one above the console. */
export const serverBase = new URL('..', new URL(consoleBase, location.href)).pathname.replace(/\/$/, '');

/**
 * The address of a file of the server on the host that this page came from. The server names its files after PUBLIC_URL, or
 * after the address that it listens on, which a browser behind a tunnel or a mapped port may not reach.
 */
export function sameHost(url: string): string {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
}

/** The path of the API in the form that HTTP clients expect. */
export const apiBase = `${serverBase}/api`;
