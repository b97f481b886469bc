import { boolean, integer, integers, optional, text, texts } from '../definitions/project/setting-kinds.ts';
import { imageSizesForm, readImageSizes } from './image-sizes.ts';
import { isUrl } from './is-url.ts';
import { isUploadType, uploadTypesForm } from './upload-types.ts';

const MAX_BYTES = 2_000_000_000;

/** The settings of uploaded and imported files. */
export const fileSettings = {
  UPLOAD_DIR: optional({
    meaning:
      'Folder of uploaded files, created if missing. By default `uploads` next to an SQLite database, otherwise ./data/uploads.',
    allowed: 'a folder',
  }),
  UPLOAD_STORE: optional({
    meaning: 'S3 bucket for uploaded files. They still arrive in UPLOAD_DIR first.',
    allowed: 's3://<bucket> or s3://<bucket>/<prefix>',
    fits: (value) => /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(value),
  }),
  AWS_ENDPOINT_URL_S3: optional({
    meaning: 'Address of the bucket’s store. By default Amazon’s.',
    allowed: 'http:// or https:// and a host',
    fits: isUrl,
  }),
  AWS_REGION: optional({
    meaning: 'Region of the bucket. By default what the AWS SDK finds.',
    allowed: 'a region such as eu-central-1',
    fits: (value) => /^[a-z0-9-]+$/.test(value),
  }),
  AWS_ACCESS_KEY_ID: optional({
    meaning: 'Access key for the bucket. By default what the AWS SDK finds, such as the role of the machine.',
    allowed: 'an access key, together with AWS_SECRET_ACCESS_KEY',
  }),
  AWS_SECRET_ACCESS_KEY: optional({
    meaning: 'Secret key that belongs to AWS_ACCESS_KEY_ID.',
    allowed: 'a secret key',
  }),
  UPLOAD_MAX_FILE_BYTES: integer({
    initial: 2_097_152,
    min: 1,
    max: MAX_BYTES,
    meaning: 'Largest accepted file, in bytes.',
  }),
  UPLOAD_MAX_TOTAL_BYTES: integer({
    initial: 20_971_520,
    min: 1,
    max: MAX_BYTES,
    meaning: 'Bytes that all files of one request may add up to.',
  }),
  UPLOAD_MAX_FILES: integer({
    initial: 10,
    min: 1,
    max: 1000,
    meaning: 'Files accepted in one request.',
  }),
  UPLOAD_QUOTA_BYTES: integer({
    initial: 1_073_741_824,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    meaning: 'Bytes that all files of one user may add up to, super administrators excepted.',
  }),
  UPLOAD_QUOTA_FILES: integer({
    initial: 10_000,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    meaning: 'Files that one user may have, super administrators excepted.',
  }),
  UPLOAD_RESUME_HOURS: integer({
    initial: 24,
    min: 1,
    max: 720,
    meaning: 'Hours for which a resumable upload that broke off can be continued.',
  }),
  UPLOAD_TYPES: texts({
    initial: 'jpg,png,gif,webp,avif,pdf,docx,xlsx,pptx,zip,mp3,mp4,webm',
    meaning: 'Accepted file types. The content decides, not the name; names decide among texts.',
    allowed: uploadTypesForm,
    fits: isUploadType,
  }),
  UPLOAD_KEEP_METADATA: boolean({
    initial: false,
    meaning:
      'Whether uploaded images keep their metadata, such as where they were taken. Otherwise images of other types than jpg, png, apng, gif, webp, avif, heic and heif are refused.',
  }),
  FILE_ADDRESS_SECONDS: integer({
    initial: 300,
    min: 1,
    max: 3600,
    meaning: 'Seconds for which a signed address opens a private file without a token.',
  }),
  THUMBNAIL_WIDTHS: integers({
    initial: '160,320,640,1280',
    min: 1,
    max: 4000,
    most: 20,
    meaning: 'Widths in pixels in which images can be requested.',
    allowed: 'at most 20 numbers from 1 to 4000, separated by commas',
  }),
  IMAGE_SIZES: text({
    initial: '',
    meaning: 'Sizes in pixels to which images are cropped around their focus, by name.',
    allowed: imageSizesForm,
    fits: (value) => readImageSizes(value) !== undefined,
  }),
};
