import { coreFailures, type Failure } from './errors.ts';
import { modules } from './modules.ts';

/** Every failure that a client can meet: the core's, and after them those of the modules. */
export const allFailures: readonly Failure[] = [
  ...Object.values(coreFailures),
  ...modules.flatMap(({ failures = {} }) => Object.values(failures)),
];
