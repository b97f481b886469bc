import { AppError, badParameters, type FailureKey } from '../../errors.ts';
import { type FailureForm, specification, statusIn } from '../../http/index.ts';
import { render, type Text } from '../../messages/message.ts';

export const SCIM_TYPE = 'application/scim+json';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Kinds of bad requests (RFC 7644, 3.12). */
type Kind =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany';

/** A refused request, of a kind that directories know. */
class ScimError extends AppError {
  readonly kind: Kind;

  constructor(kind: Kind, { detail = '', problems }: AppError) {
    super('badParameters', { detail, problems });
    this.kind = kind;
  }
}

/** A refusal of this kind that names an attribute, or a part of the request, and says what is wrong with it. */
export function scimError(kind: Kind, attribute: string, problem: Text): AppError {
  return new ScimError(kind, badParameters({ [attribute.slice(0, 60)]: problem }));
}

/** Values that another user or group has. */
const TAKEN: ReadonlySet<string> = new Set<FailureKey>([
  'usernameTaken',
  'emailTaken',
  'groupNameTaken',
  'duplicate',
]);

/** Input that could not be read, or was refused. */
const INVALID: ReadonlySet<string> = new Set<FailureKey>([
  'badParameters',
  'malformedRequest',
  'contentTypeRefused',
]);

/** Directories know the statuses of the specification, apart from that of a value that is taken. */
function statusOf(error: AppError): number {
  return TAKEN.has(error.key) ? 409 : statusIn(specification, error.failure);
}

/** How directories want to read a failure. */
export const scimFailures: FailureForm = {
  type: `${SCIM_TYPE}; charset=utf-8`,
  statusOf,
  bodyOf(error, language) {
    const plain = INVALID.has(error.key) ? 'invalidValue' : undefined;
    const taken = TAKEN.has(error.key) ? 'uniqueness' : plain;
    const scimType = error instanceof ScimError ? error.kind : taken;
    const detail = render(error.text, language) || render(error.failure.sentence, language);
    return { schemas: [ERROR], status: String(statusOf(error)), ...(scimType && { scimType }), detail };
  },
};
