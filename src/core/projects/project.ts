/** Projects: contracts and wallets that belong together, with what the reader noted of them. */

import type { Address, NetworkId } from '../chain/primitives';
import type { Brand } from '../values/brand';

/** Names a project for ever: the same in every copy and version of it, whatever it is called. */
export type ProjectUid = Brand<string, 'ProjectUid'>;

/**
 * Whom the owner means it for. This browser sends a project nowhere, so the word travels in its file and is shown; a
 * project for demonstration is not changed.
 */
export const VISIBILITIES = ['PRIVATE', 'SHARED', 'PUBLIC', 'ORGANIZATION', 'DEMO'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const OWNER_TYPES = ['user', 'organization'] as const;
export type ProjectOwner = { username: string; type: (typeof OWNER_TYPES)[number] };

/** Times in milliseconds since the epoch. */
export type Project = {
  uid: ProjectUid;
  owner: ProjectOwner;
  name: string;
  /** The name as an address has it, unique among the projects of its owner. */
  slug: string;
  visibility: Visibility;
  /** What it is about. */
  description: string;
  /** The owner that it is handed over to, until that owner has it. */
  transferTo?: ProjectOwner;
  createdAt: number;
  /** When the project or one of its accounts was last changed. */
  changedAt: number;
  /** When it was written to a file last; absent before. */
  lastPushAt?: number;
};

export type AccountNote = { text: string; isPrivate: boolean };

/** A contract or a wallet in a project. Another project may have the address, too, with its own tags and note. */
export type ProjectAccount = {
  networkId: NetworkId;
  address: Address;
  type: 'contract' | 'wallet';
  tags: readonly string[];
  note?: AccountNote;
  addedAt: number;
  changedAt: number;
};

/** UTF-16 units. */
export const MAX_PROJECT_NAME = 60;
export const MAX_SLUG = 60;
export const MAX_USERNAME = 39;
export const MAX_DESCRIPTION = 2_000;
export const MAX_NOTE = 5_000;
export const MAX_TAG = 24;
/** Tags of one account at most. */
export const MAX_TAGS = 12;
/** Accounts of one project: pages read them all. */
export const MAX_ACCOUNTS = 2_000;

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const USERNAME = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i;

/** Returns the id of a project in the form that Tenderly uses: `owner:slug`. */
export function projectId({ owner, slug }: Pick<Project, 'owner' | 'slug'>): string {
  return `${owner.username}:${slug}`;
}

/** Names an account among those of a project. */
export function accountKey({ networkId, address }: Pick<ProjectAccount, 'networkId' | 'address'>): string {
  return `${networkId} ${address}`;
}

/** Returns a name in the form that an address has: letters a to z, digits and hyphens; '' where nothing is left. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return plain.slice(0, MAX_SLUG).replace(/^-+|-+$/g, '');
}

/** Returns `slug`, or the first of `slug-2`, `slug-3`, … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number++) {
    const end = `-${number}`;
    const next = `${slug.slice(0, MAX_SLUG - end.length).replace(/-+$/, '')}${end}`;
    if (!taken.has(next)) return next;
  }
}

export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG && SLUG.test(text);
}

export function isUsername(text: string): boolean {
  return text.length <= MAX_USERNAME && USERNAME.test(text);
}

/** Returns a name without blanks at its ends and runs of them. */
export function tidyName(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns a sentence on what is wrong with the name of a project; undefined for nothing. */
export function nameProblem(text: string): string | undefined {
  const name = tidyName(text);
  if (name.length > MAX_PROJECT_NAME) return `A name has at most ${MAX_PROJECT_NAME} characters.`;
  return name !== '' && slugOf(name) === ''
    ? 'A name needs a letter from a to z or a digit, for its address.'
    : undefined;
}

/** Returns a sentence on what is wrong with the name of an owner; undefined for nothing. */
export function usernameProblem(text: string): string | undefined {
  if (text === '' || isUsername(text)) return undefined;
  return `Letters, digits, and - or _ between them, at most ${MAX_USERNAME} characters.`;
}

/** Parses the tags in a line of text, separated by commas: each once, in lower case, as many and as long as there may be. */
export function parseTags(text: string): readonly string[] {
  const tags = text.split(',').map((tag) => tidyName(tag).toLowerCase().slice(0, MAX_TAG));
  return [...new Set(tags)].filter((tag) => tag !== '').slice(0, MAX_TAGS);
}
