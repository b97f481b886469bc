import type { InOtherWords } from '../languages.ts';
import type { serviceRoutes as source } from '../zh/service-routes.ts';

export const serviceRoutes: InOtherWords<typeof source> = {
  seeWholeLog: 'See the whole log',
  searchTheLog: 'Search the log',
  seeLoggedUsers: 'See who is named in the log',
  seeInformation: 'See the information',
  runningPage: 'The server is running. Its API is described at <a href="/docs">/docs</a>.',
  onlyForImages: 'is for images only',
  brokenMultipart: 'The body is not a complete multipart/form-data',
  contentNotAllowed: ({ name, found, allowed }) =>
    `The content of ${name} is ${found}; allowed are ${allowed.join(', ')}`,
  contentUnknown: ({ name, allowed }) =>
    `The content of ${name} is of no known type; allowed are ${allowed.join(', ')}`,
  logTag: 'Log',
  listLog: 'The log, latest first',
  searchLog: 'Search the log by words, user and time',
  withAddresses: 'Whether lines tell the networks of strangers, sign-ins and refused requests',
  loggedUsers: 'Users named in the log',
  filesTag: 'Files',
  uploadFiles: 'Upload files, with any names of form fields',
  filesUploaded: ({ ids }) => `Files ${ids.join(', ')} uploaded`,
  formField: 'Name of the form field',
  localOrRemote: 'LOCAL or REMOTE',
  sizeInBytes: 'Size in bytes',
  deleteFile: 'Delete a file',
  fileDeleted: ({ id }) => `File ${id} deleted`,
  fileContent: 'Content of a file, or a thumbnail of an image',
  thumbnailWidth: 'Width of the thumbnail in pixels',
  informationTag: 'Information',
  greet: 'Whether the server is running',
  greeting: 'Quire is running; the API is described at /docs',
  testLogin: 'Test signing in and the log',
  loginWorks: 'Signed in, and logged',
  testPermission: 'Test a permission',
  permissionWorks: 'Signed in, with the permission to see this',
  healthTag: 'Health',
  isWell: 'How long the process held its event loop at a stretch, in milliseconds',
  isLive: 'Whether the process is running',
  isReady:
    'Whether requests can be served: the database is reachable and its tables fit the definitions; else 503',
};
