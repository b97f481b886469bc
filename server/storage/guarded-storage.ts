import { AppError } from '../errors.ts';
import type { Storage } from './storage.ts';

/** The same storage, whose failures are answered with 503: its credentials are wrong, or it does not answer. */
export function guardedStorage(inner: Storage): Storage {
  return {
    type: inner.type,
    put: (key, file) => inner.put(key, file).catch(rethrow),
    open: (key, range) => inner.open(key, range).catch(rethrow),
    remove: (key) => inner.remove(key).catch(rethrow),
    async *list(prefix) {
      try {
        yield* inner.list(prefix);
      } catch (cause) {
        rethrow(cause);
      }
    },
  };
}

function rethrow(cause: unknown): never {
  throw cause instanceof AppError ? cause : new AppError('storageUnavailable', { cause });
}
