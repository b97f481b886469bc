/** The reference implementation of GraphQL: an optional package. */
export type Library = typeof import('graphql');

let loading: Promise<Library> | undefined;

/** The library, loaded by the first request. A server without such requests does not load it. */
export function loadLibrary(): Promise<Library> {
  loading ??= import('graphql');
  return loading;
}
