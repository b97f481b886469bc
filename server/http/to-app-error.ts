import { AppError, badParameters } from '../errors.ts';

/** What the HTTP library throws, as this server's errors. Anything else is unexpected, and its cause is for the server log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode, validation } = error as {
    code?: string;
    statusCode?: number;
    validation?: unknown;
  };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('bodyTooLarge', { cause: error });
  if (code === 'FST_ERR_BAD_URL') return badParameters({ '': '路径编码不正确' });
  if (validation || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) {
    return new AppError('badParameters', { cause: error });
  }
  return new AppError('unexpected', { cause: error });
}
