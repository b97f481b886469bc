import type { FactorParts } from './access/second-factor/factor-checks.ts';
import type { FactorPolicy } from './access/sign-in/factor-policy.ts';
import type { Identify } from './access/sign-in/identify.ts';
import type { Sessions } from './access/sign-in/sessions.ts';
import { fieldRulesOf, permissionsOf } from './definitions/catalogue.ts';
import { accessRoutes } from './features/access/access-routes.ts';
import type { AccountWays } from './features/accounts/account-ways.ts';
import { addressRoutes } from './features/accounts/address-routes.ts';
import { approvalRoutes } from './features/accounts/approval-routes.ts';
import { breakGlassRoutes } from './features/accounts/break-glass-routes.ts';
import { invitationRoutes } from './features/accounts/invitation-routes.ts';
import { resetRoutes } from './features/accounts/reset-routes.ts';
import { signUpRoutes } from './features/accounts/sign-up-routes.ts';
import { erasureRoute } from './features/admin/erasure-route.ts';
import { grantRoutes } from './features/admin/grant-routes.ts';
import { groupRoutes } from './features/admin/group-routes.ts';
import { membershipRoutes } from './features/admin/membership-routes.ts';
import { permissionRoutes } from './features/admin/permission-routes.ts';
import { requestRoutes } from './features/admin/request-routes.ts';
import { adminUserRoutes } from './features/admin/user-routes.ts';
import { definitionRoutes } from './features/descriptions/definition-routes.ts';
import { ownRoutes } from './features/descriptions/own-routes.ts';
import { keyRoutes } from './features/keys/key-routes.ts';
import { serviceUserRoutes } from './features/keys/service-user-routes.ts';
import { oidcRoutes } from './features/oidc/oidc-routes.ts';
import type { OidcParts } from './features/oidc/parts.ts';
import type { DirectorySettings } from './features/scim/reach.ts';
import { scimRoutes } from './features/scim/scim-routes.ts';
import { factorRoutes } from './features/second-factor/factor-routes.ts';
import type { Captchas } from './features/users/captchas.ts';
import { othersSessionRoutes } from './features/users/others-session-routes.ts';
import { pageSessionRoutes } from './features/users/page-session-routes.ts';
import { passkeySessionRoutes } from './features/users/passkey-session-routes.ts';
import { peopleRoutes } from './features/users/people-routes.ts';
import { registrationRoutes } from './features/users/registration-routes.ts';
import { selfRoutes } from './features/users/self-routes.ts';
import { sessionRoutes } from './features/users/session-routes.ts';
import { type FoundRoute, projectRoutes } from './http/project/all-project-routes.ts';
import type { FileStore } from './http/project/file-store.ts';
import type { ToUrl } from './http/public-url.ts';
import { requireFreePaths } from './http/records/free-paths.ts';
import type { Route } from './http/route.ts';
import type { SessionCookies } from './http/session-cookies.ts';
import type { Opened } from './module/define-module.ts';
import type { Records } from './records/records.ts';
import type { UploadRules } from './storage/upload-rules.ts';

/** The parts that handlers need beside their door. */
export interface RouteParts {
  readonly records: Records;
  readonly identify: Identify;
  readonly ways: AccountWays;
  readonly breakGlassMinutes: number;
  /** Whether mail is set up. */
  readonly hasMail: boolean;
  readonly sessions: Sessions;
  readonly factors: FactorParts;
  readonly factorPolicy: FactorPolicy;
  readonly cookies: SessionCookies;
  readonly oidc: OidcParts;
  /** Whether directories may provision accounts. */
  readonly scim: boolean;
  readonly directory: DirectorySettings;
  /** Absent where signing in asks for none. */
  readonly captchas: Captchas | undefined;
  /** Absent where the console is switched off. */
  readonly consoleDir: string | undefined;
  readonly uploadRules: UploadRules;
  readonly toUrl: ToUrl;
  readonly projectRoutes: readonly FoundRoute[];
  readonly opened: readonly Opened[];
}

/** Where no module stores files. */
const storesNothing: FileStore = async () => {
  throw new Error('no module of this server stores files');
};

/** The route table: everything that a client can ask for, in the order in which the API page lists it. */
export function allRoutes(parts: RouteParts): Route[] {
  const { records, opened } = parts;
  const accounts = accountRoutes(parts);
  const others = opened.flatMap(({ routes = [] }) => routes);
  const own = [...accounts, ...others];
  requireFreePaths(records.catalogue, own);
  const permissionsIn = (routes: readonly Route[]) =>
    permissionsOf([...routes.map(({ access }) => access), ...fieldRulesOf(records.catalogue)]);
  const ofProject = projectRoutes(parts.projectRoutes, {
    own,
    known: permissionsIn(own),
    files: opened.find(({ storeFile }) => storeFile)?.storeFile ?? storesNothing,
  });
  const declared = permissionsIn([...own, ...ofProject]);
  const all = [
    ...accounts,
    ...groupRoutes(declared),
    ...grantRoutes(declared),
    ...definitionRoutes(records.catalogue, parts.uploadRules),
    ...others,
    ...ofProject,
  ];
  // Both describe themselves as well.
  all.push(
    ...permissionRoutes(records.catalogue, declared, all),
    ...accessRoutes(records, all, parts.factorPolicy),
  );
  all.unshift(ownRoutes(records.catalogue, [...all]));
  return all;
}

/** The routes of users, sessions, groups and permissions. */
function accountRoutes(parts: RouteParts): Route[] {
  const { records, toUrl } = parts;
  return [
    ...sessionRoutes(parts),
    ...passkeySessionRoutes(parts),
    ...(parts.consoleDir === undefined ? [] : pageSessionRoutes(parts)),
    ...selfRoutes(parts, toUrl),
    ...registrationRoutes,
    ...adminUserRoutes(parts, toUrl),
    ...peopleRoutes(records, toUrl),
    ...membershipRoutes,
    ...requestRoutes,
    ...breakGlassRoutes(parts.breakGlassMinutes, parts.hasMail),
    erasureRoute(records),
    ...othersSessionRoutes,
    ...factorRoutes({ ...parts.factors, policy: parts.factorPolicy }),
    ...serviceUserRoutes,
    ...keyRoutes,
    ...signUpRoutes(parts.ways),
    ...resetRoutes(parts.ways),
    ...addressRoutes(parts.ways),
    ...invitationRoutes(parts.ways),
    ...approvalRoutes,
    ...oidcRoutes(parts.oidc),
    ...(parts.scim ? scimRoutes(toUrl, parts.directory) : []),
  ];
}
