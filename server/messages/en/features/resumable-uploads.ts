import type { InOtherWords } from '../../languages.ts';
import type { resumableUploads as source } from '../../zh/features/resumable-uploads.ts';

export const resumableUploads: InOtherWords<typeof source> = {
  resumableUploadLabel: 'Resumable upload',
  uploadPieceLabel: 'Piece of a resumable upload',
  beginUpload:
    'Begin a resumable upload (tus 1.0): Upload-Length is the size of the file, Upload-Metadata may hold its filename',
  getUpload: 'How far a resumable upload is, and the file that it became',
  continueUpload: 'Continue a resumable upload from Upload-Offset',
  removeUpload: 'Give up a resumable upload',
  uploadBegun: ({ id }) => `Upload ${id} begun`,
  bytesThatArrived: 'Bytes that have arrived',
  uploadExpires: 'When it can no longer be continued, in milliseconds since 1970',
  onlyTusVersion: ({ version }) => `Tus-Resumable must be ${version}`,
  onlyMediaType: ({ type }) => `it must be ${type}`,
  emptyUpload: 'must not be 0',
  notMetadata: 'must be keys with values in Base64, separated by commas, each key once',
  notAChecksum: ({ allowed }) => `must be one of ${allowed.join(', ')}, a space and the checksum in Base64`,
  bytesReceived: ({ count }) => `it has ${count} bytes`,
  bytesLeft: ({ max }) => `at most ${max} bytes: this upload needs no more`,
  atMostPieces: ({ max }) => `at most ${max} pieces in an upload`,
  atMostUploads: ({ max }) => `at most ${max} unfinished uploads`,
};
