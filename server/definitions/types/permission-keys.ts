/**
 * The keys of all permissions. Empty until `quire types` writes a declaration that fills it; then a key that does not exist is a
 * compile error.
 */
// biome-ignore lint/suspicious/noEmptyInterface: a project's declaration adds its keys
export interface PermissionTypes {}

/** The key of a permission, such as `article.delete`. */
export type PermissionKey = PermissionTypes extends { readonly key: infer Key extends string } ? Key : string;
