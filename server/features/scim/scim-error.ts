import { AppError, type FailureKey } from '../../errors.ts';
import type { FailureForm } from '../../http/route.ts';
import { message, render } from '../../messages/message.ts';

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

  constructor(kind: Kind, detail: string | undefined) {
    super('badParameters', detail === undefined ? {} : { detail });
    this.kind = kind;
  }
}

export function scimError(kind: Kind, detail?: string): AppError {
  return new ScimError(kind, detail);
}

/** Values that another user or group has. */
const TAKEN: ReadonlySet<FailureKey> = new Set([
  'usernameTaken',
  'emailTaken',
  'groupNameTaken',
  'duplicate',
]);

/** How directories want to read a failure. */
export const scimFailures: FailureForm = {
  type: `${SCIM_TYPE}; charset=utf-8`,
  statusOf: ({ key, status }) => (TAKEN.has(key) ? 409 : status),
  bodyOf(error, language) {
    const status = TAKEN.has(error.key) ? 409 : error.status;
    const plain = error.key === 'badParameters' ? 'invalidValue' : undefined;
    const taken = TAKEN.has(error.key) ? 'uniqueness' : plain;
    const scimType = error instanceof ScimError ? error.kind : taken;
    const detail = render(error.text, language) || render(message(error.key), language);
    return { schemas: [ERROR], status: String(status), ...(scimType && { scimType }), detail };
  },
};
