import type { Route } from './route.ts';

/** The route that a request is given to. */
export function findRoute(routes: readonly Route[], method: string, path: string): Route | undefined {
  const asked = path.split('/');
  const found = routes
    .filter((route) => route.method === method && matches(route.path.split('/'), asked))
    .toSorted((one, other) => parametersIn(one.path) - parametersIn(other.path));
  return found[0];
}

function matches(pattern: readonly string[], asked: readonly string[]): boolean {
  return (
    pattern.length === asked.length &&
    pattern.every((part, index) => part === asked[index] || (part.startsWith(':') && asked[index] !== ''))
  );
}

const parametersIn = (path: string) => path.split('/:').length;
