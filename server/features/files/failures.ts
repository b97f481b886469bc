import { failuresWith } from '../../errors.ts';
import { message } from './messages/message.ts';

/** What clients of this feature can meet, beside the core's failures. */
export const failures = failuresWith(message, {
  noFile: {
    status: 422,
    code: 10033,
    older: { status: 400, lin2: 10030 },
    advice: 'Send at least one file as `multipart/form-data`.',
  },
  fileTooLarge: { status: 413, code: 10110, advice: 'Send a smaller file.' },
  filesTooLarge: {
    status: 413,
    code: 10111,
    older: { lin2: 10110 },
    advice: 'Send the files in several requests.',
  },
  tooManyFiles: {
    status: 413,
    code: 10121,
    older: { lin2: 10120 },
    advice: 'Send the files in several requests.',
  },
  quotaExceeded: {
    status: 413,
    code: 10112,
    older: { lin2: 10110 },
    advice: 'Have files that are no longer needed deleted, or ask the operator for more.',
  },
  uploadNotFound: { status: 404, code: 10113, advice: 'Begin the upload again.' },
  otherOffset: {
    status: 409,
    code: 10114,
    advice: 'Send `HEAD`, then go on from the `Upload-Offset` of its answer.',
  },
  uploadBusy: {
    status: 423,
    code: 10115,
    advice: 'Wait as many seconds as `Retry-After` says, then send `HEAD` and go on.',
  },
  checksumMismatch: { status: 460, code: 10116, advice: 'Send the same bytes again.' },
  tusVersionRefused: {
    status: 412,
    code: 10117,
    advice: 'Send `Tus-Resumable` with the version in `Tus-Version`.',
  },
  mediaTypeRefused: { status: 415, code: 10118, advice: 'Send the `Content-Type` that the detail names.' },
  fileTypeRefused: {
    status: 415,
    code: 10130,
    older: { status: 406 },
    advice: 'Convert the file to a type that the detail names.',
  },
  fileUnreadable: {
    status: 422,
    code: 10131,
    older: { status: 400, lin2: 10030 },
    advice: 'Upload the file again when the server is less busy; save it anew if that fails.',
  },
  imageUnreadable: {
    status: 422,
    code: 10210,
    older: { status: 400, lin2: 10030 },
    advice: 'Show the original, or upload a smaller or sound image.',
  },
  rangeNotSatisfiable: {
    status: 416,
    code: 10030,
    advice: 'Ask for a range inside the size that `Content-Range` tells.',
  },
});
