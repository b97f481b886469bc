import type { AuditForm } from '../../../contract/audit.ts';
import { DRAFT_ACTIONS } from '../../../contract/audit.ts';
import { DRAFT_FIELDS, MOST_DRAFTED_NAME } from '../derived/draft-fields.ts';

interface DraftedSource {
  readonly name: string;
  readonly path?: string;
  readonly audit: AuditForm;
  readonly fields: object;
  readonly drafts?: true;
  readonly access?: object;
}

/** What contradicts the drafts that a collection has, or has not. */
export function problemsOfDrafts({
  name,
  path,
  audit,
  fields,
  drafts,
  access = {},
}: DraftedSource): string[] {
  if (!drafts)
    return DRAFT_ACTIONS.filter((action) => action in access).map(
      (action) => `access names '${action}', and only a collection with 'drafts: true' has drafts`,
    );
  const taken = Object.keys(fields).filter((field) => Object.hasOwn(DRAFT_FIELDS, field));
  return [
    ...(path === undefined ? ['it has drafts, so it needs a path'] : []),
    ...(audit === 'full' ? [] : ["it has drafts, so its audit form must be 'full'"]),
    ...(name.length > MOST_DRAFTED_NAME
      ? [`it has drafts, so its name has at most ${MOST_DRAFTED_NAME} letters`]
      : []),
    ...taken.map((field) => `field '${field}': this name is the server's own in a collection with drafts`),
  ];
}
