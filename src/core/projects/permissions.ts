/**
 * What may be done to projects. Every control asks here before it offers something, and shows the reason where the
 * answer is no. A project of this browser is its reader's own, so every key is granted that no
 * host withdraws; what a project is closes some.
 */
import type { Project } from './project';

/** Keys of a project. */
const PROJECT_KEYS = [
  'add_contract',
  'update_contract',
  'remove_contract',
  'create_alert',
  'update_alert',
  'remove_alert',
  'create_and_update_analytics',
  'manage_collaborators',
  'update_project',
  'delete_project',
] as const;
/** Keys of whoever owns projects. */
const ACCOUNT_KEYS = ['create_project', 'manage_access_tokens', 'manage_billing', 'manage_users'] as const;

export const PERMISSION_KEYS = [...PROJECT_KEYS, ...ACCOUNT_KEYS] as const;
export type PermissionKey = (typeof PERMISSION_KEYS)[number];

/** `reason` is one sentence for the reader. */
export type Permission = { allowed: true } | { allowed: false; reason: string };

/** Keys that stay allowed while a project is handed over: to take it back, and to remove it here. */
const DURING_TRANSFER: readonly PermissionKey[] = [
  'update_project',
  'manage_collaborators',
  'delete_project',
  ...ACCOUNT_KEYS,
];
/** Keys that stay allowed for a demo project: to remove it. It can be duplicated, which makes another one. */
const OF_DEMO: readonly PermissionKey[] = ['delete_project', ...ACCOUNT_KEYS];

/** What a key allows, for a sentence that ends with it. */
export const KEY_TEXT: Readonly<Record<PermissionKey, string>> = {
  add_contract: 'adding contracts and wallets',
  update_contract: 'changing their tags and notes',
  remove_contract: 'taking contracts and wallets out',
  create_alert: 'making watches',
  update_alert: 'changing watches',
  remove_alert: 'removing watches',
  create_and_update_analytics: 'making and changing analytics',
  manage_collaborators: 'handing the project over',
  update_project: 'changing the project',
  delete_project: 'removing the project',
  create_project: 'making projects',
  manage_access_tokens: 'changing the access token',
  manage_billing: 'managing billing',
  manage_users: 'managing users',
};

/** The keys that close nothing in Loupe, and why there is nothing to close; a sentence each. */
export const KEYS_WITHOUT_CONTROL: Readonly<Partial<Record<PermissionKey, string>>> = {
  create_and_update_analytics: 'Loupe makes no analytics of projects: it only counts the calls of this browser.',
  manage_billing: 'Loupe is free and has no bills.',
  manage_users: 'Loupe has no accounts: whoever uses this browser is its user.',
};

/**
 * Returns whether `key` is granted, for `project` where the key is of one. `withdrawn` are the keys that a hosted
 * API, which answers for the project or for the account, does not grant.
 */
export function askPermission(
  key: PermissionKey,
  project?: Pick<Project, 'visibility' | 'transferTo'>,
  withdrawn: readonly PermissionKey[] = [],
): Permission {
  if (project?.visibility === 'DEMO' && !OF_DEMO.includes(key)) {
    return { allowed: false, reason: 'A demo project cannot be changed. Duplicate it to get one of your own.' };
  }
  if (project?.transferTo !== undefined && !DURING_TRANSFER.includes(key)) {
    const to = project.transferTo.username;
    return { allowed: false, reason: `This project is handed over to ${to}. Take it back to change it.` };
  }
  if (withdrawn.includes(key)) return { allowed: false, reason: `The host does not allow ${KEY_TEXT[key]}.` };
  return { allowed: true };
}
