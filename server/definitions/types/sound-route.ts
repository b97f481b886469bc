import type { Refused } from './sound-source.ts';

/** The names of a path's parameters: `id` of `/v1/order/:id/pay`. */
export type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What the method and the path of a route allow; the compiler reads them where they are written as literals. */
export interface SoundRoute<Method, Path extends string, Params> {
  readonly method: Method;
  readonly path: Path;
  readonly params?: ProblemOfParams<Path, keyof Params> | undefined;
  readonly body?: ProblemOfBody<Method>;
  readonly rawBody?: ProblemOfBody<Method>;
}

type ProblemOfParams<Path extends string, Declared> = string extends Declared
  ? unknown
  : `/${string}` extends Path
    ? unknown
    : [Exclude<Declared, ParamNames<Path>>, Exclude<ParamNames<Path>, Declared>] extends [never, never]
      ? unknown
      : Refused<"'params' and the path name other parameters", ParamNames<Path>>;

type ProblemOfBody<Method> = Method extends 'GET'
  ? Refused<'a GET has no body', 'POST'> | undefined
  : unknown;
