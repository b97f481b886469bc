import type { Written } from '../../access/written.ts';
import type { AppError } from '../../errors.ts';
import type { Route } from '../route.ts';

/** How results and failures are put into words for one family of clients. The last step on the way out. */
export interface Dialect {
  /** Prefix of every path that is spoken to in this dialect; '' for none. */
  readonly base: string;
  /** `request` is the method and the path without query and base, with one space. */
  failure(error: AppError, family: Route['family'], request: string): Readonly<Record<string, unknown>>;
  written(written: Written, family: Route['family'], request: string): Readonly<Record<string, unknown>>;
}
